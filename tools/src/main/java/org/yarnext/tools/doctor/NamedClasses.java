// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.conf.NameSuggester;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.StockScheduler;

/** Checks the classes that configuration keys name. Immutable. */
final class NamedClasses implements DoctorCheck {
  /** The pack's classes that keys name, each with its key. */
  enum Hook {
    MERCURY_LAUNCHER(
        "org.yarnext.mercury.nm.MercuryContainersLauncher",
        YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS),
    MERCURY_SERVICE(
        "org.yarnext.mercury.nm.MercuryAuxiliaryService", YarnConfiguration.NM_AUX_SERVICES),
    COORDINATOR(
        "org.yarnext.mercury.rm.MercuryCoordinator",
        YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES),
    MERCURY_PROCESSOR(
        "org.yarnext.mercury.rm.MercuryAmsProcessor",
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS),
    PROMOTION(
        "org.yarnext.mercury.rm.PromotionProcessor",
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS),
    MERCURY_INTERCEPTOR(
        "org.yarnext.mercury.amrmproxy.MercuryInterceptor",
        YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE),
    ELASTIC_CAPACITY(StockScheduler.CAPACITY.elasticClass(), YarnConfiguration.RM_SCHEDULER),
    ELASTIC_FAIR(StockScheduler.FAIR.elasticClass(), YarnConfiguration.RM_SCHEDULER),
    ELASTIC_PROCESSOR(
        "org.yarnext.elastic.rm.ElasticAmsProcessor",
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS),
    ELASTIC_LISTENER(
        "org.yarnext.elastic.nm.ElasticContainerListener",
        YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS),
    ORCHESTRATOR(
        "org.yarnext.orchestrator.rm.ClusterOrchestrator",
        YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES),
    ORCHESTRATOR_SERVICE(
        "org.yarnext.orchestrator.nm.OrchestratorAuxiliaryService",
        YarnConfiguration.NM_AUX_SERVICES),
    ORCHESTRATOR_LISTENER(
        "org.yarnext.orchestrator.nm.OrchestratorContainerListener",
        YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS),
    SPLIT(
        "org.yarnext.federation.amrmproxy.SplitInterceptor",
        YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE),
    SHARE_ENFORCER(
        "org.yarnext.federation.rm.ShareEnforcer", YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES),
    GANG(
        "org.yarnext.federation.router.GangInterceptor",
        YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE),
    GANG_REST(
        "org.yarnext.federation.router.GangInterceptorREST",
        YarnConfiguration.ROUTER_WEBAPP_INTERCEPTOR_CLASS_PIPELINE),
    GLOBAL_FAIRNESS(
        "org.yarnext.federation.gpg.GlobalFairnessPolicy",
        "yarn.federation.gpg.policy.generator.class"),
    HYDRA("org.yarnext.federation.HydraPolicyManager", YarnConfiguration.FEDERATION_POLICY_MANAGER),
    TEZ_SCHEDULER("org.yarnext.tez.am.EstimatingTaskScheduler", "tez.am.yarn.scheduler.class"),
    TEZ_ESTIMATOR("org.yarnext.tez.am.LearningRuntimeEstimator", "tez.am.task.estimator.class");

    /** Full name of the class. */
    final String type;

    /** The key that names it; {@code yarn.nodemanager.aux-services} for a service. */
    final String key;

    Hook(String type, String key) {
      this.type = type;
      this.key = key;
    }
  }

  /** Keys whose values are class names, with the daemon that loads them. */
  private static final Map<String, HostRole> LOADED_BY = new LinkedHashMap<>();

  static {
    LOADED_BY.put(YarnConfiguration.RM_SCHEDULER, HostRole.RESOURCEMANAGER);
    LOADED_BY.put(YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES, HostRole.RESOURCEMANAGER);
    LOADED_BY.put(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS, HostRole.RESOURCEMANAGER);
    LOADED_BY.put(YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS, HostRole.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS, HostRole.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE, HostRole.NODEMANAGER);
    LOADED_BY.put(YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE, HostRole.ROUTER);
    LOADED_BY.put(YarnConfiguration.ROUTER_WEBAPP_INTERCEPTOR_CLASS_PIPELINE, HostRole.ROUTER);
    LOADED_BY.put("yarn.federation.gpg.policy.generator.class", HostRole.ROUTER);
    LOADED_BY.put(YarnConfiguration.FEDERATION_POLICY_MANAGER, HostRole.NODEMANAGER);
    LOADED_BY.put("tez.am.yarn.scheduler.class", HostRole.GATEWAY);
    LOADED_BY.put("tez.am.task.estimator.class", HostRole.GATEWAY);
  }

