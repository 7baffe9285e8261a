// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Flink's TaskManagers, whose memory is divided on their command line. */
public class HeapRewriteFlinkTest {
  private static final LaunchText LAUNCH = Launches.of(Launches.FLINK_TASK_MANAGER);

  @Test
  public void commandStaysUnlessAProfileMadeTheContainerSmaller() {
    assertEquals(HeapReason.HEAP_LEFT_NOT_UNDERSIZED, Launches.decide(LAUNCH, 1024, 1024).reason());
    assertEquals(Launches.FLINK_TASK_MANAGER, Launches.command(LAUNCH, 0));
  }

  /** Memory that Flink manages beside its heap stays. */
  @Test
  public void withAProfileOnlyTheHeapShrinks() {
    assertEquals(
        Launches.FLINK_TASK_MANAGER
            .replace("-Xmx536870912", "-Xmx384m")
            .replace("-Xms536870912", "-Xms384m"),
        Launches.command(LAUNCH, 128));
  }
}
