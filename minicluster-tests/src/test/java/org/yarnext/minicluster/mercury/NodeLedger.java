// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Equations between a node's counters that hold wherever they are read. */
public final class NodeLedger {
  private static final List<String> ENDS =
      Arrays.asList(
          "ContainersStarted",
          "ContainersRejected",
          "ContainersShed",
          "ContainersPromoted",
          "ContainersEndedInQueue",
          "ContainersReturnedToStock",
          "QueuedContainers");

  private NodeLedger() {}

  /**
   * Fails unless each opportunistic container that came, in this life of the daemon, is in one
   * place: the ledger of the class comment of NodeQueueMetrics.
   *
   * @param metrics a metric of the node by its name, as it is now
   */
  public static void assertBalances(ToLongFunction<String> metrics) {
    long arrived = metrics.applyAsLong("ContainersArrived");
    assertEquals("arrived", arrived, ENDS.stream().mapToLong(metrics).sum());
  }
}
