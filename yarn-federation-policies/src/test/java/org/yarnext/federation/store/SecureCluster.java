// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
