// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.runner.RunWith;
import org.yarnext.tez.policy.estimate.AttemptRun;
import org.yarnext.tez.policy.estimate.TaskFeatures;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;
import org.yarnext.tez.policy.opportunistic.ContainerRunTimeEstimator;
import org.yarnext.tez.policy.opportunistic.ContainerSupply;

/** The counters equal a recount of all requests after each event; a failure names the seed. */
@RunWith(JUnitQuickcheck.class)
public class DagStatePropertiesTest {
  private static final String V = "v";
  private static final int ATTEMPTS = 20;
  private static final int STEPS = 200;
  private static final double RUN_MS = 900;

  private final EstimatorContext parts =
      TezFixture.of("mode", "on", "container-start", "2s", "hybrid.threshold", "5s");
  private final VertexHistory past =
      VertexHistory.NONE.with(new VertexRunSummary(Collections.nCopies(5, RUN_MS), -1, 0, 0));
  private final DagState book = new DagState("dag", parts, Collections.singletonMap(V, past), true);

  private final Map<Long, Long> waiting = new HashMap<>();
  private final Set<Long> placed = new HashSet<>();

  private long walked(long room, long nowMs) {
    long opportunistic = 0;
    long guaranteed = 0;
    for (Map.Entry<Long, Long> ask : waiting.entrySet()) {
      if (!book.isOpportunistic(V, ask.getKey())) {
        guaranteed++;
      } else if (nowMs - ask.getValue() < 5_000) {
        opportunistic++;
      }
    }
    return opportunistic + Math.min(guaranteed, room);
  }

  @Property(trials = 200)
  public void countersEqualAFullScan(@When(seed = 1) long seed) {
    Random random = new Random(seed);
    long nowMs = random.nextInt(10_000);
    for (int step = 0; step < STEPS; step++) {
      nowMs += random.nextInt(4) * random.nextInt(500);
      somethingHappens(random, random.nextInt(ATTEMPTS), nowMs);
      long room = random.nextInt(10);
      long asks = waiting.size();
      long toCome = walked(room, nowMs);
      assertEquals(
          "step " + step,
          ContainerRunTimeEstimator.expectedMs(
              2_000, RUN_MS, RUN_MS, asks, placed.size(), toCome, true),
          book.containerMs(V, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, room, nowMs));
    }
  }

  private void somethingHappens(Random random, long attempt, long nowMs) {
    switch (random.nextInt(6)) {
      case 0:
      case 1:
        book.onRequested(V, attempt, nowMs);
        waiting.put(attempt, nowMs);
        break;
      case 2:
        Set<String> none = Collections.emptySet();
        ContainerSupply supply = ContainerSupply.UNKNOWN.withRoom(random.nextInt(10));
        book.choose(V, (int) attempt, attempt, none, TaskFeatures.UNKNOWN, 0, supply, nowMs);
        break;
      case 3:
        book.asksGuaranteed(V, attempt);
        break;
      case 4:
        book.placed(V, attempt, false);
        if (waiting.remove(attempt) != null) {
          placed.add(attempt);
        }
        break;
      default:
        boolean lost = random.nextInt(10) == 0;
        book.ended(
            V, (int) attempt, attempt, false, lost, AttemptRun.UNKNOWN, AttemptRun.UNKNOWN, nowMs);
        waiting.remove(attempt);
        placed.remove(attempt);
        break;
    }
  }
}
