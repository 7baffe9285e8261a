// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingEditPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.DecisionLog;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.control.PolicyPublicationStore;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.policy.enforce.CapacityUpdateReason;
import org.yarnext.federation.policy.enforce.CapacityUpdateThrottle;
import org.yarnext.federation.policy.enforce.ShareCapacityPolicy;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.UnusableStoreException;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Hooks {@code yarn.resourcemanager.scheduler.monitor.policies}: reports what the
 * CapacityScheduler's queues use and want, and makes their shares of the whole cluster their
 * capacities here (Hydra section 4.2). Without recent shares the last ones hold, and then the
 * configured capacities.
 *
 * <p>Called on a thread of its own, only while this ResourceManager is the active one.
 */
public final class ShareEnforcer implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(ShareEnforcer.class);

  /**
   * The latest of each scheduler, until that stops. YARN makes another one when monitors are read
   * anew, and tells the old one nothing.
   */
  private static final Map<ResourceScheduler, ShareEnforcer> CURRENT = new ConcurrentHashMap<>();

  private FeatureMode mode = FeatureMode.OFF;
  private long intervalMs = TimeUnit.HOURS.toMillis(1);
  private volatile long pauseNanos;
  private volatile long staleAfterMs;
  private String subCluster;
  private CapacityQueues queues;
  private Configuration conf;
  private FederationConfiguration keys;
  private ShareStore store;
  private CapacityUpdateLimitsReader rules;
  private volatile ShareCapacityPolicy policy;
  private CapacityUpdateThrottle pause;
  private Guard guard;
  private volatile ShareStore.Granted last;
  private volatile boolean closed;

  /** Null until the first round, as all that is opened then. */
  private ZooKeeperRecordStore records;

  private DecisionLog log;

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler scheduler) {
    try {
      FederationConfiguration keys = FederationConfiguration.read(conf);
      if (keys.shareMode().decides()) {
        prepare(keys, conf, context, scheduler);
      }
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Capacities stay as configured.", e.getMessage());
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The enforcement of shares failed to prepare: capacities stay.", e);
    }
  }

  private void prepare(
      FederationConfiguration read,
      Configuration managers,
      RMContext context,
      ResourceScheduler scheduler) {
    String obstacle =
        scheduler instanceof CapacityScheduler
            ? read.shareMode().acts() ? CapacityQueues.obstacle(managers) : null
            : "Shares are enforced in the CapacityScheduler only.";
    if (obstacle != null) {
      LOG.error("{} Capacities stay as configured.", obstacle);
      return;
    }
    conf = managers;
    keys = read;
    subCluster = YarnConfiguration.getClusterId(conf);
    goBy(keys);
    intervalMs = keys.shareInterval().toMillis();
    pause = new CapacityUpdateThrottle(keys.shareInterval().toNanos());
    mode = keys.shareMode();
    // A cool-down would only keep shares back once the store answers again.
    guard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    ShareEnforcer before = CURRENT.put(scheduler, this);
    if (before != null) {
      before.close();
    }
    queues =
        before != null && before.queues.isOf(scheduler, context)
            ? before.queues // which knows what is configured, and what we set
            : new CapacityQueues((CapacityScheduler) scheduler, context);
    OwnerStopListener.of(
        scheduler,
        () -> {
          close();
          CURRENT.remove(scheduler, this);
        });
  }

  /** Not before the first round: a ResourceManager on standby reports nothing. */
  private synchronized boolean open() {
    if (closed || records != null) {
      return !closed;
    }
    try {
      records = ZooKeeperRecordStore.open(conf, keys.storePath());
    } catch (UnusableStoreException e) {
      LOG.error("Capacities stay as configured: {}", e.getMessage());
      closed = true;
      return false;
    } catch (IOException e) {
      LOG.error("Capacities stay as configured: the store of shares cannot be opened.", e);
      closed = true;
      return false;
    }
    store = new ShareStore(records);
    FeatureMetrics metrics =
        new FeatureMetrics("FederationShares", "Shares of queues enforced here", () -> mode);
    metrics.attach(guard);
    metrics.gauge("RecordsSkipped", "Records that are not to be used", records::skipped);
    metrics.gauge("ShareAgeMillis", "Since when shares were not published, -1 if never", this::age);
    rules =
        new CapacityUpdateLimitsReader(
            keys,
            new PolicyPublicationStore(records),
            queue -> inForce(conf, queue),
            subCluster,
            metrics);
    log = new DecisionLog(metrics, mode, "ResourceManager", "FederationShareDecisions");
    log.register(conf);
    return true;
  }

  /** Ends for good; a round under way goes on without the store. */
  private synchronized void close() {
    if (!closed && log != null) {
      log.close();
      guard.close();
      // Waits for ZooKeeper's answer.
      DaemonThreadFactory.start("yarnext-federation-close", records::close);
    }
    closed = true;
  }

  private void goBy(FederationConfiguration keys) {
    staleAfterMs = keys.shareStaleAfter().toMillis();
    policy = new ShareCapacityPolicy(keys.capacityUpdateLimits());
    pauseNanos = keys.sharePause().toNanos();
  }

  private static SubClusterPolicyConfiguration inForce(Configuration conf, String queue)
      throws YarnException {
    return PolicyPublisher.inForce(
        FederationStateStoreFacade.getInstance(conf).getStateStore(), queue);
  }

  private void readRules() throws IOException {
    synchronized (rules) { // one that was late may end beside the next
      if (rules.read()) {
        goBy(rules.now());
      }
    }
  }

  @Override
  public void editSchedule() {
    if (!mode.decides() || !open()) {
      return;
    }
    // Not on this thread, which a store that hangs would hold for minutes.
    guard.run("federation.report", () -> store.report(queues.demand(subCluster)), () -> {});
    guard.run("federation.granted", this::read, () -> {});
    guard.run("federation.rules", this::readRules, () -> {});
    // Whatever the store said: what gets too old is to be put back.
    guard.runAlways("federation.enforce", this::enforce);
  }

  private void read() throws IOException {
    ShareStore.Granted granted = store.granted(subCluster);
    if (granted != null) {
      last = granted;
    }
  }

  /** Takes no lock: the daemon's metrics wait for it. */
  private long age() {
    return ageOf(last);
  }

  private static long ageOf(ShareStore.Granted granted) {
    return granted == null ? -1 : granted.age().minMs();
  }

  /** Whether it is not known yet if shares hold, as it may be right after a start. */
  private boolean isUnsure(ShareStore.Granted granted) {
    return granted != null
        && !granted.age().isFresh(staleAfterMs)
        && !granted.age().isStale(staleAfterMs);
  }

  private void enforce() throws Exception {
    if (!pause.isOver(System.nanoTime(), pauseNanos) || isUnsure(last)) {
      return;
    }
    Decision<Map<String, Double>> decision = decide();
    if (decision.reason() == CapacityUpdateReason.ENFORCE_UNCHANGED) {
      log.count(decision);
      return;
    }
    if (mode.acts() && !set(decision.value())) {
      LOG.info("Capacities are being changed by somebody else: left to the next round.");
      return;
    }
    log.explain(System.currentTimeMillis(), subCluster, decision);
  }

  private boolean set(Map<String, Double> capacities) throws Exception {
    try {
      if (!queues.set(capacities)) {
        return false;
      }
    } catch (Exception e) {
      pause.refused(System.nanoTime());
      throw e;
    }
    pause.changed(System.nanoTime());
    return true;
  }

  private Decision<Map<String, Double>> decide() {
    ShareStore.Granted granted = last;
    return policy.decide(
        granted == null
            ? queues.view().build()
            : queues.view().build(granted.shares(), granted.capacity(), ageOf(granted)));
  }

  @Override
  public long getMonitoringInterval() {
    return intervalMs;
  }

  @Override
  public String getPolicyName() {
    return ShareEnforcer.class.getSimpleName();
  }
}
