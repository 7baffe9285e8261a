// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.StartupChecks;

/**
 * Checks Hadoop's own keys: values that it cannot read or ignores, and what daemons with the pack
 * need to start and to keep their work over a restart. Stateless.
 */
final class StockChecks {
  private static final Pattern FLAG = Pattern.compile("(?i)true|false");
  private static final Pattern WHOLE = Pattern.compile("[-+]?(\\d+|0[xX][0-9a-fA-F]+)");

  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?[fFdD]?");

  /** A default from which it follows that the value is a decimal number. */
  private static final Pattern FRACTION = Pattern.compile("\\d*\\.\\d+[fFdD]?");

  /** Keys that Hadoop reads as whole numbers without a unit. */
  private static final Pattern COUNTS =
      Pattern.compile(
          "yarn\\..*(-mb|-vcores|-queue-length|nodes-used|max-attempts|-wait-time-ms|thread-count)"
              + "|yarn\\.resourcemanager\\.(nodemanagers\\.heartbeat-interval(-max|-min)?-ms"
              + "|nm-container-queuing\\.sorting-nodes-interval-ms)");

  /** Names that a key may have as its value. */
  private static final Map<String, List<String>> CHOICES = new LinkedHashMap<>();

  /** Keys whose value Hadoop does not trim. */
  private static final List<String> NOT_TRIMMED =
      Arrays.asList(
          YarnConfiguration.RM_SCHEDULER,
          YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
          YarnConfiguration.RM_CLUSTER_ID,
          YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
          YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS,
          YarnConfiguration.FEDERATION_POLICY_MANAGER,
          "yarn.federation.gpg.policy.generator.class",
          YarnConfiguration.YARN_HTTP_POLICY_KEY,
          CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION);

  /** Keys whose names Hadoop reads in any case. */
  private static final List<String> ANY_CASE =
      Arrays.asList(
          YarnConfiguration.YARN_HTTP_POLICY_KEY,
          CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION);

  /** Pairs of keys of which the first must not be above the second. */
  private static final String[][] ORDERED = {
    {
      YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
      YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB
    },
    {
      YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
      YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES
    },
    {YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, YarnConfiguration.NM_PMEM_MB},
    {YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES, YarnConfiguration.NM_VCORES},
    {
      YarnConfiguration.NM_CONTAINER_QUEUING_MIN_QUEUE_WAIT_TIME_MS,
      YarnConfiguration.NM_CONTAINER_QUEUING_MAX_QUEUE_WAIT_TIME_MS
    }
  };

  private static final int DEFAULT_MIN_MB = 1024;

  static {
    CHOICES.put(
        YarnConfiguration.NM_CONTAINER_QUEUING_LOAD_COMPARATOR,
        Arrays.asList("QUEUE_LENGTH", "QUEUE_WAIT_TIME", "QUEUE_LENGTH_THEN_RESOURCES"));
    CHOICES.put(
        YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_QUEUE_POLICY,
        Arrays.asList("BY_QUEUE_LEN", "BY_RESOURCES"));
    CHOICES.put(
        CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION,
        Arrays.asList("simple", "kerberos"));
    CHOICES.put(YarnConfiguration.YARN_HTTP_POLICY_KEY, Arrays.asList("HTTP_ONLY", "HTTPS_ONLY"));
  }

  private StockChecks() {}

  /** Reports values of another type than the key's. */
  static void values(ConfigurationView examined, List<Finding> findings) {
    Configuration defaults = SiteDirectory.defaults();
    for (String key : names(examined)) {
      String value = examined.all().getTrimmed(key, "");
      String preset = defaults.getTrimmed(key);
      boolean isJudged = key.startsWith("yarn.") || key.startsWith("hadoop.security.");
      if (value.isEmpty() || value.contains("${") || !isJudged) {
        continue;
      }
      if (preset != null && FLAG.matcher(preset).matches() && !FLAG.matcher(value).matches()) {
        findings.add(
            Finding.error(
                examined.at(key),
                "Hadoop takes \"" + value + "\" for the key's default, " + preset + ".",
                "Set it to true or false."));
        continue;
      }
      boolean isDecimal =
          key.equals(YarnConfiguration.NM_CONTAINER_QUEUING_LIMIT_STDEV)
              || preset != null && FRACTION.matcher(preset).matches() && !key.endsWith("version");
      Pattern form = isDecimal ? DECIMAL : COUNTS.matcher(key).matches() ? WHOLE : null;
      if (form != null && !StartupChecks.isOurs(key) && !form.matcher(value).matches()) {
        String kind = isDecimal ? "number" : "whole number";
        findings.add(
            Finding.error(
                examined.at(key),
                "\"" + value + "\" is not a " + kind + ", so the daemon that reads it fails.",
                "Write a "
                    + kind
                    + " without a unit"
                    + (preset == null || preset.isEmpty() ? "." : ", such as " + preset + ".")));
      }
    }
  }

