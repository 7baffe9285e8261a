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
package org.yarnext.elastic;

import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.Key;
import org.yarnext.common.conf.KeySet;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Settings;

/** Every configuration key of elastic scheduling, and a checked, immutable reading of them. */
public final class ElasticConfiguration {
  public static final String PREFIX = "yarn.elastic.";

  public static final Key<Mode> MODE =
      Key.mode(PREFIX + "mode")
          .doc(
              "off: the scheduler is stock; shadow: decide, count and explain, but act on nothing;"
                  + " on: tasks are placed with less memory where their job does not end later for it.");

  /** All keys, with the rules between them. */
  public static final KeySet KEYS = KeySet.of("elastic", PREFIX, MODE);

  private final Settings settings;

  private ElasticConfiguration(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads and checks the keys.
   *
   * @throws RefusedConfigurationException naming each bad key, its value and the fix
   */
  public static ElasticConfiguration read(Configuration conf) throws RefusedConfigurationException {
    return new ElasticConfiguration(KEYS.read(conf));
  }

  public Mode mode() {
    return settings.get(MODE);
  }
}
