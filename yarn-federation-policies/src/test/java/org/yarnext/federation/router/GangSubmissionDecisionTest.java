// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.CallerContext;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.router.RouterAuditLogger;
import org.apache.hadoop.yarn.util.Records;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.decision.DecisionBuffer;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangCoordinator;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.router.subcluster.QueueAuthorizer;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Who may wait, and what is written of it: queues root.a and root.b have 100 MB each. */
public class GangSubmissionDecisionTest {
  private static final String KEYS = "yarn.federation.policies.gang.";
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Configuration conf = new Configuration(false);
  private final Cluster cluster = new Cluster();
  private final List<String> audit = Collections.synchronizedList(new ArrayList<>());
  private final Logger auditLog = Logger.getLogger(RouterAuditLogger.class);
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          audit.add(event.getRenderedMessage());
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  private QueueAuthorizer rights;
  private ZooKeeperRecordStore records;
  private GangStore store;

  /** Runs each job for ten seconds of its own time, but for those of who is refused. */
  private static final class Cluster implements GangLauncher {
    final Map<String, Long> started = new TreeMap<>();
    long now;

    @Override
    public synchronized String start(GangJob job, boolean first) throws YarnException {
      if (job.user().equals("refused")) {
        throw new YarnException("may not submit");
      }
      started.put(job.gang().id(), now);
      return "";
    }

    @Override
    public void kill(GangJob job) {
      throw new IllegalStateException("nobody kills " + job.gang().id());
    }

    @Override
    public synchronized State state(String id, String takenBy) {
      return now - started.get(id) >= 10_000 ? State.OVER : State.KEPT;
    }
  }

  @Before
  public void connect() throws Exception {
    zooKeeper.conf().forEach(e -> conf.set(e.getKey(), e.getValue()));
    conf.set(KEYS + "mode", "on");
    conf.set(KEYS + "interval", "10m"); // only its first round comes
    records = zooKeeper.connect();
    store = new GangStore(records);
    Map<String, Long> quotas = new HashMap<>();
    quotas.put("root.a", 100L);
    quotas.put("root.b", 100L);
    store.publish(quotas);
    auditLog.setLevel(Level.INFO);
    auditLog.addAppender(appender);
  }

  @After
  public void disconnect() {
    auditLog.removeAppender(appender);
    auditLog.setLevel(null);
    CallerContext.setCurrent(null);
    records.close();
  }

  private GangHook hook() throws Exception {
    return new GangHook(FederationConfiguration.read(conf), conf, cluster, rights);
  }

