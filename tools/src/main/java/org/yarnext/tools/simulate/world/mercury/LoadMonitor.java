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
package org.yarnext.tools.simulate.world.mercury;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * What the ResourceManager knows of the nodes' queues, as stock's NodeQueueLoadMonitor,
 * QueueLimitCalculator and the list that its service keeps for a second: nodes are sorted at
 * intervals, those with the newest report first among equals, full ones left out.
 */
final class LoadMonitor {
  private final Model model;
  private final boolean byWait;
  private final Random random;

  /** The length of each node's queue: as reported, with what was placed since. */
  private final int[] lengths;

  private final double[] waitsMs;

  /** Numbers of reports, in their order; -1 before the first. */
  private final long[] reports;

  private final List<Host> hosts;
  private List<Host> sorted = Collections.emptyList();
  private List<Host> listed = Collections.emptyList();
  private long listedMs;
  private long reportNumber;
  private int meanLength;
  private int lengthDeviation;

  /**
   * @param byWait whether nodes are compared by the wait they report, else by queue length
   * @param random where stock takes a new Random for each container
   */
  LoadMonitor(Model model, List<Host> hosts, boolean byWait, Random random) {
    this.model = model;
    this.hosts = hosts;
    this.byWait = byWait;
    this.random = random;
    this.lengths = new int[hosts.size()];
    this.waitsMs = new double[hosts.size()];
    this.reports = new long[hosts.size()];
    Arrays.fill(reports, -1);
  }

  void heard(Host host) {
    lengths[host.index] = host.reportedLength();
    waitsMs[host.index] = host.reportedWaitMs();
    reports[host.index] = reportNumber++;
  }

  /** Sorts; each {@code sorting-nodes-interval-ms}. */
  void sort() {
    List<Host> known = new ArrayList<>(hosts.size());
    for (Host host : hosts) {
      if (reports[host.index] >= 0 && lengths[host.index] < model.queueCapacity) {
        known.add(host);
      }
    }
    Comparator<Host> byLoad =
        byWait
            ? Comparator.comparingDouble(host -> waitsMs[host.index])
            : Comparator.comparingInt(host -> lengths[host.index]);
    known.sort(byLoad.thenComparingLong(host -> -reports[host.index]));
    sorted = known;
    measure();
  }

  /** In whole numbers, as stock. */
  private void measure() {
    if (sorted.isEmpty()) {
      return;
    }
    int sum = 0;
    for (Host host : sorted) {
      sum += lengths[host.index];
    }
    meanLength = sum / sorted.size();
    int squares = 0;
    for (Host host : sorted) {
      int difference = lengths[host.index] - meanLength;
      squares += difference * difference;
    }
    lengthDeviation = (int) Math.round(Math.sqrt(squares / (float) sorted.size()));
  }

  /** How many may wait on a node. */
  int lengthLimit() {
    int limit = (int) (meanLength + model.limitSigma * lengthDeviation);
    return Math.min(model.mostLength, Math.max(model.leastLength, limit));
  }

  /** A node for one container, any of the least loaded that has room in its queue; null if none. */
  Host selectAny() {
    int size = Math.min(model.nodesUsed, sorted.size());
    if (size == 0) {
      return null;
    }
    int start = random.nextInt(size);
    for (int i = 0; i < size; i++) {
      Host host = sorted.get((start + i) % size);
      if (byWait) {
        return host;
      }
      if (lengths[host.index] < model.queueCapacity) {
        lengths[host.index]++;
        return host;
      }
    }
    return null;
  }

  /** The list that masters' nodes are sent; the same object until it is renewed. */
  List<Host> leastLoaded(long nowMs) {
    if (listed.isEmpty() || nowMs - listedMs > model.sortMs) {
      listed =
          Collections.unmodifiableList(
              new ArrayList<>(sorted.subList(0, Math.min(model.nodesUsed, sorted.size()))));
      listedMs = listed.isEmpty() ? listedMs : nowMs;
    }
    return listed;
  }
}
