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
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** What a node's counters must add up to, wherever they are read. */
final class NodeLedger {
  private static final List<String> ENDS =
      Arrays.asList(
          "ContainersStarted",
          "ContainersRejected",
          "ContainersShed",
          "ContainersPromoted",
          "ContainersLeft",
          "ContainersHandedBack",
          "QueuedContainers");

  private NodeLedger() {}

  /**
   * Fails unless each opportunistic container that came, in this life of the daemon, is in one
   * place: the ledger of the class comment of NodeQueueMetrics.
   *
   * @param metrics a metric of the node by its name, as it is now
   */
  static void assertBalances(ToLongFunction<String> metrics) {
    long arrived = metrics.applyAsLong("ContainersArrived");
    assertEquals("arrived", arrived, ENDS.stream().mapToLong(metrics).sum());
  }
}