  static final Set<String> KEYS = Collections.unmodifiableSet(LOADED_BY.keySet());

  static final String OURS = "org.yarnext.";

  /** Separators that Hadoop does not split lists at. */
  static final Pattern SEPARATORS = Pattern.compile("[;\\s]");

  private static final int MAX_DISTANCE = 4;
  private static final String HADOOP = "org.apache.hadoop.";
  private static final String RM = HADOOP + "yarn.server.resourcemanager.";
  private static final String AMRM = HADOOP + "yarn.server.nodemanager.amrmproxy.";
  private static final String ROUTER = HADOOP + "yarn.server.router.";

  /** Hadoop's classes that keys name. */
  private static final List<String> STOCK =
      Arrays.asList(
          RM + "scheduler.capacity.CapacityScheduler",
          RM + "scheduler.fair.FairScheduler",
          RM + "scheduler.fifo.FifoScheduler",
          RM + "monitor.capacity.ProportionalCapacityPreemptionPolicy",
          RM + "recovery.ZKRMStateStore",
          RM + "recovery.FileSystemRMStateStore",
          RM + "recovery.LeveldbRMStateStore",
          RM + "recovery.MemoryRMStateStore",
          AMRM + "DefaultRequestInterceptor",
          AMRM + "FederationInterceptor",
          ROUTER + "clientrm.DefaultClientRequestInterceptor",
          ROUTER + "clientrm.FederationClientInterceptor",
          ROUTER + "webapp.DefaultRequestInterceptorREST",
          ROUTER + "webapp.FederationInterceptorREST",
          HADOOP + "yarn.server.nodemanager.DefaultContainerExecutor",
          HADOOP + "yarn.server.nodemanager.LinuxContainerExecutor",
          HADOOP + "yarn.server.nodemanager.util.CgroupsLCEResourcesHandler",
          HADOOP + "yarn.server.nodemanager.util.DefaultLCEResourcesHandler",
          HADOOP + "yarn.server.federation.store.impl.ZookeeperFederationStateStore",
          HADOOP + "yarn.server.federation.store.impl.SQLFederationStateStore",
          HADOOP + "yarn.util.resource.DominantResourceCalculator",
          HADOOP + "yarn.util.resource.DefaultResourceCalculator",
          HADOOP + "mapred.ShuffleHandler");

