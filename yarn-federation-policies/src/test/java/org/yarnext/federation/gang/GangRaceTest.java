// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Three Routers before a real store, of which one dies in the middle of starting a job, over and
 * over: of thousands of jobs each is started exactly once, and no quota is ever exceeded. More
 * jobs: {@code -Dfederation.jobs=10000}.
 */
public class GangRaceTest {
  private static final int JOBS = Integer.getInteger("federation.jobs", 3_000);
  private static final int SUBMITTERS = 4;
  private static final int DEATHS = 3;
  private static final long LEASE_MS = 5_000;
  private static final long PAUSE_MS = 50;
  private static final long PATIENCE_MS = 240_000;
  private static final long FOR_EVER_MS = 86_400_000;
  private static final int ROUTERS = 3;
  private static final String[] QUEUES = {"root.t.a", "root.t.b", "root.c"};
  private static final Map<String, Long> QUOTAS = new TreeMap<>();

  static {
    QUOTAS.put("root.t", 1_500L);
    QUOTAS.put("root.t.a", 1_000L);
    QUOTAS.put("root.t.b", 1_000L);
    QUOTAS.put("root.c", 500L);
  }

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Map<String, PendingGang> submitted = new ConcurrentHashMap<>();

  /** Ids and when ResourceManagers took them; they take each once, while they know it. */
  private final Map<String, Long> taken = new ConcurrentHashMap<>();

  /** Ids that ended, and are forgotten from then on. */
  private final Set<String> over = ConcurrentHashMap.newKeySet();

  private final AtomicInteger deathsToCome = new AtomicInteger(DEATHS);
  private final List<Throwable> failures = new ArrayList<>();
  private final AtomicLong round = new AtomicLong();
  private final RoundClock clock = new RoundClock(ROUTERS);

  private static final class Death extends Error {}

  /** A Router's own way to the ResourceManagers. */
  private final class Starter implements GangLauncher {
    private final Random random;
    private final boolean mortal;
    private int starts;

    Starter(int seed, boolean mortal) {
      random = new Random(seed);
      this.mortal = mortal;
    }

    @Override
    public String start(GangJob job, boolean first) {
      boolean dies = mortal && ++starts % 4 == 0 && deathsToCome.getAndDecrement() > 0;
      if (dies && random.nextBoolean()) {
        throw new Death(); // before anybody heard of the job
      }
      if (over.contains(job.gang().id())) {
        throw new AssertionError(job.gang().id() + " would run a second time");
      }
      if (taken.putIfAbsent(job.gang().id(), round.incrementAndGet()) != null && first) {
        throw new AssertionError(job.gang().id() + " was started before");
      }
      if (dies) {
        throw new Death(); // before the book says so
      }
      return "";
    }

    @Override
    public void kill(GangJob job) {
      throw new AssertionError("nobody asked for that");
    }

    /** Jobs end when a while has passed since they were taken, measured in jobs. */
    @Override
    public State state(String id, String takenBy) {
      if (round.incrementAndGet() - taken.get(id) <= 200) {
        return State.KEPT;
      }
      over.add(id);
      return State.OVER;
    }
  }

  @Test
  public void eachGangIsStartedOnceThoughRoutersDie() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      store.publish(QUOTAS);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < SUBMITTERS; i++) {
        int first = i;
        threads.add(thread(() -> submit(first)));
      }
      for (int i = 0; i < ROUTERS; i++) {
        int number = i;
        threads.add(thread(() -> route(number)));
      }
      for (Thread thread : threads) {
        thread.join(PATIENCE_MS);
      }
      assertEquals(failures.toString(), 0, failures.size());
      assertEquals("submitted", JOBS, submitted.size());
      assertEquals("started", submitted.keySet(), taken.keySet());
      assertTrue("some died", deathsToCome.get() <= 0);
      assertEquals("no record is left", 0, store.jobs().size());
      assertTrue("quota is given back", store.registry().admitted().isEmpty());
    }
  }

  private Thread thread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (Throwable t) {
                synchronized (failures) {
                  failures.add(t);
                }
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private interface Work {
    void run() throws Exception;
  }

  private void submit(int first) throws IOException {
    Random random = new Random(first);
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      for (int i = first; i < JOBS; i += SUBMITTERS) {
        String queue = QUEUES[random.nextInt(QUEUES.length)];
        PendingGang gang =
            PendingGang.of("application_1_" + i, queue, 1, 1 + random.nextInt(20), 0);
        submitted.put(gang.id(), gang);
        assertTrue(store.add(GangJob.of("user" + i % 7, gang, i, new byte[300])));
      }
    }
  }

  /** A Router and those that are started in its place when it dies. */
  private void route(int number) throws IOException, InterruptedException {
    for (int life = 0; true; life++) {
      try (ZooKeeperRecordStore records = zooKeeper.connect()) {
        GangStore store = new GangStore(records);
        GangCoordinator keeper =
            new GangCoordinator(
                "router" + number + "-" + life,
                store,
                new GangAdmissionPolicy(2),
                new Starter(10 * number + life, number == 0),
                clock::nowMs,
                LEASE_MS,
                FOR_EVER_MS,
                FOR_EVER_MS,
                StoredGangs.NOBODY);
        while (!isOver(store)) {
          keeper.round();
          assertWithinQuotas(store.registry());
          keeper.sweep(() -> true);
          clock.roundEnded(number);
          Thread.sleep(PAUSE_MS);
        }
        clock.remove(number);
        return;
      } catch (Death e) {
        continue;
      }
    }
  }

  private boolean isOver(GangStore store) throws IOException {
    return submitted.size() == JOBS
        && taken.size() == JOBS
        && store.registry().admitted().isEmpty()
        && store.jobs().isEmpty();
  }

  private static void assertWithinQuotas(AdmittedGangRegistry book) {
    QUOTAS.forEach(
        (queue, quota) -> {
          long sum =
              book.admitted().values().stream()
                  .filter(a -> (a.queue() + ".").startsWith(queue + "."))
                  .mapToLong(a -> a.amount())
                  .sum();
          assertTrue(queue + " has " + sum, sum <= quota);
        });
  }
}
