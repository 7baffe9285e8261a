// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.CandidateNode;
import org.yarnext.mercury.policy.placement.ranking.NodeClaim;
import org.yarnext.mercury.policy.placement.ranking.NodeRanking;
import org.yarnext.mercury.policy.placement.ranking.NodeRankingCache;
import org.yarnext.mercury.policy.placement.ranking.StartShareTracker;

/**
 * A cluster in which an application that was submitted early requests containers without end and
 * starts none of them, beside one of another user. Placement sees what it sees in a
 * ResourceManager: waits as nodes report them each second, and its own claims.
 */
public class UnstartedContainersTest {
  private static final int NODES = 20;
  private static final long AHEAD_MS = 9_000;
  private static final long RUN_MS = 1_000;
  private static final int BACKLOG = 100_000;

  /** Lists what a master may do with the containers that it receives. */
  private enum Behaviour {
    STARTS,
    STARTS_NONE,
    RELEASES
  }

  private final UnmetDemandTracker demand = new UnmetDemandTracker(AHEAD_MS, 120_000, 10_000);
  private final Random random = new Random(17);
  private final NodeRankingCache cache =
      new NodeRankingCache(10_000, 1_000, 10_000, 60_000, () -> random);
  private final long[] queueMs = new long[NODES];
  private final Set<Object> started = new HashSet<>();
  private final Set<Object> ended = new HashSet<>();
  private long nowMs;
  private int serial;

  /** An application and what it was given in its last call. */
  private final class Application {
    final JobKey job;
    final Behaviour behaviour;
    final StartShareTracker starts;
    final List<Object> given = new ArrayList<>();
    final List<Integer> givenOn = new ArrayList<>();
    int total;
    long maxWaitMs;
    PlacementReason reason;

    Application(int id, Behaviour behaviour, StartShareTracker user) {
      job = JobKey.of(1, id);
      this.behaviour = behaviour;
      starts = user.ofApplication(0);
    }

    /** Deals with the containers of the last call and requests some; returns how many it gets. */
    int call(int count) {
      for (int i = 0; i < given.size(); i++) {
        if (behaviour == Behaviour.STARTS) {
          started.add(given.get(i));
          queueMs[givenOn.get(i)] += RUN_MS;
          maxWaitMs = Math.max(maxWaitMs, queueMs[givenOn.get(i)]);
        } else if (behaviour == Behaviour.RELEASES) {
          ended.add(given.get(i));
        }
      }
      given.clear();
      givenOn.clear();
      NodeRanking ranking = cache.ranking(nowMs);
      PlacementView view =
          PlacementView.of(
              ranking,
              Collections.singletonList(PlacementRequest.of(count, "").withCostMs(RUN_MS)));
      if (starts.uncountedMs() > 0 || starts.startsFew()) {
        view = view.notStarted(starts.uncountedMs(), starts.startsFew());
      }
      Decision<List<Assignment>> d =
          TopKPlacement.withAllNodes().place(demand.inTurn(job, view, nowMs), random);
      demand.decided(job, view, d, nowMs);
      reason = (PlacementReason) d.reason();
      List<NodeClaim> claims = cache.claim(starts, ranking, d.value(), true, nowMs);
      for (int i = 0; i < claims.size(); i++) {
        Object id = ++serial;
        claims.get(i).bind(id);
        given.add(id);
        givenOn.add(Integer.parseInt(d.value().get(i).node().host().substring(1)));
      }
      total += claims.size();
      return claims.size();
    }
  }

  /** A second: nodes run what was started, and report. */
  private void second() {
    nowMs += 1_000;
    Set<Object> reported = new HashSet<>();
    Set<Object> gone = new HashSet<>();
    for (Object id : cache.unreported(nowMs)) {
      if (started.remove(id)) {
        reported.add(id);
      } else if (ended.remove(id)) {
        gone.add(id);
      }
    }
    List<CandidateNode> reports = new ArrayList<>();
    for (int n = 0; n < NODES; n++) {
      queueMs[n] = Math.max(0, queueMs[n] - 1_000);
      reports.add(CandidateNode.of("n" + n, 1, "/r", "").withWaitMs(queueMs[n]));
    }
    cache.publish(reports, reported, gone, nowMs);
  }

  private void secondTenantIsUnharmedBeside(Behaviour behaviour) {
    Application other = new Application(1, behaviour, StartShareTracker.ofUser(0));
    Application ours = new Application(2, Behaviour.STARTS, StartShareTracker.ofUser(0));
    int wanted = 0;
    int placed = 0;
    int behindMax = 0;
    second();
    for (int s = 0; s < 300; s++) {
      other.call(BACKLOG);
      wanted += NODES / 2; // half of what the nodes can run
      int got = ours.call(wanted - placed);
      placed += got;
      if (s >= 30) {
        behindMax = Math.max(behindMax, wanted - placed);
      }
      second();
    }
    assertEquals("containers that wait after the first seconds", 0, behindMax);
    assertTrue("waits of " + ours.maxWaitMs, ours.maxWaitMs <= AHEAD_MS + RUN_MS);
  }

  @Test
  public void secondTenantIsPlacedBesideOneThatStartsNothing() {
    secondTenantIsUnharmedBeside(Behaviour.STARTS_NONE);
  }

  @Test
  public void secondTenantIsPlacedBesideOneThatReleasesAllItIsGiven() {
    secondTenantIsUnharmedBeside(Behaviour.RELEASES);
  }

  /** Else it would be given all of its backlog, and could start it at once later. */
  @Test
  public void applicationThatStartsNothingIsGivenNoMoreThanTheRoomOfAllNodes() {
    Application other = new Application(1, Behaviour.STARTS_NONE, StartShareTracker.ofUser(0));
    second();
    for (int s = 0; s < 50; s++) {
      other.call(BACKLOG);
      second();
    }
    assertEquals(NODES * AHEAD_MS / RUN_MS, other.total, NODES);
    assertEquals(PlacementReason.PLACE_NOT_STARTED, other.reason);
  }

  /** Many applications of one user are no better than one. */
  @Test
  public void tenantThatSubmitsNewApplicationsGainsNothing() {
    StartShareTracker user = StartShareTracker.ofUser(0);
    Application ours = new Application(1_000, Behaviour.STARTS, StartShareTracker.ofUser(0));
    int wanted = 0;
    int placed = 0;
    int behindMax = 0;
    second();
    for (int s = 0; s < 200; s++) {
      if (s % 5 == 0) {
        for (int i = 0; i < 5; i++) {
          new Application(1 + 5 * s + i, Behaviour.STARTS_NONE, user).call(BACKLOG);
        }
      }
      wanted += NODES / 2;
      placed += ours.call(wanted - placed);
      if (s >= 30) {
        behindMax = Math.max(behindMax, wanted - placed);
      }
      second();
    }
    assertEquals(0, behindMax);
  }

  /** The limit of queues holds as before for an application that starts what it is given. */
  @Test
  public void applicationThatStartsEverythingFillsTheQueuesUpToTheLimit() {
    Application ours = new Application(1, Behaviour.STARTS, StartShareTracker.ofUser(0));
    second();
    for (int s = 0; s < 60; s++) {
      ours.call(BACKLOG);
      second();
      for (long each : queueMs) {
        assertTrue("idle at " + s, s < 3 || each > 0);
      }
    }
    assertTrue("waits of " + ours.maxWaitMs, ours.maxWaitMs <= AHEAD_MS + RUN_MS);
    assertEquals(PlacementReason.PLACE_QUEUES_FULL, ours.reason);
  }
}
