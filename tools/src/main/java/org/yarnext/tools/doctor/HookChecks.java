// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.doctor.NamedClasses.Hook;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.StockScheduler;

/**
 * Checks that each feature that is not off is hooked into its daemons, in the right order, and that
 * the stock keys on which it depends fit.
 */
final class HookChecks {
  private static final String PROCESSORS =
      YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS;
  private static final String POLICIES = YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES;
  private static final String PROXY = YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE;
  private static final String ROUTER = "org.apache.hadoop.yarn.server.router.";
  private static final String PREEMPTION =
      "org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity."
          + "ProportionalCapacityPreemptionPolicy";
  private static final String STOCK_DEFAULT =
      "org.apache.hadoop.yarn.server.nodemanager.amrmproxy.DefaultRequestInterceptor";
  private static final String STOCK_FEDERATION =
      "org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor";

  private final ConfigurationView examined;
  private final List<Finding> findings;

  private HookChecks(ConfigurationView examined, List<Finding> findings) {
    this.examined = examined;
    this.findings = findings;
  }

  static void mercury(ConfigurationView examined, List<Finding> findings) {
    HookChecks checks = new HookChecks(examined, findings);
    boolean isDistributed = examined.flag(YarnConfiguration.DIST_SCHEDULING_ENABLED);
    checks.needs(HostRole.NODEMANAGER, MercuryConfiguration.MODE, Hook.MERCURY_LAUNCHER);
    checks.needsService(MercuryConfiguration.MODE, "mercury", Hook.MERCURY_SERVICE);
    checks.needs(HostRole.RESOURCEMANAGER, MercuryConfiguration.COORDINATOR_MODE, Hook.COORDINATOR);
    checks.needsMonitors(MercuryConfiguration.COORDINATOR_MODE);
    for (ConfigurationKey<FeatureMode> key :
        new ConfigurationKey[] {
          MercuryConfiguration.PLACEMENT_MODE, MercuryConfiguration.HYBRID_MODE
        }) {
      checks.needs(HostRole.RESOURCEMANAGER, key, Hook.MERCURY_PROCESSOR);
      if (isDistributed) {
        checks.needs(HostRole.NODEMANAGER, key, Hook.MERCURY_INTERCEPTOR);
      }
    }
    checks.needs(HostRole.RESOURCEMANAGER, MercuryConfiguration.PROMOTION_MODE, Hook.PROMOTION);
    checks.before(Hook.PROMOTION, Hook.MERCURY_PROCESSOR.type);
    checks.before(Hook.ELASTIC_PROCESSOR, Hook.MERCURY_PROCESSOR.type);
    ConfigurationKey<FeatureMode> mode = MercuryConfiguration.MODE;
    ConfigurationKey<FeatureMode> over = MercuryConfiguration.OVERALLOCATION_MODE;
    boolean isAlone = examined.mode(over).acts() && !examined.mode(mode).acts();
    if (examined.isOn(HostRole.NODEMANAGER) && isAlone) {
      findings.add(
          Finding.warning(
              examined.at(over.name()),
              examined.value(over.name()) + " has no effect while " + mode.name() + " is not on.",
              "Set " + mode.name() + " to on, or this mode to shadow or off."));
    }
  }

  static void elastic(ConfigurationView examined, List<Finding> findings) {
    HookChecks checks = new HookChecks(examined, findings);
    ConfigurationKey<FeatureMode> mode = ElasticConfiguration.MODE;
    if (examined.scheduler() == StockScheduler.CAPACITY) {
      checks.needs(HostRole.RESOURCEMANAGER, mode, Hook.ELASTIC_CAPACITY);
    } else if (examined.scheduler() == StockScheduler.FAIR) {
      checks.needs(HostRole.RESOURCEMANAGER, mode, Hook.ELASTIC_FAIR);
    }
    String elastic = Hook.ELASTIC_PROCESSOR.type;
    checks.needs(HostRole.RESOURCEMANAGER, mode, Hook.ELASTIC_PROCESSOR);
    if (examined.list(PROCESSORS).indexOf(elastic) > 0) {
      findings.add(
          Finding.warning(
              examined.at(PROCESSORS),
              elastic
                  + " is not first, so the other processors see smaller containers than the"
                  + " application requested.",
              "Move it to the front of the list."));
    }
    checks.needs(HostRole.NODEMANAGER, mode, Hook.ELASTIC_LISTENER);
    for (String key :
        new String[] {
          YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED, YarnConfiguration.NM_VMEM_CHECK_ENABLED
        }) {
      boolean isLeft = examined.all().getBoolean(key, true);
      if (examined.isOn(HostRole.NODEMANAGER) && examined.mode(mode).acts() && isLeft) {
        findings.add(
            Finding.warning(
                examined.at(key),
                key
                    + " is true, and "
                    + mode.name()
                    + " is on: under-sized tasks may be killed for virtual memory or for a short"
                    + " peak.",
                "Set it to false, as conf-samples/elastic-capacity/yarn-site-on.xml has it."));
      }
    }
  }

