// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Flink's TaskManagers, whose memory is divided on their command line. */
public class HeapRewriteFlinkTest {
  private static final LaunchText LAUNCH = LaunchCommands.of(LaunchCommands.FLINK_TASK_MANAGER);

  @Test
  public void commandStaysUnlessAProfileMadeTheContainerSmaller() {
    assertEquals(
        HeapReason.HEAP_LEFT_NOT_UNDERSIZED, LaunchCommands.decide(LAUNCH, 1024, 1024).reason());
    assertEquals(LaunchCommands.FLINK_TASK_MANAGER, LaunchCommands.command(LAUNCH, 0));
  }

  /** Memory that Flink manages outside its heap stays. */
  @Test
  public void withAProfileOnlyTheHeapShrinks() {
    assertEquals(
        LaunchCommands.FLINK_TASK_MANAGER
            .replace("-Xmx536870912", "-Xmx384m")
            .replace("-Xms536870912", "-Xms384m"),
        LaunchCommands.command(LAUNCH, 128));
  }
}
