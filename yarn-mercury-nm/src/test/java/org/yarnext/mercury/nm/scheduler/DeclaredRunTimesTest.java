// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.junit.Test;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.queue.ShortestFirstOrder;

/**
 * Two users' applications of the same size on one node that runs the shortest containers first, in
 * virtual time: whatever one declares, the other has to wait no longer than beside an honest one.
 */
public class DeclaredRunTimesTest {
  private static final int SLOTS = 8;
  private static final double TOLERATED = 1.05;

  /** Ways in which an application tries to get ahead. */
  private enum Neighbour {
    HONEST(1),
    DECLARES_NEXT_TO_NOTHING(0),
    DECLARES_A_THIRD(0.34),
    DECLARES_FOREVER(10_000),
    DECLARES_NEXT_TO_NOTHING_AND_FAILS(0),
    DECLARES_NEXT_TO_NOTHING_IN_NEW_APPLICATIONS(0),
    DECLARES_NEXT_TO_NOTHING_AT_NEW_PRIORITIES(0);

    final double factor;

    Neighbour(double factor) {
      this.factor = factor;
    }

    long declares(long runMs) {
      return Math.max(1, Math.round(runMs * factor));
    }
  }

  /** One container and what it does. */
  private static final class Work {
    final FakeContainer container;
    final String user;
    final long runMs;
    final int exit;

    Work(FakeContainer container, String user, long runMs, int exit) {
      this.container = container;
      this.user = user;
      this.runMs = runMs;
      this.exit = exit;
    }
  }

  @Test
  public void honestUserIsNotDelayedWithEqualRunTimes() {
    compare(40, random -> 30_000L, Neighbour.values());
  }

  @Test
  public void honestUserIsNotDelayedWithDifferentRunTimes() {
    // So many that the length of the last one does not matter.
    compare(
        120,
        random -> 5_000L + random.nextInt(60_000),
        Neighbour.DECLARES_NEXT_TO_NOTHING,
        Neighbour.DECLARES_A_THIRD);
  }

