// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.coordinator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * A small closed loop, in steps of a second: nodes run one container after the other, report their
 * wait every few seconds, get the limit with the heartbeat and shed down to it; what is shed is
 * placed again some seconds later, as stock does it: on the least loaded nodes by the reports of
 * then. Containers all take {@link #RUN_MS}.
 */
final class SheddingLoop {
  static final long RUN_MS = 5_000;
  private static final int STEP_MS = 1000;
  private static final int HEARTBEAT_STEPS = 3;
  private static final int TOP = 3;

  /** Decides the limit from what the nodes reported last. */
  interface Limits {
    OptionalInt next(List<NodeHeartbeatSnapshot> sightings, long nowMs);
  }

  /** Asked again for, at a step. */
  private static final class Again {
    final int step;

    Again(int step) {
      this.step = step;
    }
  }

  final double[] workMs;

  /** Part of its wait that each node reports. */
  final double[] share;

  int sheds;
  int lastShedStep;
  private final Random random;
  private final Limits limits;
  private final int patienceSteps;
  private final int replaceSteps;
  private final NodeHeartbeatSnapshot[] reported;
  private final int[] exceededSince;
  private final List<Again> again = new ArrayList<>();
  private OptionalInt limit = OptionalInt.empty();
  private int step;

  SheddingLoop(Random random, int nodes, Limits limits, int patienceSteps, int replaceSteps) {
    this.random = random;
    this.limits = limits;
    this.patienceSteps = patienceSteps;
    this.replaceSteps = replaceSteps;
    workMs = new double[nodes];
    share = new double[nodes];
    Arrays.fill(share, 1);
    reported = new NodeHeartbeatSnapshot[nodes];
    exceededSince = new int[nodes];
    for (int i = 0; i < nodes; i++) {
      reported[i] = new NodeHeartbeatSnapshot("n" + i, null, -1, 0);
      exceededSince[i] = -1;
    }
  }

  /** One second; {@code arrivals} new containers on nodes drawn by lot. */
  void step(int arrivals, boolean drains) {
    for (int i = 0; i < arrivals; i++) {
      workMs[random.nextInt(workMs.length)] += RUN_MS;
    }
    again.removeIf(
        a -> {
          boolean now = a.step <= step;
          if (now) {
            workMs[leastLoaded()] += RUN_MS;
          }
          return now;
        });
    for (int i = 0; i < workMs.length; i++) {
      if ((step + i) % HEARTBEAT_STEPS == 0) {
        reported[i] =
            new NodeHeartbeatSnapshot(
                "n" + i, new Object(), share[i] * workMs[i], workMs[i] > 0 ? 1 : 0);
        obey(i);
      }
      if (drains) {
        workMs[i] = Math.max(0, workMs[i] - STEP_MS);
      }
    }
    List<NodeHeartbeatSnapshot> all = new ArrayList<>();
    for (NodeHeartbeatSnapshot s : reported) {
      all.add(s);
    }
    limit = limits.next(all, (long) step * STEP_MS);
    step++;
  }

  private void obey(int node) {
    if (!limit.isPresent() || workMs[node] <= limit.getAsInt()) {
      exceededSince[node] = -1;
      return;
    }
    if (exceededSince[node] < 0) {
      exceededSince[node] = step;
    }
    if (step - exceededSince[node] < patienceSteps) {
      return;
    }
    exceededSince[node] = -1;
    int atMost = Math.max(1, (int) (workMs[node] / RUN_MS / 2));
    for (int i = 0; i < atMost && workMs[node] > limit.getAsInt() && workMs[node] > RUN_MS; i++) {
      workMs[node] -= RUN_MS;
      again.add(new Again(step + replaceSteps));
      sheds++;
      lastShedStep = step;
    }
  }

  private int leastLoaded() {
    List<Integer> nodes = new ArrayList<>();
    for (int i = 0; i < reported.length; i++) {
      nodes.add(i);
    }
    nodes.sort(Comparator.comparingDouble(i -> reported[i].waitMs));
    return nodes.get(random.nextInt(Math.min(TOP, nodes.size())));
  }

  double totalMs() {
    double sum = again.size() * RUN_MS;
    for (double w : workMs) {
      sum += w;
    }
    return sum;
  }

  double longestMs() {
    double longest = 0;
    for (double w : workMs) {
      longest = Math.max(longest, w);
    }
    return longest;
  }
}
