// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;

/**
 * Merges the values of a key: the operator's, those of features that were added before, and a
 * sample's. It extends lists, never replaces a foreign class where only one is possible, sets
 * values that a feature requires, and keeps the operator's values otherwise.
 */
final class KeyMerge {
  private static final String INTERCEPTOR_REST =
      "org.apache.hadoop.yarn.server.router.webapp.FederationInterceptorREST";

  /** Classes that are in force by default. */
  private static final Pattern STOCK =
      Pattern.compile(
          "org\\.apache\\..*\\.(ContainersLauncher|NoOpGlobalPolicy)|org\\.apache\\.tez\\..*");

  private static final String SHUFFLE = "mapreduce_shuffle";
  private static final String LCE = "LinuxContainerExecutor";
  private static final String LCE_GROUP = YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY;

  private final Configuration site;
  private final Configuration all;
  private final FederationMember member;
  private final boolean monitored;
  private final Map<String, String> planned = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> refusals = new ArrayList<>();

  /**
   * @param site the operator's values
   * @param all the operator's values with Hadoop's defaults
   */
  KeyMerge(Configuration site, Configuration all, FederationMember member) {
    this.site = site;
    this.all = all;
    this.member = member;
    this.monitored = all.getBoolean(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, false);
  }

  /** Returns hints for the operator, one sentence each. */
  List<String> notes() {
    return notes;
  }

  /** Returns the reasons why the merge is impossible, each with its fix. */
  List<String> refusals() {
    return refusals;
  }

  /** Returns the planned value without variables expanded, or null if there is none. */
  String planned(String key) {
    return planned.getOrDefault(key, all.getRaw(key));
  }

  /** Returns the value for a key, given the sample's; null to leave the key alone. */
  String value(String key, String sample) {
    String value = decide(key, sample);
    if (value != null) {
      planned.put(key, value);
    }
    return value;
  }

  private String decide(String key, String sample) {
    switch (key) {
      case YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS:
        return list(missing(key, sample), items(planned(key)));
      case YarnConfiguration.NM_CONTAINER_STATE_TRANSITION_LISTENERS:
        return list(items(planned(key)), missing(key, sample));
      case YarnConfiguration.NM_AUX_SERVICES:
        return auxiliaryServices(key, sample);
      case YarnConfiguration.RM_SCHEDULER_MONITOR_POLICIES:
        return monitorPolicies(key, sample);
      case YarnConfiguration.AMRM_PROXY_INTERCEPTOR_CLASS_PIPELINE:
      case YarnConfiguration.ROUTER_CLIENTRM_INTERCEPTOR_CLASS_PIPELINE:
        return beforeLast(key, sample);
      case YarnConfiguration.ROUTER_WEBAPP_INTERCEPTOR_CLASS_PIPELINE:
        return inPlaceOf(key, sample, INTERCEPTOR_REST);
      case YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS:
      case "yarn.federation.gpg.policy.generator.class":
      case "tez.am.yarn.scheduler.class":
      case "tez.am.task.estimator.class":
        return exclusive(key, sample);
      case YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH:
        return all.getInt(key, 0) > 0 ? null : sample;
      case YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS:
        return store(key, sample);
      case YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS:
        return isKept(key) ? null : parameters();
      case YarnConfiguration.RM_CLUSTER_ID:
        return member.self();
      case YarnConfiguration.RM_EPOCH:
        return other(key, member.epoch());
      case CommonConfigurationKeys.ZK_ADDRESS:
        return other(key, member.zooKeeper());
      case YarnConfiguration.RM_ADDRESS:
        return member.router();
      case YarnConfiguration.RM_SCHEDULER_ADDRESS:
      case YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR:
      case YarnConfiguration.RM_SCHEDULER:
        return sample;
      case StockScheduler.CALCULATOR:
        return calculator(key, sample);
      case "mapreduce.task.io.sort.mb":
        return sortBuffer(key, sample);
      case "tez.estimator.hybrid.threshold":
        return opportunistic(key, sample);
      default:
        return other(key, sample);
    }
  }

  private String other(String key, String sample) {
    if (key.equals(OrchestratorConfiguration.CGROUP_PARENT.name()) && !isKept(key)) {
      boolean isLinux =
          String.valueOf(all.get(YarnConfiguration.NM_CONTAINER_EXECUTOR)).endsWith(LCE);
      return isLinux ? all.getTrimmed(LCE_GROUP, "/hadoop-yarn").replaceFirst("^/+", "") : sample;
    }
    boolean isNeeded = sample.equals("true") || sample.equals("false");
    boolean isMode = StartupChecks.isOurs(key) && key.endsWith("mode");
    if (isNeeded || isMode || !isKept(key)) {
      return sample;
    }
    if (!sample.trim().equals(site.getTrimmed(key)) && !planned.containsKey(key)) {
      notes.add(key + "=" + site.getTrimmed(key) + " stays; the sample has " + sample + ".");
    }
    return null;
  }

  /** Returns whether the operator has set the key. */
  private boolean isKept(String key) {
    return site.getRaw(key) != null;
  }

  private String auxiliaryServices(String key, String sample) {
    if (all.getBoolean(YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED, false)) {
      notes.add(
          YarnConfiguration.NM_AUX_SERVICES_MANIFEST_ENABLED
              + "=true, so NodeManagers do not read "
              + key
              + ": add the services of "
              + sample
              + " to the manifest (docs/design/mercury.md, Set-up).");
    }
    List<String> added = missing(key, sample);
    if (isKept(key)) {
      added.remove(SHUFFLE); // the operator has decided on it
    }
    return list(items(planned(key)), added);
  }

