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
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.DecisionLog;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.settings.FeatureSettings;
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
 * Scheduling edit policy ({@code yarn.resourcemanager.scheduler.monitor.policies}) that reports
 * usage and demand of the CapacityScheduler's queues, and sets their capacities here to their
 * shares of the whole cluster (Hydra section 4.2). Without recent shares the last ones stay until
 * they are stale; then the configured capacities return.
 *
 * <p>YARN calls it on its own thread, only while this ResourceManager is active.
 */
public final class ShareEnforcer implements SchedulingEditPolicy {
  private static final Logger LOG = LoggerFactory.getLogger(ShareEnforcer.class);

  /**
   * The latest enforcer of each scheduler, until the scheduler stops. YARN makes a new one when it
   * reloads its monitors, and does not close the old one.
   */
  private static final Map<ResourceScheduler, ShareEnforcer> CURRENT = new ConcurrentHashMap<>();

  private long intervalMs = TimeUnit.HOURS.toMillis(1);
  private volatile long pauseNanos;
  private volatile long staleAfterMs;
  private String subCluster;
  private CapacityQueues queues;
  private Configuration conf;
  private FeatureSettings registered;

  /** Null if the configuration is refused. */
  private volatile FederationConfiguration keys;

  private ShareStore store;
  private CapacityUpdateLimitsReader rules;
  private volatile ShareCapacityPolicy policy;
  private CapacityUpdateThrottle pause;
  private Guard guard;
  private volatile ShareStore.GrantedShares last;
  private volatile boolean closed;

  /** Null before the first round, as all that the first round opens. */
  private ZooKeeperRecordStore records;

  private DecisionLog log;

  @Override
  public void init(Configuration conf, RMContext context, ResourceScheduler scheduler) {
    try {
      prepare(
          FederationConfiguration.readForManager(conf, mode -> obstacle(mode, conf, scheduler)),
          conf,
          context,
          scheduler);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Capacities stay as configured.", e.getMessage());
      FeatureMetrics.countRefused("FederationShares", "Shares of queues enforced here");
    } catch (RuntimeException | LinkageError e) {
      LOG.error("The enforcement of shares failed to start: capacities stay.", e);
    }
  }

  private void prepare(
      FederationConfiguration read,
      Configuration managers,
      RMContext context,
      ResourceScheduler scheduler) {
    if (!(scheduler instanceof CapacityScheduler)) {
      return; // the mode is off, and a raise is refused
    }
    conf = managers;
    keys = read;
    registered = ResourceManagerAuthorizer.serve(context, "federation", read.live());
    subCluster = YarnConfiguration.getClusterId(conf);
    apply(keys);
    intervalMs = keys.shareInterval().toMillis();
    pause = new CapacityUpdateThrottle(keys.shareInterval().toNanos());
    // After a cool-down the store may respond again, and shares would only be late.
    guard = new Guard("federation", keys.guard().withoutTripping(), System::nanoTime);
    ShareEnforcer before = CURRENT.put(scheduler, this);
    if (before != null) {
      before.close();
    }
    queues =
        before != null && before.queues.isOf(scheduler, context)
            ? before.queues // it knows the configured capacities and those set here
            : new CapacityQueues((CapacityScheduler) scheduler, context);
    OwnerStopListener.of(
        scheduler,
        () -> {
          close();
          CURRENT.remove(scheduler, this);
        });
  }

  /** Returns why capacities cannot follow shares in a mode; null if they can. */
  private static String obstacle(
      FeatureMode mode, Configuration managers, ResourceScheduler scheduler) {
    if (!(scheduler instanceof CapacityScheduler)) {
      return mode.decides() ? "Shares are enforced in the CapacityScheduler only." : null;
    }
    return mode.acts() ? CapacityQueues.obstacle(managers) : null;
  }

  private FeatureMode mode() {
    return keys == null ? FeatureMode.OFF : keys.shareMode();
  }

  /** Returns the settings of the feature in this ResourceManager; null if they were refused. */
  LiveConfiguration live() {
    return keys == null ? null : keys.live();
  }

  /**
   * Opens the store in the first round; a standby ResourceManager reports nothing. Returns false if
   * closed.
   */
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
        new FeatureMetrics("FederationShares", "Shares of queues enforced here", this::mode);
    metrics.attach(guard);
    metrics.gauge("RecordsSkipped", "Invalid records, which are ignored", records::skipped);
    metrics.gauge(
        "ShareAgeMillis", "Time since shares were published, in ms; -1 if never", this::age);
    rules =
        new CapacityUpdateLimitsReader(
            keys,
            new PolicyPublicationStore(records),
            queue -> inForce(conf, queue),
            subCluster,
            metrics);
    log = new DecisionLog(metrics, this::mode, "ResourceManager", "FederationShareDecisions");
    log.register(conf);
    return true;
  }

  /** Closes for good; a round under way continues without the store. */
  private synchronized void close() {
    if (registered != null) {
      registered.close();
    }
    if (!closed && log != null) {
      log.close();
      guard.close();
      // On another thread, since closing waits for ZooKeeper.
      DaemonThreadFactory.start("yarnext-federation-close", records::close);
    }
    closed = true;
  }

  private void apply(FederationConfiguration keys) {
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
    synchronized (rules) { // a late read may overlap with the next one
      if (rules.read()) {
        apply(rules.now());
      }
    }
  }

  @Override
  public void editSchedule() {
    FeatureMode now = mode(); // one mode for this round
    if (!now.acts() && !closed) { // else the enforcer that replaced this one decides
      putBack();
    }
    if (!now.decides() || !open()) {
      return;
    }
    // Not on this thread, which a store that hangs would block for minutes.
    guard.run("federation.report", () -> store.report(queues.demand(subCluster)), () -> {});
    guard.run("federation.granted", this::read, () -> {});
    guard.run("federation.rules", this::readRules, () -> {});
    // Even if the store failed: capacities must be restored when shares become stale.
    guard.runAlways("federation.enforce", () -> enforce(now.acts()));
  }

  /** Restores the configured capacities, if the mode was on before. */
  private void putBack() {
    if (queues != null && queues.isEnforcing()) {
      guard.runAlways(
          "federation.put-back",
          () -> {
            if (!queues.putBack()) {
              LOG.info("Another client is changing capacities: the next round tries again.");
            }
          });
    }
  }

  private void read() throws IOException {
    ShareStore.GrantedShares granted = store.granted(subCluster);
    if (granted != null) {
      last = granted;
    }
  }

  /**
   * Returns the age of the shares in ms; -1 if there are none. Takes no lock, as the daemon's
   * metrics call it.
   */
  private long age() {
    return ageOf(last);
  }

  private static long ageOf(ShareStore.GrantedShares granted) {
    return granted == null ? -1 : granted.age().minMs();
  }

  /** Returns whether it is uncertain if the shares are stale, as it may be after a start. */
  private boolean isUnsure(ShareStore.GrantedShares granted) {
    return granted != null
        && !granted.age().isFresh(staleAfterMs)
        && !granted.age().isStale(staleAfterMs);
  }

  private void enforce(boolean acts) throws Exception {
    if (!pause.isPauseOver(System.nanoTime(), pauseNanos) || isUnsure(last)) {
      return;
    }
    Decision<Map<String, Double>> decision = decide();
    if (decision.reason() == CapacityUpdateReason.ENFORCE_UNCHANGED) {
      log.count(decision);
      return;
    }
    if (acts && !set(decision.value())) {
      LOG.info("Another client is changing capacities: the next round tries again.");
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
    ShareStore.GrantedShares granted = last;
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
