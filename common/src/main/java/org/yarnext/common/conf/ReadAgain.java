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
package org.yarnext.common.conf;

import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Reads {@code yarn-site.xml} again, which the ResourceManager itself does not where it has its
 * queues refreshed: schedulers are given what was read at its start. Stateless.
 */
public final class ReadAgain {
  private ReadAgain() {}

  /**
   * What the configuration is now; a key that was taken out may keep its value.
   *
   * @param start as read at the start; is not changed
   * @param provider of the ResourceManager; null if {@code yarn-site.xml} is on the class path
   *     alone
   */
  public static Configuration of(Configuration start, ConfigurationProvider provider)
      throws Exception {
    Configuration now = new Configuration(start);
    now.reloadConfiguration();
    String site = YarnConfiguration.YARN_SITE_CONFIGURATION_FILE;
    InputStream in = provider == null ? null : provider.getConfigurationInputStream(now, site);
    if (in != null) {
      now.addResource(in, site); // which closes it
    }
    return now;
  }
}