  private String monitorPolicies(String key, String sample) {
    if (planned.containsKey(key) || monitored) {
      return list(items(planned(key)), missing(key, sample));
    }
    if (isKept(key) && !items(site.getRaw(key)).isEmpty()) {
      notes.add(
          key
              + "="
              + site.getRaw(key)
              + " had no effect while monitors were off and was removed: add the monitors that you"
              + " want.");
    }
    return sample;
  }

  /** Adds the sample's interceptors before the one that calls the ResourceManager. */
  private String beforeLast(String key, String sample) {
    List<String> wanted = items(sample);
    List<String> now = items(planned.getOrDefault(key, site.getRaw(key)));
    if (now.isEmpty()) {
      return sample;
    }
    String last = wanted.get(wanted.size() - 1);
    String its = now.get(now.size() - 1);
    if (!its.equals(last)) {
      refusals.add(
          String.format(
              "%s=%s ends with %s, but the feature must come before %s: end the list with that, or"
                  + " remove the key.",
              key, String.join(",", now), its, last));
      return null;
    }
    List<String> before = now.subList(0, now.size() - 1);
    List<String> ours = missing(key, sample);
    ours.remove(last);
    List<String> both = new ArrayList<>(before);
    both.addAll(ours);
    both.add(last);
    return String.join(",", both);
  }

  /** Replaces stock's interceptor, which must be the last one, by the sample's. */
  private String inPlaceOf(String key, String sample, String stock) {
    List<String> now = items(planned.getOrDefault(key, site.getRaw(key)));
    if (now.isEmpty()) {
      return sample;
    }
    String last = now.get(now.size() - 1);
    if (last.equals(sample)) {
      return null;
    }
    if (!last.equals(stock)) {
      refusals.add(
          String.format(
              "%s=%s ends with %s, but the feature replaces %s: end the list with that, or remove"
                  + " the key.",
              key, String.join(",", now), last, stock));
      return null;
    }
    List<String> both = new ArrayList<>(now.subList(0, now.size() - 1));
    both.add(sample);
    return String.join(",", both);
  }

  /** Returns the sample's class, unless the operator has set a foreign one. */
  private String exclusive(String key, String sample) {
    String now = site.getTrimmed(key);
    boolean isStock = now == null || now.isEmpty() || STOCK.matcher(now).matches();
    if (isStock || now.equals(sample)) {
      return sample;
    }
    refusals.add(
        String.format(
            "%s=%s is not stock's class, but the feature needs %s, and the key takes only one"
                + " class: remove the key first, or leave the feature out.",
            key, now, sample));
    return null;
  }

  private String store(String key, String sample) {
    String now = site.getTrimmed(key);
    if (now == null || now.equals("file")) {
      return sample;
    }
    if (!now.equals(sample)) {
      notes.add(
          key + "=" + now + " stays, so shares are not enforced: they need " + sample + " there.");
    }
    return null;
  }

  /** Notes what else the operator must do for a scheduler that counts vcores. */
  private String calculator(String key, String sample) {
    if (planned.containsKey(key)) {
      return sample; // another feature needs it, too
    }
    String store = StockScheduler.storeOf(all);
    if (store != null) {
      notes.add(
          "The ResourceManager reads "
              + key
              + " from its store, "
              + store
              + ", not from capacity-scheduler.xml: set it there, too, with \"yarn schedulerconf"
              + " -global "
              + key
              + "="
              + sample
              + "\", before the restart.");
    }
    Set<String> queues = StockScheduler.withoutVcores(all);
    if (!sample.equals(all.getTrimmed(key)) && !queues.isEmpty()) {
      notes.add(
          "The scheduler counts vcores from now on, and these capacities have none: "
              + String.join(", ", queues)
              + ". Add them, such as [memory=1048576,vcores=256]; otherwise MapReduce stops"
              + " reducers when maps wait.");
    }
    return sample;
  }

  private String parameters() {
    String entries =
        member.subClusters().stream()
            .map(id -> "{\"key\":{\"id\":\"" + id + "\"},\"value\":\"1.0\"}")
            .collect(Collectors.joining(","));
    return String.format(
        "{\"routerPolicyWeights\":{\"entry\":[%s]},\"amrmPolicyWeights\":{\"entry\":[%s]},"
            + "\"headroomAlpha\":\"0.0\"}",
        entries, entries);
  }

  /** Returns the sample's expression, with the operator's size of tasks of full size. */
  private String sortBuffer(String key, String sample) {
    String now = site.getRaw(key);
    if (now == null) {
      return sample;
    }
    if (!now.trim().matches("\\d+")) {
      notes.add(
          key + "=" + now + " stays: make it follow the heap by hand (docs/design/elastic.md).");
      return null;
    }
    return sample.replaceFirst("\\d+\\}$", now.trim() + "}");
  }

  private String opportunistic(String key, String sample) {
    String allocation = YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED;
    if (Boolean.parseBoolean(String.valueOf(planned(allocation)).trim())) {
      return other(key, sample);
    }
    notes.add(key + " is left out, since it needs " + allocation + "=true: enable mercury for it.");
    return null;
  }

  /** Returns the sample's items that the list lacks, with variables expanded. */
  private List<String> missing(String key, String sample) {
    Set<String> there = new LinkedHashSet<>(items(planned.get(key)));
    if (!planned.containsKey(key)) {
      there.addAll(Arrays.asList(all.getTrimmedStrings(key)));
    }
    List<String> missing = new ArrayList<>(items(sample));
    missing.removeAll(there);
    return missing;
  }

  private static String list(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return String.join(",", both);
  }

  private static List<String> items(String value) {
    List<String> items = new ArrayList<>();
    for (String item : value == null ? new String[0] : value.split(",")) {
      if (!item.trim().isEmpty()) {
        items.add(item.trim());
      }
    }
    return items;
  }
}