  private static ApplicationSubmissionContext context(int number, String queue, String tag) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(ApplicationId.newInstance(1, number));
    context.setQueue(queue);
    context.setApplicationTags(Collections.singleton(tag));
    return context;
  }

  private static ResourceRequest request(String where, long mb) {
    return ResourceRequest.newInstance(
        Priority.newInstance(0), where, Resource.newInstance(mb, 1), 1);
  }

  /** What the gang of a master is counted with, or null and the refusal. */
  private Long amount(GangHook hook, int number, Consumer<ApplicationSubmissionContext> master)
      throws IOException {
    ApplicationSubmissionContext context = context(number, "a", "gang=2x10");
    master.accept(context);
    String refusal = hook.hold("user", context).refusal();
    GangJob job = store.job(context.getApplicationId().toString());
    assertEquals(refusal == null, job != null);
    return job == null ? null : job.gang().amount();
  }

  @Test
  public void masterSizeCountsInEachFormOfTheSubmission() throws Exception {
    GangHook hook = hook();
    assertEquals(Long.valueOf(25), amount(hook, 1, c -> c.setResource(Resource.newInstance(5, 1))));
    assertEquals(
        "as MapReduce does",
        Long.valueOf(26),
        amount(
            hook,
            2,
            c ->
                c.setAMContainerResourceRequests(
                    Collections.singletonList(request(ResourceRequest.ANY, 6)))));
    ResourceRequest labelled = request(ResourceRequest.ANY, 7);
    labelled.setNodeLabelExpression("gpu");
    assertEquals(
        "with a label, on hosts, and a size that ResourceManagers pass over",
        Long.valueOf(27),
        amount(
            hook,
            3,
            c -> {
              c.setResource(Resource.newInstance(50, 1));
              c.setAMContainerResourceRequests(
                  Arrays.asList(request("host", 1), request("/rack", 90), labelled));
            }));
    assertEquals(
        "a master outside of the cluster takes nothing",
        Long.valueOf(20),
        amount(
            hook,
            4,
            c -> {
              c.setUnmanagedAM(true);
              c.setResource(Resource.newInstance(5, 1));
            }));
  }

  @Test
  public void mastersOfAnInvalidSizeAreRefusedInEachForm() throws Exception {
    GangHook hook = hook();
    int number = 1;
    for (long mb : new long[] {-1, 1L << 31, Long.MIN_VALUE, Long.MAX_VALUE}) {
      assertNull(amount(hook, number++, c -> c.setResource(Resource.newInstance(mb, 1))));
      assertNull(
          amount(
              hook,
              number++,
              c ->
                  c.setAMContainerResourceRequests(
                      Collections.singletonList(request(ResourceRequest.ANY, mb)))));
    }
    assertNull(
        "nobody could place it",
        amount(
            hook,
            number++,
            c -> c.setAMContainerResourceRequests(Collections.singletonList(request("host", 1)))));
    assertNull(
        "nor decide for one",
        amount(
            hook,
            number++,
            c ->
                c.setAMContainerResourceRequests(
                    Arrays.asList(
                        request(ResourceRequest.ANY, 1), request(ResourceRequest.ANY, 2)))));
    assertNull(
        amount(
            hook,
            number,
            c ->
                c.setAMContainerResourceRequests(
                    Collections.singletonList(
                        ResourceRequest.newInstance(
                            Priority.newInstance(0), ResourceRequest.ANY, null, 1)))));
  }

  @Test
  public void oneUserCannotTakeAllWaitingPlaces() throws Exception {
    conf.set(KEYS + "max-waiting", "9");
    conf.set(KEYS + "max-waiting-per-queue", "6");
    conf.set(KEYS + "max-waiting-per-user", "4");
    GangHook hook = hook();
    List<String> refusals = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      refusals.add(hook.hold("user" + i / 6, context(i, "a", "gang=1x100")).refusal());
    }
    assertEquals("4 of one, 2 of the other", 6, store.count());
    assertTrue(refusals.get(4), refusals.get(4).contains("GANG_TOO_MANY_OF_USER{jobs=4, max=4"));
    assertTrue(refusals.get(4), refusals.get(4).contains(KEYS + "max-waiting-per-user"));
    assertTrue(refusals.get(8), refusals.get(8).contains("GANG_TOO_MANY_IN_QUEUE{jobs=6, max=6"));
    assertNull(hook.hold("user1", context(100, "b", "gang=1x1")).refusal());
    // What another Router took counts as soon as it is read.
    GangHook other = hook();
    String refusal = other.hold("user0", context(101, "b", "gang=1x1")).refusal();
    assertTrue(refusal, refusal.contains("GANG_TOO_MANY_OF_USER"));
  }

  @Test
  public void totalSizeOfSubmissionsPerUserIsBounded() throws Exception {
    conf.set(KEYS + "max-mb-per-user", "1");
    GangHook hook = hook();
    int held = 0;
    for (int i = 0; i < 10; i++) {
      ApplicationSubmissionContext context = context(i, "a", "gang=1x1");
      ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
      master.setCommands(Collections.singletonList(new String(new char[300_000])));
      context.setAMContainerSpec(master);
      held += hook.hold("user", context).refusal() == null ? 1 : 0;
    }
    assertEquals(3, held);
    assertNull("others", hook.hold("other", context(100, "a", "gang=1x1")).refusal());
  }

  @Test
  public void gangOfAUserWithoutSubmitRightPassesToStock() throws Exception {
    rights =
        (user, queue) -> {
          if (user.equals("nobody-says")) {
            throw new IOException("no ResourceManager answers");
          }
          return user.equals("owner") && queue.equals("root.a");
        };
    GangHook hook = hook();
    assertSame(GangSubmissionDecision.PASSES, hook.hold("stranger", context(1, "a", "gang=1x100")));
    assertSame(GangSubmissionDecision.PASSES, hook.hold("owner", context(2, "b", "gang=1x100")));
    assertSame(
        GangSubmissionDecision.PASSES, hook.hold("nobody-says", context(3, "a", "gang=1x100")));
    assertEquals(0, store.count());
    assertNull(hook.hold("owner", context(4, "a", "gang=1x100")).refusal());
    assertEquals(1, store.count());
    assertEquals(
        Arrays.asList("GANG_NOT_ALLOWED"), decisions(hook, ApplicationId.newInstance(1, 1)));
  }

  private static List<String> decisions(GangHook hook, ApplicationId id) {
    List<DecisionBuffer.Entry> recent = new ArrayList<>(hook.log().ring().recent(1_000));
    Collections.reverse(recent); // the newest was the first
    return recent.stream()
        .filter(e -> e.subject().equals(id.toString()))
        .map(DecisionBuffer.Entry::reason)
        .map(Object::toString)
        .collect(Collectors.toList());
  }

  private void await(String what, Condition condition) throws Exception {
    long from = System.nanoTime();
    while (!condition.isTrue()) {
      assertTrue(what + ": " + audit, System.nanoTime() - from < PATIENCE_NANOS);
      Thread.yield();
    }
  }

  private interface Condition {
    boolean isTrue() throws Exception;
  }

  @Test
  public void gangTransitionsAreExplainedAndAudited() throws Exception {
    conf.set(KEYS + "interval", "100ms");
    GangHook hook = hook();
    CallerContext.setCurrent(new CallerContext.Builder("oozie-7\n\tUSER=root").build());
    ApplicationSubmissionContext runs = context(1, "a", "gang=1x100");
    ApplicationSubmissionContext waits = context(2, "a", "gang=1x100");
    hook.hold("user", runs);
    hook.hold("user", waits);
    hook.hold("user", context(3, "a", "gang=1x101"));
    hook.hold("user", context(4, "a", "gang=nonsense"));
    hook.hold("refused", context(5, "b", "gang=1x100"));
    List<String> all = Arrays.asList("GANG_ACCEPTED", "GANG_ADMITTED", "GANG_STARTED");
    await("it starts", () -> decisions(hook, runs.getApplicationId()).equals(all));
    await("the other is refused", () -> count("GANG_START_REFUSED") > 0);
    List<String> held = Arrays.asList("GANG_ACCEPTED", "GANG_WAITS_FOR_QUOTA");
    await("the other waits", () -> decisions(hook, waits.getApplicationId()).equals(held));
    String context = "\tCALLERCONTEXT=oozie-7  USER=root";
    for (String operation : new String[] {"Hold Gang", "Admit Gang", "Start Gang"}) {
      assertEquals(
          audit.toString(), 1, audited("USER=user", operation, "SUCCESS", context, "_0001"));
    }
    assertEquals(1, audited("USER=user", "Hold Gang", "FAILURE", "GANG_NEVER_FITS", "_0003"));
    assertEquals(1, audited("USER=user", "Hold Gang", "FAILURE", "gang=nonsense", "_0004"));
    assertTrue(audited("USER=refused", "Start Gang", "FAILURE", "GANG_START_REFUSED", context) > 0);
    GangHook restarted = hook();
    await("it runs", () -> store.registry().isRunning(runs.getApplicationId().toString()));
    await(
        "what was done before",
        () ->
            decisions(restarted, runs.getApplicationId()).equals(Arrays.asList("GANG_STARTED"))
                && decisions(restarted, waits.getApplicationId()).equals(held));
  }

  private long count(String text) {
    synchronized (audit) {
      return audit.stream().filter(line -> line.contains(text)).count();
    }
  }

  private long audited(String... parts) {
    synchronized (audit) {
      return audit.stream().filter(line -> Arrays.stream(parts).allMatch(line::contains)).count();
    }
  }

  /** When each gang of the honest user ended, in virtual time, by the real hook and store. */
  private Map<String, Long> ends(String other, int jobs, String tag) throws Exception {
    GangHook hook = hook();
    await(
        "its own round",
        () -> hook.log().metrics().snapshot().get("BookAgeMillis").longValue() >= 0);
    for (int i = 0; i < jobs; i++) {
      hook.hold(other, context(i + 1, "a", tag));
    }
    for (int i = 0; i < 5; i++) {
      GangSubmissionDecision hold = hook.hold("honest", context(10_000 + i, "a", "gang=1x100"));
      assertTrue(hold != GangSubmissionDecision.PASSES);
      assertNull("it may wait", hold.refusal());
    }
    Map<String, Long> ends = new TreeMap<>();
    GangCoordinator keeper =
        new GangCoordinator(
            "virtual",
            store,
            new GangAdmissionPolicy(0),
            cluster,
            () -> cluster.now,
            60_000,
            60_000,
            StoredGangs.NOBODY);
    for (cluster.now = 0; ends.size() < 5; cluster.now += 1_000) {
      assertTrue("they starve", cluster.now < 1_000_000);
      keeper.sweep(() -> true);
      keeper.round();
      keeper.checkNew(() -> true);
      for (Map.Entry<String, Long> e : cluster.started.entrySet()) {
        if (e.getKey().compareTo("application_1_10000") >= 0
            && cluster.state(e.getKey(), "") == GangLauncher.State.OVER) {
          ends.putIfAbsent(e.getKey(), cluster.now);
        }
      }
    }
    return ends;
  }

  private void assertNoLaterThanBesideANeighbour(String attacker, int jobs) throws Exception {
    conf.set(KEYS + "max-waiting-per-user", "40");
    assertTrue("the one with the virtual clock looks what is over", store.isSweeper("virtual"));
    Map<String, Long> beside = ends(attacker, jobs, "gang=1x100");
    for (String id : records.below("gangs/jobs")) {
      store.remove(id);
    }
    records.remove("gangs/book");
    cluster.started.clear();
    Map<String, Long> neighbour = ends("neighbour", 5, "gang=1x100");
    for (Map.Entry<String, Long> e : neighbour.entrySet()) {
      assertTrue(
          beside + " and beside a neighbour " + neighbour,
          beside.get(e.getKey()) <= e.getValue() * 1.05);
    }
  }

  @Test
  public void hundredsOfGangsDelayAnotherUserNoMoreThanAFew() throws Exception {
    assertNoLaterThanBesideANeighbour("attacker", 300);
  }

  @Test
  public void refusedGangsDelayAnotherUserNoMoreThanAFew() throws Exception {
    assertNoLaterThanBesideANeighbour("refused", 300);
  }
}
