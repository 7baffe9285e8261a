// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.conf.reload;

import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads a running daemon's {@code yarn-site.xml} again. When queues are refreshed, the
 * ResourceManager gives schedulers the configuration of its start. Stateless.
 */
public final class SiteConfigurationReader {
  private static final String SITE = "yarn-site.xml";

  private SiteConfigurationReader() {}

  /**
   * Opens configuration files that are not on the class path, as YARN's configuration provider
   * does.
   */
  public interface Files {
    /**
     * @return null if there is no such file
     */
    InputStream open(Configuration bootstrap, String file) throws Exception;
  }

  /**
   * Returns the current configuration. A key that was removed from the file may keep its value.
   *
   * @param start the configuration read at start; not changed
   * @param files opens the ResourceManager's configuration files; null if they are on the class
   *     path alone
   */
  public static Configuration reload(Configuration start, Files files) throws Exception {
    Configuration now = new Configuration(start);
    now.reloadConfiguration();
    InputStream in = files == null ? null : files.open(now, SITE);
    if (in != null) {
      now.addResource(in, SITE); // closes the stream
    }
    return now;
  }
}
