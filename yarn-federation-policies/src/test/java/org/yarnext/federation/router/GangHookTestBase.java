// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.router.subcluster.QueueAuthorizer;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** A Router's gang hook with a real store: queues root.a and root.b have 100 MB each. */
abstract class GangHookTestBase {
  static final String KEYS = "yarn.federation.policies.gang.";
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  final Configuration conf = new Configuration(false);
  final Cluster cluster = new Cluster();
  QueueAuthorizer rights;
  ZooKeeperRecordStore records;
  GangStore store;

  /** Runs each job for ten seconds of its own time, but for those of who is refused. */
  static final class Cluster implements GangLauncher {
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

    /** State of the jobs that run; the records of those that are kept are removed. */
    State running = State.KEPT;

    @Override
    public synchronized State state(String id, String takenBy) {
      return now - started.get(id) >= 10_000 ? State.OVER : running;
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
  }

  @After
  public void disconnect() {
    records.close();
  }

  final GangHook hook() throws Exception {
    return new GangHook(FederationConfiguration.read(conf), conf, cluster, rights);
  }

  static ApplicationSubmissionContext context(int number, String queue, String tag) {
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(ApplicationId.newInstance(1, number));
    context.setQueue(queue);
    context.setApplicationTags(Collections.singleton(tag));
    return context;
  }

  static List<String> decisions(GangHook hook, ApplicationId id) {
    List<DecisionRecorder.Entry> recent = new ArrayList<>(hook.log().ring().recent(1_000));
    Collections.reverse(recent); // the newest was the first
    return recent.stream()
        .filter(e -> e.subject().equals(id.toString()))
        .map(DecisionRecorder.Entry::reason)
        .map(Object::toString)
        .collect(Collectors.toList());
  }

  static void await(Supplier<String> what, Callable<Boolean> condition) throws Exception {
    long from = System.nanoTime();
    while (!condition.call()) {
      assertTrue(what.get(), System.nanoTime() - from < PATIENCE_NANOS);
      Thread.yield();
    }
  }
}
