// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.failure;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collection;
import java.util.List;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.minicluster.elastic.AllocateResponseRecorder;
import org.yarnext.minicluster.elastic.ElasticCluster;
import org.yarnext.minicluster.elastic.ElasticCounters;
import org.yarnext.minicluster.elastic.ReportedContainer;

/** Checks of under-sized containers that ran out of heap, and of their successors. */
final class MemoryFailures {
  /** Exit code of a JVM with ExitOnOutOfMemoryError. */
  private static final int EXIT_STATUS = 3;

  private MemoryFailures() {}

  /** Its node reported it, and its master received the report. */
  static void assertOutOfMemory(ElasticCluster elastic, String container, String diagnostics) {
    ReportedContainer granted = elastic.watch().granted().get(container);
    assertTrue(container + ": " + granted, granted.undersized());
    UndersizedEnd end = UndersizedEnd.find(diagnostics);
    assertEquals(diagnostics, UndersizedEnd.Outcome.OUT_OF_MEMORY, end.outcome());
    assertTrue(diagnostics.contains("ended out-of-memory"));
    assertTrue(end.smallerHeap());
    assertEquals(ElasticCluster.TASK_MB, end.requestedMb());
    assertEquals(ElasticCluster.SMALL_MB, end.grantedMb());
    assertEquals(EXIT_STATUS, AllocateResponseRecorder.ended(container).getExitStatus());
  }

  /** Checks that the container has its full size and its full heap. */
  static void assertWhole(ElasticCluster elastic, String container) {
    assertEquals(ElasticCluster.TASK_MB, elastic.watch().granted().get(container).mb);
    assertEquals(ElasticCluster.HEAP_KB, elastic.watch().jvms().get(container).heapKb);
  }

  /** The first of them made the ResourceManager distrust the profile, and say so. */
  static void assertDistrusted(Collection<String> failed) {
    List<String> decisions = ElasticCounters.decisions();
    assertEquals(
        decisions.toString(),
        1,
        decisions.stream()
            .filter(line -> line.contains("TRUST_LOST_MEMORY"))
            .filter(line -> failed.stream().anyMatch(line::contains))
            .count());
  }

  /**
   * All of them were counted.
   *
   * @param seenByNodes how many the nodes of this JVM had seen before
   */
  static void assertCounted(Collection<String> failed, long seenByNodes) {
    assertEquals(failed.size(), ElasticCounters.scheduled("UndersizedOutOfMemory"));
    assertEquals(failed.size(), ElasticCounters.onNodes("UndersizedOutOfMemory") - seenByNodes);
  }
}
