// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.share.fairness.QueueTree;

/**
 * Several Routers that read, think, and write by compare-and-set in any order, die and return:
 * every job is started once, none is lost, no quota is exceeded.
 */
@RunWith(JUnitQuickcheck.class)
public class GangWorldTest {
  private static final long LEASE_MS = 1_000;
  private static final String[] QUEUES = {"root.t.a", "root.t.b", "root.c"};

  /** A Router with what it read some time ago. */
  private static final class Router {
    final String name;
    AdmittedGangRegistry seen = AdmittedGangRegistry.empty();
    List<PendingGang> seenPending = Collections.emptyList();
    boolean dead;

    Router(String name) {
      this.name = name;
    }
  }

  private static final class World {
    final Random random;
    final GangAdmissionPolicy policy;
    final GangQuotas quotas;
    final List<Router> routers = new ArrayList<>();
    final Map<String, PendingGang> pending = new TreeMap<>();
    final Set<String> submitted = new HashSet<>();
    final Set<String> killedWaiting = new HashSet<>();
    final Set<String> taken = new HashSet<>();
    final Set<String> confirmed = new HashSet<>();
    final Set<String> running = new HashSet<>();
    final Set<String> over = new HashSet<>();
    AdmittedGangRegistry stored = AdmittedGangRegistry.empty();
    long nowMs;

    World(long seed) {
      random = new Random(seed);
      policy = new GangAdmissionPolicy(random.nextInt(3));
      QueueTree.Builder tree = QueueTree.builder();
      int t = tree.add(0, "t", 1);
      tree.add(t, "a", 1);
      tree.add(t, "b", 1);
      tree.add(0, "c", 1);
      Map<String, Long> quota = new HashMap<>();
      quota.put("root", 30L);
      quota.put("root.t", 20L);
      quota.put("root.t.a", 10L + random.nextInt(10));
      quota.put("root.c", 10L);
      quotas = GangQuotas.of(tree.build(), quota);
      for (int i = 0; i < 3; i++) {
        routers.add(new Router("r" + i));
      }
    }

    private boolean write(Decision<AdmittedGangRegistry> change) {
      AdmittedGangRegistry next = change.value();
      if (next.version() != stored.version()) {
        return false;
      }
      stored =
          AdmittedGangRegistry.of(
                  stored.version() + 1, next.admitted(), next.overtaken(), next.killed())
              .with(next.refused(), next.turns());
      withinQuotas();
      return true;
    }

    private void withinQuotas() {
      Map<String, Long> used = stored.taken();
      long a = used.getOrDefault("root.t.a", 0L);
      long t = a + used.getOrDefault("root.t.b", 0L);
      long c = used.getOrDefault("root.c", 0L);
      assertTrue(quotas.hasRoom(quotas.queues().indexOf("root.t.a"), a, 0));
      assertTrue(t <= 20 && c <= 10 && t + c <= 30);
    }

    void submit() {
      String id = "j" + submitted.size();
      PendingGang gang =
          PendingGang.of(
              id, QUEUES[random.nextInt(3)], 1, 1 + random.nextInt(10), submitted.size());
      submitted.add(id);
      pending.put(id, gang);
    }

    /** One thing that one Router does, on what it knows. */
    void act(Router router) {
      switch (random.nextInt(5)) {
        case 0:
          router.seen = stored;
          router.seenPending = new ArrayList<>(pending.values());
          break;
        case 1:
          GangAdmissionDecisions plan =
              policy.plan(router.seenPending, router.seen, quotas).value();
          write(router.seen.admit(plan, router.name, nowMs + LEASE_MS));
          break;
        case 2:
          write(router.seen.takeOver(router.name, id -> false, nowMs, nowMs + LEASE_MS));
          break;
        default:
          start(router);
      }
    }

    private void start(Router router) {
      for (String id : stored.startedBy(router.name)) {
        if (stored.admitted().get(id).isKilled()) {
          over.add(id);
          pending.remove(id);
          write(stored.ended(Collections.singleton(id)));
          continue;
        }
        taken.add(id);
        running.add(id);
        if (random.nextInt(4) == 0) {
          router.dead = true; // after the ResourceManager took the job, before saying so
          return;
        }
        pending.remove(id);
        assertTrue(write(stored.started(Collections.singletonMap(id, "x@1"))));
        assertTrue(id + " is started twice", confirmed.add(id));
        if (stored.admitted().get(id).isKilled()) {
          end(id);
        }
      }
    }

    private void end(String id) {
      running.remove(id);
      over.add(id);
      write(stored.ended(Collections.singleton(id)));
    }

    void step() {
      nowMs += random.nextInt(200);
      int what = random.nextInt(13);
      if (what == 12) {
        write(stored.ended(stored.killed()));
      } else if (what == 0) {
        submit();
      } else if (what == 1 && !submitted.isEmpty()) {
        kill("j" + random.nextInt(submitted.size()));
      } else if (what == 2) {
        running.stream()
            .filter(
                id -> stored.admitted().containsKey(id) && stored.admitted().get(id).isRunning())
            .findFirst()
            .ifPresent(this::end);
      } else if (what == 3) {
        routers.get(random.nextInt(3)).dead = false;
      } else {
        Router router = routers.get(random.nextInt(3));
        if (!router.dead) {
          act(router);
        }
      }
    }

    private void kill(String id) {
      if (over.contains(id) || running.contains(id)) {
        return;
      }
      write(stored.kill(id));
      if (!stored.admitted().containsKey(id)) {
        killedWaiting.add(id);
        pending.remove(id);
      }
    }
  }

  @Property(trials = 1000)
  public void everyGangIsStartedOnceOrKilled(@When(seed = 41) long seed) {
    World world = new World(seed);
    for (int i = 0; i < 300; i++) {
      world.step();
    }
    world.routers.forEach(r -> r.dead = false);
    for (int i = 0; i < 1_000 && !(world.pending.isEmpty() && world.running.isEmpty()); i++) {
      world.nowMs += LEASE_MS;
      for (Router r : world.routers) {
        r.dead = false;
        r.seen = world.stored;
        r.seenPending = new ArrayList<>(world.pending.values());
        world.write(r.seen.takeOver(r.name, id -> false, world.nowMs, world.nowMs + LEASE_MS));
        r.seen = world.stored;
        world.write(
            r.seen.admit(
                world.policy.plan(r.seenPending, r.seen, world.quotas).value(),
                r.name,
                world.nowMs + LEASE_MS));
        world.start(r);
      }
      new ArrayList<>(world.stored.admitted().keySet())
          .forEach(
              id -> {
                if (world.stored.admitted().get(id).isRunning()) {
                  world.end(id);
                }
              });
    }
    assertTrue("nothing waits for ever: " + world.pending, world.pending.isEmpty());
    for (String id : world.submitted) {
      boolean killed = world.killedWaiting.contains(id);
      assertTrue(id + " is lost", killed || world.over.contains(id));
      assertFalse(id + " was killed and started", killed && world.taken.contains(id));
    }
    assertTrue(world.stored.admitted().isEmpty());
    assertEquals(
        "what was overtaken is forgotten", Collections.emptyMap(), world.stored.overtaken());
  }
}
