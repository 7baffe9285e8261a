// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.HostRole;

/** The planned files of a configuration directory for a selection of features. Immutable. */
public final class FeaturePlan {
  private static final String ROUTER = "yarn.router.";
  private static final String GENERATOR = "yarn.federation.gpg.";

  private final Map<String, SiteFile> files;
  private final List<String> notes;

  private FeaturePlan(Map<String, SiteFile> files, List<String> notes) {
    this.files = files;
    this.notes = notes;
  }

  /** Returns all files by name, unchanged ones included. */
  public Map<String, SiteFile> files() {
    return files;
  }

  /** Returns hints for the operator, one sentence each. */
  public List<String> notes() {
    return notes;
  }

  /**
   * Makes a plan.
   *
   * @param samples the directory conf-samples
   * @param now the current files by name, including those that may be added
   * @throws ToolException if the features cannot be added; the message gives all reasons
   */
  public static FeaturePlan make(
      Path samples,
      SiteDirectory directory,
      Map<String, ConfiguredFile> now,
      FeatureSelection selection)
      throws IOException, ToolException {
    Map<String, SiteFile> originals = new TreeMap<>();
    now.forEach(
        (name, file) -> {
          if (!file.isNew()) {
            originals.put(name, file.original());
          }
        });
    Configuration all = directory.values(originals, true);
    refuse(Exclusions.reasons(judged(selection), federated(selection, all), true));
    KeyMerge merge = new KeyMerge(directory.values(originals, false), all, selection.member());
    Map<String, Map<String, Setting>> wanted = new TreeMap<>();
    for (Map.Entry<Feature, FeatureMode> each : selection.modes().entrySet()) {
      if (each.getKey() == Feature.FEDERATION
          && each.getValue().acts()
          && !selection.isClientOnly()
          && selection.member().subClusters().isEmpty()) {
        throw new ToolException(
            "federation in mode on needs --sub-clusters ID,... with all sub-clusters: otherwise the"
                + " requests of an application whose queue has no policy go to each sub-cluster in"
                + " full instead of being divided.");
      }
      FeatureSample.read(samples, each.getKey(), each.getValue(), StockScheduler.of(all), selection)
          .settings()
          .forEach((file, settings) -> add(wanted, merge, file, settings, selection.roles()));
    }
    refuse(merge.refusals());
    Map<String, SiteFile> planned = new TreeMap<>(originals);
    for (Map.Entry<String, Map<String, Setting>> each : wanted.entrySet()) {
      SiteFile written =
          now.get(each.getKey())
              .with(new ArrayList<>(each.getValue().values()), selection.toString());
      planned.put(each.getKey(), written);
    }
    Configuration after = directory.values(planned, true);
    verify(wanted, after);
    if (!selection.modes().isEmpty()) {
      refuse(new ArrayList<>(StartupChecks.problems(after, selection.roles()).keySet()));
    }
    List<String> notes = new ArrayList<>(merge.notes());
    if (dividesTwice(selection, after)) {
      notes.add(
          MercuryConfiguration.HYBRID_POLICY.name()
              + " would divide the requests of Tez's masters a second time: add TEZ to "
              + MercuryConfiguration.HYBRID_GUARANTEED_TYPES.name()
              + " (docs/concepts/tez.md).");
    }
    return new FeaturePlan(planned, notes);
  }

  /** Returns whether Mercury's policies and Tez estimates would divide the same requests. */
  private static boolean dividesTwice(FeatureSelection selection, Configuration after) {
    Set<Feature> features = selection.modes().keySet();
    boolean hasPolicies =
        features.contains(Feature.MERCURY_HYBRID) || features.contains(Feature.MERCURY_DISTRIBUTED);
    String types =
        after.getTrimmed(
            MercuryConfiguration.HYBRID_GUARANTEED_TYPES.name(),
            MercuryConfiguration.HYBRID_GUARANTEED_TYPES.defaultValue());
    return hasPolicies
        && features.contains(Feature.TEZ)
        && Stream.of(types.split("[;,]")).noneMatch(type -> type.trim().equalsIgnoreCase("TEZ"));
  }

  /** Returns the features to check; a client of a federation needs no checks for it. */
  private static Set<Feature> judged(FeatureSelection selection) {
    Set<Feature> judged = new TreeSet<>(selection.modes().keySet());
    if (selection.isClientOnly()) {
      judged.remove(Feature.FEDERATION);
    }
    return judged;
  }