  static void orchestrator(ConfigurationView examined, List<Finding> findings) {
    HookChecks checks = new HookChecks(examined, findings);
    ConfigurationKey<FeatureMode> mode = OrchestratorConfiguration.MODE;
    checks.needs(HostRole.RESOURCEMANAGER, mode, Hook.ORCHESTRATOR);
    checks.needsMonitors(mode);
    checks.needsService(mode, "mr_orchestrator", Hook.ORCHESTRATOR_SERVICE);
    checks.needs(HostRole.NODEMANAGER, mode, Hook.ORCHESTRATOR_LISTENER);
  }

  static void federation(ConfigurationView examined, List<Finding> findings) {
    HookChecks checks = new HookChecks(examined, findings);
    ConfigurationKey<FeatureMode> gang = FederationConfiguration.GANG_MODE;
    checks.needs(HostRole.ROUTER, gang, Hook.GANG);
    checks.needs(HostRole.ROUTER, gang, Hook.GANG_REST);
    checks.needs(HostRole.NODEMANAGER, FederationConfiguration.SPLIT_MODE, Hook.SPLIT);
    checks.before(Hook.SPLIT, STOCK_FEDERATION);
    ConfigurationKey<FeatureMode> share = FederationConfiguration.SHARE_MODE;
    checks.needs(HostRole.RESOURCEMANAGER, share, Hook.SHARE_ENFORCER);
    checks.needsMonitors(share);
    checks.needs(HostRole.ROUTER, share, Hook.GLOBAL_FAIRNESS);
  }

  static void tez(ConfigurationView examined, List<Finding> findings) {
    new HookChecks(examined, findings)
        .needs(HostRole.GATEWAY, TezEstimatorConfiguration.MODE, Hook.TEZ_SCHEDULER);
  }

  /** Checks that each list of interceptors ends with one that calls the ResourceManager. */
  static void pipelines(ConfigurationView examined, List<Finding> findings) {
    HookChecks checks = new HookChecks(examined, findings);
    boolean splits = examined.decides(FederationConfiguration.SPLIT_MODE);
    boolean holds = examined.decides(FederationConfiguration.GANG_MODE);
    String client = YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE;
    String web = YarnConfiguration.ROUTER_WEBAPP_INTERCEPTOR_CLASS_PIPELINE;
    checks.ends(HostRole.NODEMANAGER, PROXY, STOCK_FEDERATION, splits ? null : STOCK_DEFAULT);
    checks.ends(
        HostRole.ROUTER,
        client,
        ROUTER + "clientrm.FederationClientInterceptor",
        holds ? null : ROUTER + "clientrm.DefaultClientRequestInterceptor");
    // It extends Hadoop's own last one.
    checks.ends(
        HostRole.ROUTER,
        web,
        Hook.GANG_REST.type,
        holds ? null : ROUTER + "webapp.FederationInterceptorREST");
    String preemption = "yarn.resourcemanager.monitor.capacity.preemption.";
    boolean isOverwritten =
        examined.site().get(POLICIES) != null && !examined.lists(POLICIES, PREEMPTION);
    if (examined.isOn(HostRole.RESOURCEMANAGER)
        && isOverwritten
        && !examined.site().getPropsWithPrefix(preemption).isEmpty()) {
      findings.add(
          Finding.warning(
              examined.at(POLICIES),
              "The list replaces Hadoop's own, so the keys below "
                  + preemption
                  + " have no effect and nothing is preempted.",
              "Add " + PREEMPTION + " to the list, or remove those keys."));
    }
  }