  /**
   * Reports the keys with a value that a check could not read as a number, unless it is reported.
   *
   * @param e the exception, whose message has the value in quotes
   */
  static void notNumbers(
      ConfigurationView examined, NumberFormatException e, List<Finding> findings) {
    for (String key : names(examined)) {
      String place = examined.at(key);
      String value = examined.site().getTrimmed(key, "");
      if (String.valueOf(e.getMessage()).contains("\"" + value + "\"")
          && findings.stream().noneMatch(finding -> finding.place().equals(place))) {
        findings.add(
            Finding.error(
                place,
                "\"" + value + "\" is not a number, so the daemon that reads it fails.",
                "Write a number without a unit."));
      }
    }
  }

  private static Iterable<String> names(ConfigurationView examined) {
    TreeSet<String> names = new TreeSet<>();
    examined.site().forEach(entry -> names.add(entry.getKey()));
    return names;
  }

  /** Reports values that are none of those that the key may have. */
  static void choices(ConfigurationView examined, List<Finding> findings) {
    for (String key : NOT_TRIMMED) {
      String value = examined.site().get(key, "");
      if (!value.equals(value.trim())) {
        findings.add(
            Finding.error(
                examined.at(key),
                "Hadoop does not ignore the white space around " + value.trim() + ".",
                "Remove it, line ends included."));
      }
    }
    CHOICES.forEach(
        (key, choices) -> {
          String value = examined.site().getTrimmed(key, "");
          boolean isKnown =
              choices.contains(value)
                  || ANY_CASE.contains(key) && choices.stream().anyMatch(value::equalsIgnoreCase);
          if (!value.isEmpty() && !isKnown) {
            boolean isWeb = key.equals(YarnConfiguration.YARN_HTTP_POLICY_KEY);
            findings.add(
                Finding.error(
                    examined.at(key),
                    "\""
                        + value
                        + "\" is not a value of it, so "
                        + (isWeb ? "web servers use HTTP." : "daemons do not start."),
                    "Choose one of " + String.join(", ", choices.subList(0, 2)) + "."));
          }
        });
  }

  /** Reports a minimum above its maximum. */
  static void bounds(ConfigurationView examined, List<Finding> findings) {
    for (String[] pair : ORDERED) {
      boolean isSet = examined.site().get(pair[0]) != null || examined.site().get(pair[1]) != null;
      Long low = number(examined, pair[0]);
      Long high = number(examined, pair[1]);
      if (isSet && low != null && high != null && high >= 0 && low > high) {
        boolean isLow = examined.site().get(pair[0]) != null;
        boolean isFatal = pair[0].startsWith("yarn.scheduler.");
        findings.add(
            Finding.of(
                isFatal ? Finding.Severity.ERROR : Finding.Severity.WARNING,
                examined.at(isLow ? pair[0] : pair[1]),
                examined.value(pair[0]) + " is above " + examined.value(pair[1]) + ".",
                "Lower the first or raise the second."));
      }
    }
  }

  private static Long number(ConfigurationView examined, String key) {
    String value = examined.all().getTrimmed(key, "");
    return value.matches("-?\\d{1,18}") ? Long.valueOf(value) : null;
  }

  /** Checks the keys that ResourceManagers with high availability need to start. */
  static void highAvailability(ConfigurationView examined, List<Finding> findings) {
    Configuration all = examined.all();
    if (!examined.flag(YarnConfiguration.RM_HA_ENABLED)) {
      return;
    }
    List<String> ids = examined.list(YarnConfiguration.RM_HA_IDS);
    if (ids.size() < 2) {
      findings.add(
          Finding.error(
              examined.at(YarnConfiguration.RM_HA_IDS),
              "High availability needs the IDs of at least two ResourceManagers.",
              "Set it to rm1,rm2 for example."));
    }
    boolean isMaster = examined.isOn(HostRole.RESOURCEMANAGER);
    for (String id : ids) {
      String host = YarnConfiguration.RM_HOSTNAME + "." + id;
      List<String> needed =
          isMaster
              ? YarnConfiguration.getServiceAddressConfKeys(all)
              : Collections.singletonList(YarnConfiguration.RM_ADDRESS);
      if (all.getTrimmed(host) == null
          && needed.stream().anyMatch(key -> all.getTrimmed(key + "." + id) == null)) {
        findings.add(
            Finding.error(
                examined.at(host),
                id + " has no host, and not all of its addresses are set.",
                "Set it to its host."));
      }
    }
    String own = all.getTrimmed(YarnConfiguration.RM_HA_ID);
    if (isMaster && own != null && !ids.contains(own)) {
      findings.add(
          Finding.error(
              examined.at(YarnConfiguration.RM_HA_ID),
              own
                  + " is none of "
                  + YarnConfiguration.RM_HA_IDS
                  + ", so this ResourceManager does not start.",
              "Set it to the ID of this host, or remove it."));
    }
    boolean isElected =
        isMaster
            && all.getBoolean(YarnConfiguration.AUTO_FAILOVER_ENABLED, true)
            && all.getBoolean(YarnConfiguration.AUTO_FAILOVER_EMBEDDED, true);
    if (isElected && examined.zooKeeper() == null) {
      findings.add(needsZooKeeper(examined, "Leaders are elected in ZooKeeper"));
    }
    if (isElected && all.getTrimmed(YarnConfiguration.RM_CLUSTER_ID) == null) {
      findings.add(
          Finding.error(
              examined.at(YarnConfiguration.RM_CLUSTER_ID),
              "ResourceManagers elect no leader without it, so they do not start.",
              "Set it to a name of the cluster."));
    }
  }

