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
package org.yarnext.common.conf.reload;

import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads {@code yarn-site.xml} again. When queues are refreshed, the ResourceManager does not reread
 * it and gives schedulers the configuration of its start. Stateless.
 */
public final class ConfigurationReloader {
  private static final String SITE = "yarn-site.xml";

  private ConfigurationReloader() {}

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
