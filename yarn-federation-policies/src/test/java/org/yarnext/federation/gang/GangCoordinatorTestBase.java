// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Two Routers that share a store of gangs and a cluster of limited size. */
abstract class GangCoordinatorTestBase {
  static final long LEASE_MS = 1_000;
  static final long KEEP_MS = 60_000;
  static final long UNUSED_AFTER_MS = 100_000;
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  final Cluster cluster = new Cluster();
  final List<String> reported = new ArrayList<>();
  final List<String> waits = new ArrayList<>();
  final List<ZooKeeperRecordStore> connections = new ArrayList<>();
  long nowMs = System.currentTimeMillis();
  GangStore store;
  GangCoordinator one;
  GangCoordinator two;

  /** ResourceManagers that take an id once. */
  static final class Cluster implements GangLauncher {
    final List<String> taken = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    final Set<String> firsts = new HashSet<>();
    final Set<String> invalid = new HashSet<>();
    final Set<String> killed = new HashSet<>();
    final Set<String> over = new HashSet<>();
    final List<String> queried = new ArrayList<>();
    final Map<String, String> queues = new HashMap<>();
    final Map<String, Long> heldMb = new HashMap<>();
    State kept = State.KEPT;
    State unknown = State.LOST;
    int life = 1;
    String queriedLife;
    boolean refuses;
    boolean isUnreachable;
    boolean isNowhere;
    boolean killsFail;
    Runnable whileStarting = () -> {};

    @Override
    public String start(GangJob job, boolean first) throws YarnException, IOException {
      if (isNowhere) {
        throw new NotTakenException("no sub-cluster can be a home now", null);
      }
      if (isUnreachable) {
        throw new IOException("no sub-cluster can be a home now");
      }
      if (refuses) {
        throw new YarnException("no such queue");
      }
      if (invalid.contains(job.gang().id())) {
        throw new IllegalArgumentException("such a job was never seen");
      }
      calls.add(job.gang().id());
      if (first && !firsts.add(job.gang().id())) {
        throw new AssertionError(job.gang().id() + " was started before");
      }
      if (!taken.contains(job.gang().id())) {
        taken.add(job.gang().id());
      }
      whileStarting.run();
      return "x@" + life;
    }

    @Override
    public void kill(GangJob job) throws IOException {
      if (killsFail) {
        throw new IOException("it does not answer");
      }
      if (invalid.contains(job.gang().id())) {
        throw new IllegalArgumentException("such a job was never seen");
      }
      killed.add(job.gang().id());
    }

    @Override
    public String queue(String id) {
      return queues.get(id);
    }

    @Override
    public long heldMb(String id, long enoughMb) {
      return heldMb.getOrDefault(id, -1L);
    }

    @Override
    public State state(String id, String takenBy) {
      queried.add(id);
      queriedLife = takenBy;
      return over.contains(id) ? State.OVER : !taken.contains(id) ? unknown : kept;
    }
  }

  GangCoordinator router(String name) throws IOException {
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    return new GangCoordinator(
        name,
        new GangStore(records),
        new GangAdmissionPolicy(0),
        cluster,
        () -> nowMs,
        LEASE_MS,
        KEEP_MS,
        UNUSED_AFTER_MS,
        new GangListener() {
          @Override
          public void decided(GangJob job, Decision<Boolean> decision) {
            reported.add(job.gang().id() + " " + decision.reason());
          }

          @Override
          public void waits(GangJob job, Decision<Boolean> decision) {
            waits.add(job.gang().id() + " " + decision);
          }

          @Override
          public void recalled(long timeMs, String id, Decision<Boolean> decision) {
            reported.add("recalled " + id + " " + decision.reason());
          }
        });
  }

  @Before
  public void connect() throws Exception {
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    store = new GangStore(records);
    store.publish(Collections.singletonMap("root.a", 10L));
    one = router("one");
    two = router("two");
  }

  @After
  public void disconnect() {
    connections.forEach(ZooKeeperRecordStore::close);
  }

  void submit(String id, int amount) throws IOException {
    PendingGang gang = PendingGang.of(id, "root.a", 1, amount, 0);
    assertTrue(store.add(GangJob.of("user", gang, 5, new byte[] {1, 2})));
  }

  /** Returns whether clients see that it was killed. */
  boolean isToldKilled(String id) {
    try {
      return store.end(id).isKilled();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