  /** Returns the operator's values, with the keys of a federation that is about to be set up. */
  private static Configuration federated(FeatureSelection selection, Configuration all)
      throws ToolException {
    FederationMember member = selection.member();
    if (!selection.modes().containsKey(Feature.FEDERATION)) {
      return all;
    }
    if (selection.isClientOnly()) {
      member.requireRouter();
      return all;
    }
    boolean isMember =
        selection.has(HostRole.RESOURCEMANAGER) || selection.has(HostRole.NODEMANAGER);
    member.require(isMember);
    if (member.zooKeeper() == null) {
      return all;
    }
    Configuration federated = new Configuration(all);
    federated.setBoolean(YarnConfiguration.FEDERATION_ENABLED, true);
    federated.set(YarnConfiguration.RM_CLUSTER_ID, isMember ? member.self() : "");
    return federated;
  }

  private static void add(
      Map<String, Map<String, Setting>> wanted,
      KeyMerge merge,
      String file,
      List<Setting> samples,
      List<HostRole> roles) {
    for (Setting sample : samples) {
      if (isFor(roles, file, sample.key())) {
        String value = merge.value(sample.key(), sample.value());
        if (value != null) {
          Map<String, Setting> of = wanted.computeIfAbsent(file, any -> new LinkedHashMap<>());
          Setting first = of.getOrDefault(sample.key(), sample);
          of.put(sample.key(), FeatureSample.with(first, value));
        }
      }
    }
  }

  /** Returns whether hosts with these roles read the key. */
  private static boolean isFor(List<HostRole> roles, String file, String key) {
    if (roles.isEmpty()) {
      return true;
    }
    boolean scheduler = key.startsWith("yarn.scheduler.") || key.startsWith("yarn.resource-types.");
    if (file.equals(SiteDirectory.CAPACITY) || scheduler) {
      return roles.contains(HostRole.RESOURCEMANAGER);
    }
    if (file.equals(SiteDirectory.TEZ) || file.equals(SiteDirectory.MAPRED)) {
      return roles.contains(HostRole.GATEWAY);
    }
    if (key.equals(YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED)) {
      return true;
    }
    if (key.equals(YarnConfiguration.RM_CLUSTER_ID)) {
      return roles.contains(HostRole.RESOURCEMANAGER) || roles.contains(HostRole.NODEMANAGER);
    }
    if (key.equals(YarnConfiguration.RM_ADDRESS)
        || key.equals(YarnConfiguration.RM_SCHEDULER_ADDRESS)) {
      return roles.contains(HostRole.GATEWAY);
    }
    if (key.startsWith("yarn.resourcemanager.")) {
      return roles.contains(HostRole.RESOURCEMANAGER);
    }
    if (key.startsWith("yarn.nodemanager.")) {
      return roles.contains(HostRole.NODEMANAGER);
    }
    boolean isOfRouter = key.startsWith(ROUTER) || key.startsWith(GENERATOR);
    return !isOfRouter || roles.contains(HostRole.ROUTER);
  }

  /** Checks that Hadoop reads the planned values, in spite of final, included or repeated keys. */
  private static void verify(Map<String, Map<String, Setting>> wanted, Configuration after)
      throws ToolException {
    List<String> reasons = new ArrayList<>();
    for (Map<String, Setting> settings : wanted.values()) {
      for (Setting setting : settings.values()) {
        String raw = after.getRaw(setting.key());
        String read = raw == null ? "" : raw.trim(); // Hadoop has no empty values
        if (!read.equals(setting.value().trim())) {
          reasons.add(
              String.format(
                  "%s must be \"%s\" and stays \"%s\": %s sets it%s. Change it there, or remove it.",
                  setting.key(),
                  setting.value(),
                  read,
                  String.join(", ", sources(after, setting.key())),
                  after.getFinalParameters().contains(setting.key()) ? " as final" : ""));
        }
      }
    }
    refuse(reasons);
  }

  private static String[] sources(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null ? new String[] {"nobody"} : sources;
  }

  private static void refuse(List<String> reasons) throws ToolException {
    if (!reasons.isEmpty()) {
      throw new ToolException(String.join("\n  ", reasons));
    }
  }
}
