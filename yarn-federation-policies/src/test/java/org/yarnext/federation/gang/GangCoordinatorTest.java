// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.decision.Decision;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangReason;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Two Routers, step by step, before a real store. Queue root.a has room for 10. */
public class GangCoordinatorTest {
  private static final long LEASE_MS = 1_000;
  private static final long KEEP_MS = 60_000;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Cluster cluster = new Cluster();
  private final List<String> told = new ArrayList<>();
  private final List<ZooKeeperRecordStore> connections = new ArrayList<>();
  private long nowMs = System.currentTimeMillis();
  private GangStore store;
  private GangCoordinator one;
  private GangCoordinator two;

  /** ResourceManagers that take an id once. */
  private static final class Cluster implements GangLauncher {
    final List<String> taken = new ArrayList<>();
    final List<String> calls = new ArrayList<>();
    final Set<String> firsts = new HashSet<>();
    final Set<String> killed = new HashSet<>();
    final Set<String> over = new HashSet<>();
    final List<String> asked = new ArrayList<>();
    State kept = State.KEPT;
    State unknown = State.LOST;
    int life = 1;
    String askedFor;
    boolean refuses;
    boolean isSilent;
    boolean isNowhere;
    boolean killsFail;
    Runnable whileStarting = () -> {};

    @Override
    public String start(GangJob job, boolean first) throws YarnException, IOException {
      if (isNowhere) {
        throw new NotTakenException("no sub-cluster can be a home now", null);
      }
      if (isSilent) {
        throw new IOException("no sub-cluster can be a home now");
      }
      if (refuses) {
        throw new YarnException("no such queue");
      }
      calls.add(job.gang().id());
      if (first && !firsts.add(job.gang().id())) {
        throw new IllegalStateException(job.gang().id() + " was started before");
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
      killed.add(job.gang().id());
    }

    @Override
    public State state(String id, String takenBy) {
      asked.add(id);
      askedFor = takenBy;
      return over.contains(id) ? State.OVER : !taken.contains(id) ? unknown : kept;
    }
  }

