// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.policing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.runner.RunWith;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.JobKey;
import org.yarnext.mercury.policy.MercuryReason;
import org.yarnext.mercury.policy.NodeView;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.queue.JobSubmissionOrder;
import org.yarnext.mercury.policy.queue.NodeQueueLimits;
import org.yarnext.mercury.policy.reclaim.LeastWorkLostVictims;
import org.yarnext.mercury.policy.shedding.LastToRunShedding;

/** The rules that every ceiling keeps, in random lives of a node. */
@RunWith(JUnitQuickcheck.class)
public class CeilingPolicyPropertiesTest {
  private static final ResourceVector NODE = ResourceVector.of(16 * 1024, 16);
  private static final long HOLD_MS = 20_000;
  private static final int STEPS = 120;

  /** A queue with a ceiling, a twin without, and what runs on the node they decide for. */
  private static final class World {
    final Random random;
    final CeilingPolicy ceiling;
    final NodeQueue queue;
    final NodeQueue twin;
    final Map<String, ContainerView> running = new HashMap<>();
    final Set<String> waiting = new HashSet<>();
    ResourceVector guaranteed = ResourceVector.NONE;
    long now = 1_000_000;
    int last;

    World(long seed, CeilingPolicy fixed) {
      random = new Random(seed);
      ceiling = fixed == null ? draw() : fixed;
      queue = queue(ceiling);
      twin = queue(CeilingPolicy.NONE);
    }

    private CeilingPolicy draw() {
      return random.nextBoolean()
          ? new StaticCeilingPolicy(1 + random.nextInt(100), 1 + random.nextInt(100))
          : new HistoryCeilingPolicy(
              new DemandHistory(20_000, 60_000, 0.05 + 0.95 * random.nextDouble()));
    }

    private NodeQueue queue(CeilingPolicy with) {
      return new NodeQueue(
          new JobSubmissionOrder(),
          new LeastWorkLostVictims(),
          new LastToRunShedding(),
          with,
          new NodeQueueLimits(1000, 10_000, 1, 0).withPolicingMaxWait(HOLD_MS),
          now);
    }

    NodeView node() {
      return new NodeView(now, NODE, guaranteed.plus(opportunistic()), ResourceVector.NONE, 0);
    }

    ResourceVector opportunistic() {
      ResourceVector sum = ResourceVector.NONE;
      for (ContainerView c : running.values()) {
        sum = sum.plus(c.resources());
      }
      return sum;
    }

    void step() {
      now += random.nextInt(1_500);
      int dice = random.nextInt(10);
      if (dice < 4) {
        ContainerView c =
            ContainerView.queued(
                "c" + last++,
                JobKey.of(1, random.nextInt(4)),
                0,
                ResourceVector.of(256 * (1 + random.nextInt(16)), 1 + random.nextInt(4)),
                random.nextInt(15_000),
                now);
        queue.enqueue(c);
        twin.enqueue(c);
        waiting.add(c.id());
      } else if (dice < 7 && !running.isEmpty()) {
        end(running.keySet().iterator().next());
      } else {
        ResourceVector next = ResourceVector.of(random.nextInt(16 * 1024), random.nextInt(17));
        for (String id :
            queue.toReclaim(next.minus(guaranteed).max(ResourceVector.NONE), node()).value()) {
          end(id);
        }
        if (next.plus(opportunistic()).fitsIn(NODE)) {
          guaranteed = next;
        }
      }
      queue.observe(node());
    }

    void end(String id) {
      running.remove(id);
      queue.onFinished(id, now);
      twin.onFinished(id, now);
    }

    void start(String id) {
      ContainerView c = queue.get(id).startedAt(now);
      queue.onStarted(c, now);
      twin.onStarted(c, now);
      running.put(id, c);
      waiting.remove(id);
    }
  }

  @Property(trials = 150, shrink = false)
  public void opportunisticContainersStayBelowTheCeilingAndTheNode(@When(seed = 1) long seed) {
    World w = new World(seed, null);
    for (int i = 0; i < STEPS; i++) {
      w.step();
      List<String> starts = w.queue.toStart(w.node()).value();
      assertEquals("deciding changes nothing", starts, w.queue.toStart(w.node()).value());
      ResourceVector ceiling = w.ceiling.allowed(w.node(), w.guaranteed, 0);
      starts.forEach(w::start);
      if (!starts.isEmpty()) {
        assertTrue(w.opportunistic() + " of " + ceiling, w.opportunistic().fitsIn(ceiling));
        assertTrue(w.opportunistic().plus(w.guaranteed).fitsIn(NODE));
      }
    }
  }

  @Property(trials = 150, shrink = false)
  public void ceilingIsWithinTheNodeAndNeverRisesWithTheHorizon(@When(seed = 2) long seed) {
    World w = new World(seed, null);
    for (int i = 0; i < STEPS; i++) {
      w.step();
      ResourceVector before = NODE;
      for (long horizon = 0; horizon < 100_000; horizon = 2 * horizon + 100) {
        ResourceVector allowed = w.ceiling.allowed(w.node(), w.guaranteed, horizon);
        assertTrue(allowed.toString(), ResourceVector.NONE.fitsIn(allowed));
        assertTrue(allowed + " after " + before, allowed.fitsIn(before));
        before = allowed;
      }
    }
  }

  @Property(trials = 150, shrink = false)
  public void reclaimingEqualsReclaimingWithoutACeiling(@When(seed = 3) long seed) {
    World w = new World(seed, null);
    for (int i = 0; i < STEPS; i++) {
      w.step();
      w.queue.toStart(w.node()).value().forEach(w::start);
      ResourceVector need = ResourceVector.of(w.random.nextInt(8_192), w.random.nextInt(9));
      assertEquals(
          w.twin.toReclaim(need, w.node()).toString(),
          w.queue.toReclaim(need, w.node()).toString());
    }
  }

  @Property(trials = 150, shrink = false)
  public void unlimitedCeilingChangesNothing(@When(seed = 4) long seed) {
    // Not the same object, so that the queue takes the way of any ceiling.
    CeilingPolicy all = (node, guaranteed, horizonMs) -> node.total();
    World w = new World(seed, all);
    for (int i = 0; i < STEPS; i++) {
      w.step();
      NodeView node = w.node();
      assertEquals(w.twin.toStart(node).toString(), w.queue.toStart(node).toString());
      assertEquals(
          w.twin.waitSnapshot(node).at(w.now).totalMs(),
          w.queue.waitSnapshot(node).at(w.now).totalMs(),
          0);
      w.queue.toStart(node).value().forEach(w::start);
    }
  }

  /** Only what fits under the present ceiling is looked for; a fixed one may refuse for ever. */
  @Property(trials = 100, shrink = false)
  public void historyCeilingStarvesNoContainer(@When(seed = 5) long seed) {
    World w = new World(seed, new HistoryCeilingPolicy(new DemandHistory(20_000, 60_000, 1)));
    for (int i = 0; i < STEPS; i++) {
      w.step();
      w.queue.toStart(w.node()).value().forEach(w::start);
    }
    w.guaranteed = ResourceVector.NONE;
    w.now += HOLD_MS;
    while (!w.waiting.isEmpty()) {
      w.queue.observe(w.node());
      List<String> starts = w.queue.toStart(w.node()).value();
      assertTrue("something starts or runs", !starts.isEmpty() || !w.running.isEmpty());
      starts.forEach(w::start);
      w.now += 1;
      new HashSet<>(w.running.keySet()).forEach(w::end);
    }
    assertEquals(MercuryReason.QUEUE_EMPTY, w.queue.toStart(w.node()).reason());
  }
}
