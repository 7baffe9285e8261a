// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  static String hiddenReason(Configuration conf) {
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