  private GangCoordinator router(String name) throws IOException {
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
        new GangListener() {
          @Override
          public void decided(GangJob job, Decision<Boolean> decision) {
            told.add(job.gang().id() + " " + decision.reason());
          }

          @Override
          public void recalled(long timeMs, String id, Decision<Boolean> decision) {
            told.add("recalled " + id + " " + decision.reason());
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

  private void submit(String id, int amount) throws IOException {
    PendingGang gang = PendingGang.of(id, "root.a", 1, amount, 0);
    assertTrue(store.add(GangJob.of("user", gang, 5, new byte[] {1, 2})));
  }

  @Test
  public void jobsStartInOrderAsFarAsTheyFit() throws Exception {
    submit("z", 4);
    submit("y", 5);
    submit("x", 5);
    submit("w", 1);
    one.round();
    two.round();
    assertEquals(Arrays.asList("z", "y"), sorted(cluster.calls, "z", "y"));
    one.sweep(() -> true);
    assertNull("records of those that run are gone", store.job("z"));
    assertEquals(GangReason.GANG_WAITS_FOR_QUOTA, two.place("x").reason());
    assertEquals(1, two.place("x").position());
    assertEquals(GangReason.GANG_WAITS_FOR_EARLIER, two.place("w").reason());
    assertEquals(2, two.place("w").position());
  }

  /** The calls, whose order within one round is not said. */
  private static List<String> sorted(List<String> calls, String... order) {
    List<String> all = Arrays.asList(order);
    List<String> sorted = new ArrayList<>(calls);
    sorted.sort((a, b) -> Integer.compare(all.indexOf(a), all.indexOf(b)));
    return sorted;
  }

  @Test
  public void aJobThatEndsMakesRoom() throws Exception {
    submit("a", 10);
    submit("b", 10);
    one.round();
    one.sweep(() -> true);
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.calls);
    cluster.over.add("a");
    two.sweep(() -> true);
    assertTrue("the other one sweeps", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    two.round();
    assertEquals(Arrays.asList("a", "b"), cluster.calls);
  }

  @Test
  public void everyRecordSurvivesItsRouters() throws Exception {
    submit("a", 3);
    GangCoordinator later = router("later");
    later.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void aJobWhoseRouterDiedIsTakenOverAfterItsLease() throws Exception {
    submit("a", 3);
    cluster.whileStarting =
        () -> {
          throw new Death();
        };
    try {
      one.round();
    } catch (Death expected) {
      assertEquals(Collections.singletonList("a"), cluster.taken);
    }
    cluster.whileStarting = () -> {};
    two.round();
    assertEquals("the lease runs", 1, cluster.calls.size());
    nowMs += LEASE_MS;
    two.round();
    assertEquals("asked for again", 2, cluster.calls.size());
    assertEquals("and taken once", Collections.singletonList("a"), cluster.taken);
    assertTrue(store.registry().admitted().get("a").isRunning());
    two.round();
    one.round();
    assertEquals(2, cluster.calls.size());
  }

  private static final class Death extends RuntimeException {}

  @Test
  public void aRouterThatOversleptItsLeaseStartsNothingMore() throws Exception {
    submit("a", 3);
    submit("b", 3);
    cluster.whileStarting = () -> nowMs += LEASE_MS;
    one.round();
    assertEquals(1, cluster.calls.size());
    cluster.whileStarting = () -> {};
    two.round();
    assertEquals("the other one does", 2, cluster.calls.size());
    assertEquals(2, cluster.taken.size());
  }

  @Test
  public void aSlowStartCountsThoughAnotherRouterTookTheJobOver() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.whileStarting =
        () -> {
          nowMs += LEASE_MS;
          cluster.refuses = true; // the other one takes it over, and does not get to start it
          try {
            two.round();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          cluster.refuses = false;
        };
    one.round();
    cluster.whileStarting = () -> {};
    assertTrue(store.registry().admitted().get("a").isRunning());
    two.round();
    two.round();
    assertEquals("its quota is its own", Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void whatWasDroppedWhileItStartedIsKilled() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          nowMs += LEASE_MS;
          try {
            two.kill("a");
            two.round();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          assertTrue(isToldKilled("a"));
          cluster.killed.clear(); // that came too early
        };
    one.round();
    assertEquals(Collections.singleton("a"), cluster.killed);
  }

  /** Whether clients are told that it was killed. */
  private boolean isToldKilled(String id) {
    try {
      return store.end(id).isKilled();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  public void aJobThatWaitsCanBeKilledAtAnyRouter() throws Exception {
    submit("a", 10);
    submit("b", 10);
    one.round();
    assertEquals(GangCoordinator.Kill.DONE, two.kill("b"));
    assertEquals("again", GangCoordinator.Kill.DONE, one.kill("b"));
    assertTrue(store.end("b").isKilled());
    assertEquals("user", store.end("b").job().user());
    assertNull(store.job("b"));
    assertTrue(store.registry().killed().isEmpty());
    cluster.over.add("a");
    one.sweep(() -> true);
    one.round();
    assertEquals("it never runs", Collections.singletonList("a"), cluster.taken);
    assertEquals("its RM's", GangCoordinator.Kill.NOT_WAITING, two.kill("a"));
    assertEquals(GangCoordinator.Kill.NOT_WAITING, two.kill("c"));
  }

  @Test
  public void aJobThatWasAddedAgainAfterItsEndCanBeKilled() throws Exception {
    submit("a", 3);
    assertEquals(GangCoordinator.Kill.DONE, two.kill("a"));
    submit("a", 3);
    assertEquals(GangCoordinator.Kill.DONE, two.kill("a"));
    one.round();
    assertTrue(cluster.calls.isEmpty());
  }

  @Test
  public void aSweepGoesOnWhereItStopped() throws Exception {
    for (int i = 0; i < 5; i++) {
      submit("job" + i, 1);
    }
    one.round();
    assertEquals(5, cluster.taken.size());
    cluster.over.addAll(cluster.taken);
    for (int i = 4; i >= 0; i--) {
      one.sweep(() -> false);
      assertEquals("one at a time", i, store.registry().admitted().size());
      assertTrue(one.isSweeping());
    }
    one.sweep(() -> false);
    assertFalse(one.isSweeping());
  }

  @Test
  public void aJobThatIsKilledWhileItStartsIsKilledThere() throws Exception {
    submit("a", 10);
    Map<String, GangCoordinator.Kill> answer = new HashMap<>();
    cluster.whileStarting =
        () -> {
          try {
            answer.put("a", two.kill("a"));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    assertEquals(GangCoordinator.Kill.MARKED, answer.get("a"));
    assertEquals(Collections.singleton("a"), cluster.killed);
  }

  @Test
  public void aJobThatCouldNotBeKilledWhileItStartedIsKilledLater() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          try {
            assertEquals(GangCoordinator.Kill.MARKED, two.kill("a"));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    cluster.killsFail = true;
    one.round();
    one.sweep(() -> true);
    assertNotNull("so that it is not forgotten", store.job("a"));
    cluster.killsFail = false;
    one.sweep(() -> true);
    assertEquals(Collections.singleton("a"), cluster.killed);
    cluster.over.add("a");
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void aJobThatWasKilledBeforeItsRouterDiedIsNotStarted() throws Exception {
    submit("a", 10);
    cluster.isSilent = true;
    one.round();
    cluster.isSilent = false;
    assertEquals(GangCoordinator.Kill.MARKED, two.kill("a"));
    nowMs += LEASE_MS;
    two.round();
    assertTrue(cluster.taken.isEmpty());
    assertTrue(store.end("a").isKilled());
    assertFalse("its quota is free", store.registry().admitted().containsKey("a"));
  }

  @Test
  public void aJobThatNobodyTakesFailsAndSaysWhy() throws Exception {
    submit("a", 10);
    cluster.refuses = true;
    for (int i = 0; i < 3; i++) {
      one.round();
      assertTrue("nothing is taken", store.registry().admitted().isEmpty());
      assertEquals("nor is it tried before its time", i < 2, store.job("a") != null);
      one.round();
      nowMs += LEASE_MS;
    }
    assertFalse(store.end("a").isKilled());
    assertTrue(store.end("a").diagnostics().contains("no such queue"));
    assertTrue(store.registry().admitted().isEmpty());
    assertNull(store.job("a"));
  }

  @Test
  public void aJobThatIsRefusedLeavesItsQuotaToTheNext() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.refuses = true;
    one.round();
    cluster.refuses = false;
    two.round();
    assertEquals("at another Router, too", Collections.singletonList("b"), cluster.taken);
    cluster.over.add("b");
    one.sweep(() -> true);
    one.round();
    assertEquals("it is not its time", Collections.singletonList("b"), cluster.taken);
    nowMs += LEASE_MS;
    one.round();
    assertEquals(Arrays.asList("b", "a"), cluster.taken);
    assertTrue("forgotten once it runs", store.registry().refused().isEmpty());
  }

  @Test
  public void aJobThatNoSubClusterCanTakeNowLeavesItsQuotaToOthersAndDoesNotFail()
      throws Exception {
    submit("a", 10);
    cluster.isNowhere = true;
    for (int i = 0; i < 10; i++) {
      one.round();
      nowMs += LEASE_MS;
      assertTrue(store.registry().admitted().isEmpty());
    }
    assertNull("it has not failed", store.end("a"));
    cluster.isNowhere = false;
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void whatIsDoneIsToldAndWhatWasDoneBeforeOnce() throws Exception {
    submit("a", 10);
    submit("b", 10);
    submit("c", 11); // which never fits
    cluster.refuses = true;
    one.round();
    cluster.refuses = false;
    one.round();
    two.kill("a");
    assertEquals(
        Arrays.asList(
            "recalled a GANG_ACCEPTED",
            "recalled b GANG_ACCEPTED",
            "recalled c GANG_ACCEPTED",
            "a GANG_ADMITTED",
            "a GANG_START_REFUSED",
            "b GANG_ADMITTED",
            "b GANG_STARTED",
            "a GANG_KILLED"),
        told);
    told.clear();
    router("restarted").round();
    assertEquals(Arrays.asList("recalled c GANG_ACCEPTED", "recalled b GANG_STARTED"), told);
  }

  @Test
  public void aJobThatNobodyCanBeAskedToTakeKeepsItsQuotaAndWaits() throws Exception {
    submit("a", 10);
    submit("b", 10);
    cluster.isSilent = true;
    for (int i = 0; i < 10; i++) {
      one.round();
    }
    assertNull("it has not failed", store.end("a"));
    assertTrue(store.registry().admitted().containsKey("a"));
    assertNotNull(store.job("a"));
    cluster.isSilent = false;
    one.round();
    assertEquals(Collections.singletonList("a"), cluster.taken);
  }

  @Test
  public void aJobThatItsResourceManagerLosesBeforeItIsStoredIsStartedAgain() throws Exception {
    submit("a", 3);
    one.round();
    cluster.kept = GangLauncher.State.NEW;
    one.sweep(() -> true);
    assertNotNull("it may be lost yet", store.job("a"));
    cluster.taken.clear();
    one.sweep(() -> true);
    assertEquals(Arrays.asList("a", "a"), cluster.calls);
    cluster.asked.clear();
    one.round();
    one.checkNew(() -> true);
    assertEquals("as one that just started", Collections.singletonList("a"), cluster.asked);
    cluster.kept = GangLauncher.State.UNKNOWN;
    one.sweep(() -> true);
    assertNotNull(store.job("a"));
    cluster.kept = GangLauncher.State.KEPT;
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().get("a").isRunning());
  }

  @Test
  public void aJobThatEndedAndWasForgottenBeforeAnybodyLookedIsNotStartedAgain() throws Exception {
    submit("a", 10);
    one.round();
    cluster.taken.clear();
    cluster.unknown = GangLauncher.State.FORGOTTEN;
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    assertEquals("in the life that took it", "x@1", cluster.askedFor);
    one.sweep(() -> true);
    assertEquals(Collections.singletonList("a"), cluster.calls);
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void whatStartedLatelyIsLookedAtOnceAheadOfTheSweep() throws Exception {
    for (int i = 0; i < 5; i++) {
      submit("job" + i, 1);
    }
    two.sweep(() -> true); // it is the one that sweeps
    one.round();
    two.round();
    one.checkNew(() -> true);
    assertTrue("another Router's turn", cluster.asked.isEmpty());
    two.checkNew(() -> false);
    assertEquals(1, cluster.asked.size());
    two.round();
    two.checkNew(() -> true);
    assertEquals("each once", 5, cluster.asked.size());
    assertEquals(5, new HashSet<>(cluster.asked).size());
    assertTrue("their records go", store.jobs().isEmpty());
    two.round();
    two.checkNew(() -> true);
    assertEquals(5, cluster.asked.size());
  }

  @Test
  public void whatIsMissedRightAfterItsStartIsNotOverSooner() throws Exception {
    submit("a", 10);
    one.sweep(() -> true);
    one.round();
    cluster.taken.clear();
    cluster.unknown = GangLauncher.State.FORGOTTEN;
    one.round();
    one.checkNew(() -> true);
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void aJobThatIsGivenAgainIsKnownByTheLifeThatTookItThen() throws Exception {
    submit("a", 10);
    one.round();
    cluster.taken.clear();
    cluster.life = 2;
    one.sweep(() -> true);
    assertEquals(Arrays.asList("a", "a"), cluster.calls);
    assertEquals("x@2", store.registry().admitted().get("a").takenBy());
    cluster.kept = GangLauncher.State.KEPT;
    one.sweep(() -> true);
    assertEquals("x@2", cluster.askedFor);
  }

  @Test
  public void aJobThatIsLostAndKilledIsNotStartedAgain() throws Exception {
    submit("a", 3);
    cluster.whileStarting =
        () -> {
          try {
            two.kill("a");
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    cluster.taken.clear();
    one.sweep(() -> true);
    assertEquals(1, cluster.calls.size());
    assertTrue(isToldKilled("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void aJobThatIsForgottenLongAfterItStartedMayHaveRunAndIsNotStartedAgain()
      throws Exception {
    submit("a", 10);
    cluster.kept = GangLauncher.State.UNKNOWN;
    one.round();
    one.sweep(() -> true);
    assertNotNull("nobody saw it kept", store.job("a"));
    nowMs += TimeUnit.HOURS.toMillis(1);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertEquals(1, cluster.calls.size());
    assertNull(store.job("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void aJobThatNobodyKnowsAnyMoreGivesItsQuotaBackAfterSomeSweeps() throws Exception {
    submit("a", 10);
    one.round();
    one.sweep(() -> true);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    cluster.kept = GangLauncher.State.UNKNOWN;
    cluster.taken.add("a");
    one.sweep(() -> true);
    cluster.taken.clear();
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("silence is no answer", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
    assertEquals("nor is it started again", 1, cluster.calls.size());
  }

  @Test
  public void aJobWhoseSubClusterIsGoneGivesItsQuotaBackAndIsNotStartedAgain() throws Exception {
    submit("a", 10);
    one.round();
    cluster.kept = GangLauncher.State.GONE;
    one.sweep(() -> true);
    one.sweep(() -> true);
    assertTrue("not at once", store.registry().admitted().containsKey("a"));
    one.sweep(() -> true);
    assertTrue(store.registry().admitted().isEmpty());
    assertNull(store.job("a"));
    one.round();
    assertEquals("it may yet come back", 1, cluster.calls.size());
  }

  @Test
  public void aJobThatWasKilledWhereAllIsGoneIsDropped() throws Exception {
    submit("a", 10);
    cluster.whileStarting =
        () -> {
          try {
            two.kill("a");
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    one.round();
    cluster.kept = GangLauncher.State.GONE;
    one.sweep(() -> true);
    assertTrue(isToldKilled("a"));
    assertTrue(store.registry().admitted().isEmpty());
  }

  @Test
  public void whatASweepFoundIsKeptThoughItDoesNotEnd() throws Exception {
    store.publish(Collections.singletonMap("root.a", 100L));
    for (int i = 0; i < 50; i++) {
      submit("job" + i, 1);
    }
    one.round();
    cluster.over.addAll(cluster.taken);
    cluster.over.remove("job9"); // the last in order of names
    cluster.kept = null;
    assertThrows(RuntimeException.class, () -> one.sweep(() -> true));
    assertEquals(10, store.registry().admitted().size());
  }

  @Test
  public void aRecordThatCannotBeReadStopsNobodyAndIsNotDropped() throws Exception {
    submit("a", 3);
    submit("b", 3);
    submit("c", 3);
    cluster.isSilent = true;
    one.round();
    cluster.isSilent = false;
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    records.put("gangs/jobs/b", new byte[] {9}); // as a later version writes it
    nowMs += LEASE_MS;
    two = router("two");
    two.round();
    assertEquals(new HashSet<>(Arrays.asList("a", "c")), new HashSet<>(cluster.taken));
    two.sweep(() -> true);
    nowMs += LEASE_MS;
    two.round();
    assertTrue("it keeps its quota", store.registry().admitted().containsKey("b"));
    assertEquals("one", store.registry().admitted().get("b").router());
    assertNotNull(records.read("gangs/jobs/b"));
  }

  @Test
  public void endsAreForgottenInTime() throws Exception {
    submit("a", 3);
    one.kill("a");
    one.sweep(() -> true);
    assertNotNull(store.end("a"));
    nowMs += 2 * KEEP_MS;
    one.sweep(() -> true);
    assertNull(store.end("a"));
  }

  @Test
  public void whatADeadRouterLeftIsClearedUp() throws Exception {
    submit("a", 3);
    submit("b", 3);
    one.round();
    GangCoordinator waits = router("waits");
    waits.round();
    assertEquals(2, cluster.calls.size());
    store.replace(store.registry().kill("c").value());
    one.sweep(() -> true);
    assertNull(store.job("a"));
    assertTrue(store.registry().killed().isEmpty());
  }

  @Test
  public void withoutQuotasNothingHappens() throws Exception {
    ZooKeeperRecordStore records = zooKeeper.connect();
    connections.add(records);
    records.remove("gangs/quotas");
    submit("a", 3);
    assertNull(one.round());
    assertTrue(cluster.calls.isEmpty());
  }
}