  /**
   * Reports a list that the pack is in and that does not end with one of two interceptors.
   *
   * @param other the second, or null if the feature needs the first
   */
  private void ends(HostRole role, String key, String one, String other) {
    List<String> names = examined.list(key);
    boolean isOurs = names.stream().anyMatch(name -> name.startsWith(NamedClasses.OURS));
    String last = names.isEmpty() ? "" : names.get(names.size() - 1);
    if (examined.isOn(role) && isOurs && !last.equals(one) && !last.equals(other)) {
      boolean isStock = last.startsWith("org.apache.hadoop.");
      findings.add(
          Finding.error(
              examined.at(key),
              "The last interceptor, "
                  + last
                  + ", does not call the ResourceManager"
                  + (isStock && other == null ? "s of a federation." : "."),
              "End the list with " + (other == null ? one : other) + ", once."));
    }
  }

  private void needs(HostRole role, ConfigurationKey<FeatureMode> mode, Hook hook) {
    if (examined.isOn(role) && examined.decides(mode) && !examined.lists(hook.key, hook.type)) {
      findings.add(
          Finding.error(
              examined.at(mode.name()),
              examined.value(mode.name())
                  + " has no effect, since "
                  + hook.key
                  + " does not name "
                  + hook.type
                  + ".",
              "Add it there (\"yarnext configure\" does), or set the mode to off."));
    }
  }

  private void needsMonitors(ConfigurationKey<FeatureMode> mode) {
    String key = YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS;
    if (examined.isOn(HostRole.RESOURCEMANAGER) && examined.decides(mode) && !examined.flag(key)) {
      findings.add(
          Finding.error(
              examined.at(key),
              examined.value(mode.name()) + " has no effect, since " + key + " is false.",
              "Set it to true."));
    }
  }

