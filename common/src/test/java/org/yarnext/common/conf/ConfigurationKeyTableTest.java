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

import static org.junit.Assert.assertEquals;

import java.time.Duration;
import org.junit.Test;

public class ConfigurationKeyTableTest {
  private static final ConfigurationSchema KEYS =
      ConfigurationSchema.of(
          "demo",
          "yarn.demo.",
          ConfigurationKey.mode("yarn.demo.mode").live().doc("How far it may go."),
          ConfigurationKey.integer("yarn.demo.length", 10)
              .between(0, 99)
              .unit("containers")
              .doc("Longest queue."),
          ConfigurationKey.duration("yarn.demo.wait", Duration.ofSeconds(3)).doc("Longest wait."),
          ConfigurationKey.text("yarn.demo.queue", "")
              .matching("a*|b", "a's | one b")
              .doc("First | second."));

  private static final String TABLE =
      "| key | default | bounds | unit | takes effect | meaning |\n"
          + "|---|---|---|---|---|---|\n"
          + "| `yarn.demo.mode` | `off` | off, shadow, on | - | on refresh | How far it may go. |\n"
          + "| `yarn.demo.length` | `10` | 0..99 | containers | on restart | Longest queue. |\n"
          + "| `yarn.demo.wait` | `3s` | 0s..36500d | time | on restart | Longest wait. |\n"
          + "| `yarn.demo.queue` | (empty) | a's \\| one b | - "
          + "| on restart | First \\| second. |\n";

  @Test
  public void showsEveryKey() {
    assertEquals(TABLE, ConfigurationKeyTable.markdown(KEYS));
  }
}
