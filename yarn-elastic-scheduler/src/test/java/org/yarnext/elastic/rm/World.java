// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.ElasticComponents;
import org.yarnext.elastic.rm.timeline.JobEndCache;
import org.yarnext.elastic.rm.world.SchedulerKind;
import org.yarnext.elastic.rm.world.WorldApplications;

/**
 * A real scheduler, stock or ours, driven by the events that the ResourceManager sends it, all on
 * the test's thread.
 */
public final class World extends WorldApplications {
  private World(
      SchedulerKind kind, Configuration conf, AbstractYarnScheduler<?, ?> scheduler, boolean start)
      throws Exception {
    super(kind, conf, scheduler, start);
  }

  public static Configuration configuration(SchedulerKind kind) {
    Configuration conf = new YarnConfiguration();
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 256);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 16_384);
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        ElasticAmsProcessor.class.getName());
    conf.set("yarn.elastic.guard.deadline", "10s"); // however busy the machine is
    kind.configure(conf);
    return conf;
  }

  public static World stock(SchedulerKind kind) throws Exception {
    return stock(kind, configuration(kind));
  }

  public static World stock(SchedulerKind kind, Configuration conf) throws Exception {
    return new World(kind, conf, kind.stock(), false);
  }

  /** Ours, where all tasks have a profile and the policy alone decides. */
  public static World ours(SchedulerKind kind, String mode, ElasticPolicy policy) throws Exception {
    Configuration conf = configuration(kind);
    conf.set("yarn.elastic.mode", mode);
    return ours(kind, conf, policy, false);
  }

  public static World ours(
      SchedulerKind kind, Configuration conf, ElasticPolicy policy, boolean start)
      throws Exception {
    conf.set("yarn.elastic.timeline.interval", "5m");
    return ours(kind, conf, FixedPolicies.always(policy), start);
  }

  /** The same with other components. */
  public static World ours(
      SchedulerKind kind, Configuration conf, ElasticComponents components, boolean start)
      throws Exception {
    conf.set("yarn.elastic.heap.floor", "16");
    conf.set("yarn.elastic.heap.spark-floor", "16");
    World world =
        new World(kind, conf, kind.ours(ElasticHost.DAEMON, configuration -> components), start);
    if (world.module() != null) {
      world.module().ends().renew();
    }
    return world;
  }

  /** Ours, on, with components of the test's making and a {@link #addBallast ballast}. */
  public static World withComponents(SchedulerKind kind, ElasticPlugin.Components components)
      throws Exception {
    World world = withComponents(kind, ElasticHost.DAEMON, components);
    world.addBallast();
    return world;
  }

  /** The same at the host's time, without a ballast. */
  public static World withComponents(
      SchedulerKind kind, ElasticHost host, ElasticPlugin.Components components) throws Exception {
    Configuration conf = configuration(kind);
    conf.set("yarn.elastic.mode", "on");
    return new World(kind, conf, kind.ours(host, components), false);
  }

  public static World withComponents(
      SchedulerKind kind, Configuration conf, ElasticPlugin.Components components)
      throws Exception {
    return new World(kind, conf, kind.ours(ElasticHost.DAEMON, components), false);
  }

  /** Ours, with all its own parts. */
  public static World asConfigured(SchedulerKind kind, Configuration conf) throws Exception {
    return asConfigured(kind, conf, ElasticHost.DAEMON, false);
  }

  /** The same at the host's time, with its rounds if it is started. */
  public static World asConfigured(
      SchedulerKind kind, Configuration conf, ElasticHost host, boolean start) throws Exception {
    return new World(
        kind,
        conf,
        kind == SchedulerKind.FAIR
            ? new ElasticFairScheduler(host)
            : new ElasticCapacityScheduler(host),
        start);
  }

  /** Null if the scheduler is stock, or ours and off. */
  public ElasticModule module() {
    return scheduler instanceof ElasticFairScheduler
        ? ((ElasticFairScheduler) scheduler).module()
        : scheduler instanceof ElasticCapacityScheduler
            ? ((ElasticCapacityScheduler) scheduler).module()
            : null;
  }

  /** The hooks, in every mode. */
  ElasticPlugin plugin() {
    return scheduler instanceof ElasticFairScheduler
        ? ((ElasticFairScheduler) scheduler).plugin()
        : ((ElasticCapacityScheduler) scheduler).plugin();
  }

  /** Changes a live key while the scheduler runs; the jobs' ends are known if they matter. */
  public ReloadResult set(String key, String value) {
    conf.set("yarn.elastic." + key, value);
    ReloadResult result = plugin().live().reload(conf);
    if (module() != null) {
      estimate();
    }
    return result;
  }

  /** Returns the estimates of jobs' ends. */
  public JobEndCache ends() {
    return module().ends();
  }

  /** Estimates the jobs' ends, as a thread of the module does once a second. */
  public void estimate() {
    module().ends().renew();
  }

  public ReservationManager reserving() {
    return module().reservations();
  }

  boolean decidesReservations() {
    return kind == SchedulerKind.FAIR
        ? ((ElasticFairScheduler) scheduler).offersReserved()
        : ((ElasticCapacityScheduler) scheduler).offersReserved();
  }

  /** Fails until the guard gives up for a while. */
  public void trip() {
    for (int i = 0; i < 5; i++) {
      module().sizer().failed(new IllegalStateException("broken"));
    }
    if (count("GuardState") != 2) {
      throw new AssertionError("the guard is not tripped");
    }
  }

  public long count(String metric) {
    Number n = plugin().sizer().metrics().metrics().snapshot().get(metric);
    return n == null ? 0 : n.longValue();
  }
}