  private void needsService(ConfigurationKey<FeatureMode> mode, String name, Hook hook) {
    String type = hook.type;
    if (!examined.isOn(HostRole.NODEMANAGER) || !examined.decides(mode)) {
      return;
    }
    String manifest = YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED;
    if (examined.flag(manifest)) {
      findings.add(
          Finding.note(
              examined.at(manifest),
              "Services are configured in the manifest, which doctor does not read.",
              "Check that the manifest has a service " + name + " with class.name=" + type + "."));
      return;
    }
    for (String service : examined.list(YarnConfiguration.NM_AUX_SERVICES)) {
      String key = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      if (type.equals(examined.all().getTrimmed(key))) {
        return;
      }
    }
    findings.add(
        Finding.error(
            examined.at(YarnConfiguration.NM_AUX_SERVICES),
            examined.value(mode.name())
                + " has no effect, since no auxiliary service has the class "
                + type
                + ".",
            "Add "
                + name
                + " to the list and set "
                + String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, name)
                + "."));
  }

  private void before(Hook hook, String second) {
    List<String> names = examined.list(hook.key);
    if (names.contains(hook.type)
        && names.contains(second)
        && names.indexOf(hook.type) > names.indexOf(second)) {
      findings.add(
          Finding.error(
              examined.at(hook.key),
              hook.type + " comes after " + second + ", and must come before it.",
              "Swap the two."));
    }
  }

  /** Checks the settings of YARN that Mercury and the orchestrator depend on. */
  static void resources(ConfigurationView examined, List<Finding> findings) {
    boolean isMercury = examined.decides(MercuryConfiguration.MODE);
    boolean steersCpu =
        examined.decides(OrchestratorConfiguration.MODE)
            && !"memory"
                .equalsIgnoreCase(
                    examined.all().getTrimmed(OrchestratorConfiguration.CONTROL.name()));
    if (!examined.isOn(HostRole.RESOURCEMANAGER)
        || examined.scheduler() != StockScheduler.CAPACITY
        || !isMercury && !steersCpu) {
      return;
    }
    String key = StockScheduler.CALCULATOR;
    String wanted = "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator";
    String store = StockScheduler.storeOf(examined.all());
    if (store != null) {
      findings.add(
          Finding.note(
              examined.at(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS),
              "The CapacityScheduler has its settings in the store "
                  + store
                  + ", not in capacity-scheduler.xml, which is all that doctor reads.",
              "Check that the store has "
                  + key
                  + "="
                  + wanted
                  + " (\"yarn schedulerconf -global\" sets it, and then restart)."));
      return;
    }
    Set<String> queues = StockScheduler.withoutVcores(examined.all());
    if (!queues.isEmpty()) {
      int others = queues.size() - 1;
      findings.add(
          Finding.warning(
              examined.at(queues.iterator().next()),
              "It"
                  + (others > 0 ? " (and " + others + " more)" : "")
                  + " gives memory and no vcores, so applications are told that no vcores are left"
                  + " for them: MapReduce then stops reducers when maps wait.",
              "Add vcores, such as [memory=1048576,vcores=256]."));
    }
    String calculator = examined.all().getTrimmed(key, "DefaultResourceCalculator");
    if (calculator.endsWith("DefaultResourceCalculator")) {
      findings.add(
          Finding.warning(
              examined.at(key),
              (steersCpu ? "The orchestrator stays off" : "Guaranteed containers wait on nodes")
                  + ", because the scheduler counts memory alone.",
              "Set it to " + wanted + "."));
    }
  }

  static void opportunistic(ConfigurationView examined, List<Finding> findings) {
    ConfigurationKey<FeatureMode> mode = MercuryConfiguration.MODE;
    ConfigurationKey<FeatureMode> placement = MercuryConfiguration.PLACEMENT_MODE;
    ConfigurationKey<FeatureMode> coordinator = MercuryConfiguration.COORDINATOR_MODE;
    boolean isDistributed = examined.flag(YarnConfiguration.DIST_SCHEDULING_ENABLED);
    String allocation = YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED;
    boolean isNeeded =
        examined.decides(placement)
            || examined.decides(coordinator)
            || examined.decides(MercuryConfiguration.HYBRID_MODE)
            || isDistributed;
    if (examined.isOn(HostRole.RESOURCEMANAGER) && isNeeded && !examined.flag(allocation)) {
      findings.add(
          Finding.error(
              examined.at(allocation),
              "The ResourceManager allocates no opportunistic containers.",
              "Set it to true, or Mercury's modes to off."));
    }
    if (examined.decides(placement) && !isDistributed && !examined.decides(coordinator)) {
      findings.add(
          Finding.error(
              examined.at(placement.name()),
              examined.value(placement.name()) + " has no effect without the coordinator.",
              "Set " + coordinator.name() + " to shadow or on."));
    }
    String comparator = YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR;
    boolean isByWait = examined.all().get(comparator, "").trim().equals("QUEUE_WAIT_TIME");
    boolean ranks = examined.isOn(HostRole.RESOURCEMANAGER);
    if (ranks && examined.mode(coordinator).acts() && !isByWait) {
      findings.add(
          Finding.warning(
              examined.at(comparator),
              "The coordinator limits queue waits, but containers are placed by another measure, so"
                  + " shed containers may return to the same node.",
              "Set it to QUEUE_WAIT_TIME."));
    }
    if (ranks && isByWait && !examined.mode(mode).acts()) {
      findings.add(
          Finding.warning(
              examined.at(comparator),
              "Nodes whose " + mode.name() + " is not on report no wait and therefore look idle.",
              "Set it to QUEUE_LENGTH until all nodes are on."));
    }
    String proxy = YarnConfiguration.AMRM_PROXY_ENABLED;
    boolean needsProxy = isDistributed || examined.decides(FederationConfiguration.SPLIT_MODE);
    if (examined.isOn(HostRole.NODEMANAGER) && needsProxy && !examined.flag(proxy)) {
      findings.add(
          Finding.error(
              examined.at(proxy),
              (isDistributed ? "Distributed scheduling" : "The division of requests")
                  + " needs the AMRMProxy, which is off.",
              "Set it to true."));
    }
  }
}
