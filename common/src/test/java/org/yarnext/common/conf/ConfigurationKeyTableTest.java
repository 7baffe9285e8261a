// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  public void tableHasEveryKey() {
    assertEquals(TABLE, ConfigurationKeyTable.markdown(KEYS));
  }
}
