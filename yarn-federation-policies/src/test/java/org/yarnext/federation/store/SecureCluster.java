/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.store;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;

/** While open, Hadoop's code in this JVM takes the cluster for one with Kerberos. */
public final class SecureCluster implements AutoCloseable {
  private static final String REALM = "java.security.krb5.realm";
  private static final String KDC = "java.security.krb5.kdc";

  private final String realmBefore = System.setProperty(REALM, "EXAMPLE.COM");
  private final String kdcBefore = System.setProperty(KDC, "localhost:1");

  /** Begins. */
  public SecureCluster() {
    Configuration conf = new Configuration(false);
    conf.set(CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    UserGroupInformation.setConfiguration(conf);
    // Who this is counts for none of the tests, and there is nobody to ask for a ticket.
    UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser("yarn"));
  }

  @Override
  public void close() {
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration(false));
    restore(REALM, realmBefore);
    restore(KDC, kdcBefore);
  }

  private static void restore(String property, String before) {
    if (before == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, before);
    }
  }
}