  /** Further keys that name a class of Hadoop. */
  private static final List<String> OTHERS =
      Arrays.asList(
          YarnConfiguration.NM_CONTAINER_EXECUTOR,
          YarnConfiguration.NM_LINUX_CONTAINER_RESOURCES_HANDLER,
          YarnConfiguration.RM_STORE,
          YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
          "yarn.scheduler.capacity.resource-calculator",
          String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, "mapreduce_shuffle"));

  private final Predicate<String> isThere;
  private final String where;
  private final boolean knowsAll;

  /**
   * @param isThere returns whether a class is on the daemons' class path
   * @param where that class path, for messages
   * @param knowsAll whether it has all classes, not only the pack's
   */
  NamedClasses(Predicate<String> isThere, String where, boolean knowsAll) {
    this.isThere = isThere;
    this.where = where;
    this.knowsAll = knowsAll;
  }

  @Override
  public void check(ConfigurationView examined, List<Finding> findings) {
    LOADED_BY.forEach(
        (key, role) -> {
          if (examined.isOn(role) && examined.site().get(key) != null) {
            examined.list(key).forEach(name -> check(examined, key, role, name, findings));
          }
        });
    for (String key : OTHERS) {
      String name = examined.site().getTrimmed(key, "");
      String meant = meant(name);
      if (meant != null) {
        findings.add(
            Finding.error(
                examined.at(key),
                "There is no class " + name + ", so the daemon that loads it does not start.",
                "Did you mean " + meant + "? Correct the name."));
      }
    }
    for (String service : examined.list(YarnConfiguration.NM_AUX_SERVICES)) {
      String key = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      String name = examined.all().getTrimmed(key);
      boolean isShared = name != null && (name.startsWith(OURS) || !isIsolated(examined, service));
      if (isShared && examined.isOn(HostRole.NODEMANAGER)) {
        check(examined, key, HostRole.NODEMANAGER, name, findings);
      }
    }
  }

  /** Returns whether a service is loaded from a class path of its own. */
  private static boolean isIsolated(ConfigurationView examined, String service) {
    return ServiceChecks.OWN_PATHS.stream()
        .anyMatch(format -> examined.all().getTrimmed(String.format(format, service)) != null);
  }

  private void check(
      ConfigurationView examined, String key, HostRole role, String name, List<Finding> findings) {
    // The classes of Tez are on no daemon's class path.
    boolean isJudged =
        name.startsWith(OURS) || meant(name) != null || knowsAll && role != HostRole.GATEWAY;
    if (isJudged && !isThere.test(name)) {
      findings.add(
          Finding.error(
              examined.at(key),
              "There is no class "
                  + name
                  + (knowsAll || name.startsWith(OURS) ? " " + where : "")
                  + ", so the daemon that loads it does not start.",
              SEPARATORS.matcher(name).find()
                  ? "Separate classes by commas."
                  : meant(name) != null
                      ? "Did you mean " + meant(name) + "? Correct the name."
                      : name.startsWith(OURS) && knowsAll
                          ? "Run \"yarnext install --role "
                              + role.text()
                              + "\", or correct the name."
                          : "Correct the name, or add its jar to the class path."));
    }
  }

  /**
   * Reports classes and services that a list has twice, and that would therefore be called twice.
   */
  static void twice(ConfigurationView examined, List<Finding> findings) {
    Set<String> lists = new LinkedHashSet<>(KEYS);
    lists.add(YarnConfiguration.NM_AUX_SERVICES);
    for (String key : lists) {
      Set<String> seen = new LinkedHashSet<>();
      for (String item : examined.list(key)) {
        if (!seen.add(item)) {
          findings.add(
              Finding.error(
                  examined.at(key), item + " is in the list twice.", "Remove one of the two."));
        }
      }
    }
  }

  /**
   * Returns the class that a name resembles, of the pack or of Hadoop; null if there is none, or if
   * it is such a class.
   */
  private static String meant(String name) {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    String wanted = null;
    for (Hook hook : Hook.values()) {
      if (name.equals(hook.type) || STOCK.contains(name)) {
        return null;
      }
      boolean isSimple = hook.type.endsWith("." + simple);
      wanted = isSimple && (name.startsWith(OURS) || simple.equals(name)) ? hook.type : wanted;
    }
    if (wanted != null || !name.contains(".")) {
      return wanted;
    }
    List<String> all = new ArrayList<>(STOCK);
    for (Hook hook : Hook.values()) {
      all.add(hook.type);
    }
    return NameSuggester.near(name, all, MAX_DISTANCE);
  }

  /** Returns the key that names a class of the pack; null for another class. */
  private static String keyOf(String type) {
    for (Hook hook : Hook.values()) {
      if (hook.type.equals(type)) {
        return hook.key;
      }
    }
    return null;
  }

  /** Reports classes of the pack in a key other than theirs. */
  static void misplaced(ConfigurationView examined, List<Finding> findings) {
    Set<String> keys = new LinkedHashSet<>(KEYS);
    Map<String, String> asServices = new LinkedHashMap<>();
    for (String service : examined.list(YarnConfiguration.NM_AUX_SERVICES)) {
      String key = String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, service);
      asServices.put(key, YarnConfiguration.NM_AUX_SERVICES);
      keys.add(key);
    }
    for (String key : keys) {
      for (String name : examined.list(key)) {
        String its = keyOf(name);
        if (its != null && !its.equals(asServices.getOrDefault(key, key))) {
          findings.add(
              Finding.error(
                  examined.at(key),
                  name + " does not belong there, so the daemon that loads it does not start.",
                  its.equals(YarnConfiguration.NM_AUX_SERVICES)
                      ? "Make it the class of an auxiliary service, and remove it from here."
                      : "Name it in " + its + ", and remove it from here."));
        }
      }
    }
  }
}
