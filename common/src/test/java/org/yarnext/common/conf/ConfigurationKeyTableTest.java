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
import static org.junit.Assert.assertThrows;

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

  private static final String START = "<!-- keys of demo: generated, do not edit -->";
  private static final String END = "<!-- end of keys -->";

  @Test
  public void showsEveryKey() {
    assertEquals(TABLE, ConfigurationKeyTable.markdown(KEYS));
  }

  @Test
  public void replacesWhatStandsBetweenTheMarkers() {
    String other = "<!-- keys of other: generated, do not edit -->\nkept\n" + END + "\n";
    String before = other + "# Demo\n" + START + "\nold\n" + END + "\nafter\n";
    String after = other + "# Demo\n" + START + "\n" + TABLE + END + "\nafter\n";
    assertEquals(after, ConfigurationKeyTable.replaceBetweenMarkers(before, KEYS));
    assertEquals("twice is once", after, ConfigurationKeyTable.replaceBetweenMarkers(after, KEYS));
  }

  @Test
  public void aPageWithoutMarkersIsRefused() {
    assertRefused("# Demo\n" + END, "the page lacks the line " + START);
    assertRefused(END + START, "the page lacks the line " + END + " after " + START);
    assertRefused(START + END + START + END, "the page has the line " + START + " twice");
  }

  private static void assertRefused(String page, String message) {
    Exception refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ConfigurationKeyTable.replaceBetweenMarkers(page, KEYS));
    assertEquals(message, refusal.getMessage());
  }
}