  /** One user's waiting containers may all declare different run times. */
  @Test
  public void containerThatNeverRanChangesNoEstimate() {
    AtomicLong judged = new AtomicLong();
    UserRunTimeCache users =
        new UserRunTimeCache((declaredMs, ranMs) -> judged.incrementAndGet() < 0, 0, 100);
    try (FakeNode node = new FakeNode(ResourceVector.of(1024, 1), 100, false)) {
      node.estimates = new RunTimeEstimateCache(10_000, 100, users);
      node.on(new MercurySetup());
      node.finish(declaring(node, 1_000));
      final FakeContainer running = declaring(node, 2_000);
      List<FakeContainer> waiting = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        waiting.add(declaring(node, 3_000 + i));
      }
      judged.set(0);
      for (FakeContainer c : waiting.subList(1, 10)) {
        c.killByMaster();
        node.die(c);
      }
      assertEquals(0, judged.get());
      node.finish(running);
      assertTrue(judged.get() > 0);
      assertEquals(1, waiting.get(0).launches);
    }
  }

  private static FakeContainer declaring(FakeNode node, long ms) {
    FakeContainer c =
        node.create(ExecutionType.OPPORTUNISTIC, 1024, 1, 1, 0, FakeContainer.noTags());
    c.declaring(ms);
    node.send(new ContainerSchedulerEvent(c, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
    node.drain();
    return c;
  }

  private interface Lengths {
    long next(Random random);
  }

  private static void compare(int containers, Lengths lengths, Neighbour... neighbours) {
    List<String> late = new ArrayList<>();
    for (boolean neighbourFirst : new boolean[] {true, false}) {
      long honest = endsAt(Neighbour.HONEST, neighbourFirst, containers, lengths);
      for (Neighbour neighbour : neighbours) {
        long ms = endsAt(neighbour, neighbourFirst, containers, lengths);
        if (ms > TOLERATED * honest) {
          late.add(
              neighbour
                  + (neighbourFirst ? " first: " : " second: ")
                  + ms
                  + " ms instead of "
                  + honest);
        }
      }
    }
    assertEquals("the honest user has to wait", Collections.emptyList(), late);
  }

  /** When the last container of the honest user ends, in ms. */
  private static long endsAt(
      Neighbour neighbour, boolean neighbourFirst, int containers, Lengths lengths) {
    MercurySetup setup = new MercurySetup();
    setup.order = new ShortestFirstOrder();
    setup.limits = new NodeQueueLimits(10 * containers, 3_600_000, 1.0, 0);
    try (FakeNode node =
        new FakeNode(ResourceVector.of(1024 * SLOTS, SLOTS), 10 * containers, false).on(setup)) {
      final long startMs = node.now();
      Map<FakeContainer, Work> all = new HashMap<>();
      Random random = new Random(7);
      Random neighboursRandom = new Random(8);
      for (int turn = 0; turn < 2; turn++) {
        boolean honest = (turn == 0) != neighbourFirst;
        for (int i = 0; i < containers; i++) {
          Work work =
              honest
                  ? honest(node, lengths.next(random))
                  : neighbour(node, neighbour, i, lengths.next(neighboursRandom));
          all.put(work.container, work);
          node.send(
              new ContainerSchedulerEvent(
                  work.container, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
        }
      }
      PriorityQueue<Work> running =
          new PriorityQueue<>(
              Comparator.comparingLong(w -> w.container.getContainerLaunchTime() + w.runMs));
      node.observe(
          new FakeNode.Observer() {
            @Override
            public void launched(FakeContainer c) {
              running.add(all.get(c));
            }
          });
      node.drain();
      long endMs = 0;
      int ended = 0;
      while (!running.isEmpty()) {
        Work next = running.remove();
        node.pass(next.container.getContainerLaunchTime() + next.runMs - node.now());
        next.container.running();
        next.container.done(next.exit);
        node.drain();
        node.forget(next.container);
        ended++;
        endMs = next.user.equals("alice") ? node.now() : endMs;
      }
      assertEquals(2 * containers, ended);
      return endMs - startMs;
    }
  }

  private static Work honest(FakeNode node, long runMs) {
    return new Work(create(node, 1, 0).of("alice").declaring(runMs), "alice", runMs, 0);
  }

  private static Work neighbour(FakeNode node, Neighbour kind, int i, long runMs) {
    boolean fails = kind == Neighbour.DECLARES_NEXT_TO_NOTHING_AND_FAILS;
    int app = kind == Neighbour.DECLARES_NEXT_TO_NOTHING_IN_NEW_APPLICATIONS ? 2 + i / 4 : 2;
    int priority = kind == Neighbour.DECLARES_NEXT_TO_NOTHING_AT_NEW_PRIORITIES ? i / 4 : 0;
    FakeContainer c = create(node, app, priority).of("mallory").declaring(kind.declares(runMs));
    return new Work(c, "mallory", runMs, fails ? 1 : 0);
  }

  private static FakeContainer create(FakeNode node, int app, int priority) {
    return node.create(ExecutionType.OPPORTUNISTIC, 1024, 1, app, priority, FakeContainer.noTags());
  }

  /**
   * An application can name allocation tags in a SchedulingRequest, which makes guaranteed ones.
   */
  @Test
  public void allocationTagsSetByAnApplicationAreIgnored() {
    try (FakeNode node = new FakeNode(ResourceVector.of(1024, 1), 100, false)) {
      MercurySetup setup = new MercurySetup();
      setup.order = new ShortestFirstOrder();
      node.on(setup);
      final FakeContainer running = node.opportunistic(1024);
      final FakeContainer first = node.opportunistic(1024);
      for (String tag :
          new String[] {
            "yarnext.mercury.run-ms=1", "yarnext.mercury.learnt-ms=1", "yarnext.mercury.rather-ms=1"
          }) {
        FakeContainer demoted =
            node.create(ExecutionType.OPPORTUNISTIC, 1024, 1, 2, 0, Collections.singleton(tag))
                .ofVersion(1);
        node.send(
            new ContainerSchedulerEvent(demoted, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
      }
      node.drain();
      node.pass(5_000);
      node.finish(running);
      assertTrue("it has waited longest", first.launches > 0);
    }
  }
}
