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
package org.yarnext.common.metrics;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/**
 * Checks whether every reader of a daemon's {@code /jmx} page may see every application; the page
 * itself checks no application's ACL. Stateless.
 */
final class ApplicationVisibility {
  private static final String ACL_ENABLE = "yarn.acl.enable";
  private static final String FILTER_BY_USER = "yarn.webapp.filter-entity-list-by-user";

  private ApplicationVisibility() {}

  /**
   * Returns the setting that hides applications from some readers of the page.
   *
   * @param conf the daemon's configuration
   * @return such as {@code yarn.acl.enable=true}; null if every reader may see every application:
   *     YARN shows all applications to everyone, or only administrators may read the page
   */
  static String hiddenBy(Configuration conf) {
    boolean isForAdministrators =
        conf.getBoolean(
                CommonConfigurationKeysPublic.HADOOP_SECURITY_INSTRUMENTATION_REQUIRES_ADMIN, false)
            && conf.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false);
    if (isForAdministrators) {
      return null;
    }
    for (String key : new String[] {ACL_ENABLE, FILTER_BY_USER}) {
      if (conf.getBoolean(key, false)) {
        return key + "=true";
      }
    }
    return null;
  }
}