  private static Finding needsZooKeeper(ConfigurationView examined, String why) {
    return Finding.error(
        examined.at(CommonConfigurationKeys.ZK_ADDRESS),
        why + ", but no ZooKeeper is configured, so the ResourceManager does not start.",
        "Set it to the addresses of ZooKeeper, such as zk1:2181,zk2:2181,zk3:2181.");
  }

  /**
   * Checks the keys that daemons need to keep containers over a restart, if recovery is enabled.
   */
  static void recovery(ConfigurationView examined, List<Finding> findings) {
    if (examined.isOn(HostRole.RESOURCEMANAGER)
        && examined.flag(YarnConfiguration.RECOVERY_ENABLED)) {
      String store = examined.all().getTrimmed(YarnConfiguration.RM_STORE, "");
      if (store.endsWith(".ZKRMStateStore") && examined.zooKeeper() == null) {
        findings.add(needsZooKeeper(examined, "The ResourceManager's state is in ZooKeeper"));
      } else if (store.endsWith(".MemoryRMStateStore")) {
        findings.add(
            Finding.warning(
                examined.at(YarnConfiguration.RM_STORE),
                "Its state is in memory, so a restart of the ResourceManager ends all"
                    + " applications.",
                "Set it to ZKRMStateStore, FileSystemRMStateStore or LeveldbRMStateStore, with"
                    + " their package org.apache.hadoop.yarn.server.resourcemanager.recovery."));
      }
      String preserving = YarnConfiguration.RM_WORK_PRESERVING_RECOVERY_ENABLED;
      if (!examined.all().getBoolean(preserving, true)) {
        findings.add(
            Finding.note(
                examined.at(preserving),
                "A restart of the ResourceManager ends all containers.",
                "Remove it, or set it to true, before you restart to change a mode."));
      }
    }
    if (!examined.isOn(HostRole.NODEMANAGER)
        || !examined.flag(YarnConfiguration.NM_RECOVERY_ENABLED)) {
      return;
    }
    String address = examined.all().getTrimmed(YarnConfiguration.NM_ADDRESS, "");
    if (address.endsWith(":0")) {
      findings.add(
          Finding.error(
              examined.at(YarnConfiguration.NM_ADDRESS),
              "The NodeManager does not start with recovery and a port that changes ("
                  + address
                  + ").",
              "Give it a port, such as 0.0.0.0:8041."));
    }
    String directory = YarnConfiguration.NM_RECOVERY_DIR;
    String path = examined.all().getTrimmed(directory, "");
    if (examined.mode(MercuryConfiguration.MODE).acts()
        && path.startsWith("/tmp/")
        && examined.site().get(directory) != null) {
      findings.add(
          Finding.warning(
              examined.at(directory),
              path + " may be cleared when the host restarts.",
              "Choose a directory that survives a reboot."));
    }
  }

  /** Checks the keys for measuring and limiting the memory of containers. */
  static void memory(ConfigurationView examined, List<Finding> findings) {
    boolean isElastic = examined.mode(ElasticConfiguration.MODE).acts();
    boolean isOver = examined.decides(MercuryConfiguration.OVERALLOCATION_MODE);
    Configuration all = examined.all();
    String monitor = YarnConfiguration.NM_CONTAINER_MONITOR_ENABLED;
    String physical = YarnConfiguration.NM_PMEM_CHECK_ENABLED;
    boolean isLimited =
        examined.flag(YarnConfiguration.NM_MEMORY_RESOURCE_ENABLED)
            && all.getBoolean(YarnConfiguration.NM_MEMORY_RESOURCE_ENFORCED, true);
    if (examined.isOn(HostRole.NODEMANAGER) && (isElastic || isOver)) {
      if (!all.getBoolean(monitor, true)) {
        findings.add(
            Finding.warning(
                examined.at(monitor),
                "No container is measured, so nothing starts beyond a node's allocation, and"
                    + " nothing stops a task that uses more memory than it has.",
                "Remove it, or set it to true."));
      } else if (isElastic && !all.getBoolean(physical, true) && !isLimited) {
        findings.add(
            Finding.warning(
                examined.at(physical),
                "Nothing stops an under-sized task that uses more memory than it has, so the node"
                    + " may run out of memory.",
                "Remove it, or set it to true."));
      }
    }
    String minimum = YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB;
    Long mb = number(examined, minimum);
    if (examined.isOn(HostRole.RESOURCEMANAGER)
        && isElastic
        && mb != null
        && mb >= DEFAULT_MIN_MB) {
      findings.add(
          Finding.note(
              examined.at(minimum),
              "No task that requests " + mb + " MB or less is ever under-sized.",
              "Lower it, to 256 for example, if requests need not be rounded as before."));
    }
  }
}
