// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.Role;

/** Checks Kerberos, ZooKeeper, the federation's state, the container executor and ports. */
final class SecurityChecks {
  private static final String LCE = "LinuxContainerExecutor";

  private SecurityChecks() {}

  static void zooKeeper(ConfigurationView examined, List<Finding> findings) {
    boolean isShared =
        examined.decides(FederationConfiguration.GANG_MODE)
            || examined.decides(FederationConfiguration.SHARE_MODE);
    String address = CommonConfigurationKeys.ZK_ADDRESS;
    if (isShared && examined.all().getTrimmed(address) == null) {
      findings.add(
          Finding.error(
              examined.at(address),
              "Gangs and shares are stored in ZooKeeper, but no ZooKeeper is configured.",
              "Set it to the federation's ZooKeeper, such as host:2181."));
    }
    String key = CommonConfigurationKeys.ZK_ACL;
    String rights = examined.all().getTrimmed(key, "world:anyone:rwcda");
    if (isShared && rights.startsWith("world:")) {
      boolean isSecure = isSecure(examined);
      String problem =
          "Everybody may write gangs and shares, and so start jobs as any user"
              + (isSecure ? "; with Kerberos both features stay off." : ".");
      String fix =
          isSecure
              ? "Set it to sasl:yarn:rwcda (docs/security.md, Records in ZooKeeper)."
              : "Set it to auth::rwcda, and "
                  + CommonConfigurationKeys.ZK_AUTH
                  + " to the file of a password (docs/security.md, Records in ZooKeeper).";
      findings.add(
          isSecure
              ? Finding.error(examined.at(key), problem, fix)
              : Finding.warning(examined.at(key), problem, fix));
    }
    if (isShared && rights.startsWith("sasl:") && !isSecure(examined)) {
      findings.add(
          Finding.error(
              examined.at(key),
              "ZooKeeper refuses sasl ACLs without Kerberos, so no ResourceManager starts.",
              "Set it to auth::rwcda, with " + CommonConfigurationKeys.ZK_AUTH + "."));
    }
    String auth = CommonConfigurationKeys.ZK_AUTH;
    boolean isCreator = rights.startsWith("auth:") && !isSecure(examined);
    if (isShared && isCreator && examined.all().getTrimmed(auth) == null) {
      findings.add(
          Finding.error(
              examined.at(auth),
              key
                  + "="
                  + rights
                  + " gives rights to authenticated clients, but there is no authentication.",
              "Set it to @FILE, a file with the line digest:yarn:PASSWORD that only the daemons can"
                  + " read."));
    }
  }

  private static boolean isSecure(ConfigurationView examined) {
    return "kerberos"
        .equalsIgnoreCase(
            examined.all().getTrimmed(CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION, ""));
  }

  static void kerberos(ConfigurationView examined, List<Finding> findings) {
    if (!isSecure(examined)) {
      return;
    }
    Map<String, Role> keys = new LinkedHashMap<>();
    keys.put(YarnConfiguration.RM_PRINCIPAL, Role.RESOURCEMANAGER);
    keys.put(YarnConfiguration.RM_KEYTAB, Role.RESOURCEMANAGER);
    keys.put(YarnConfiguration.NM_PRINCIPAL, Role.NODEMANAGER);
    keys.put(YarnConfiguration.NM_KEYTAB, Role.NODEMANAGER);
    keys.forEach(
        (key, role) -> {
          String value = examined.all().getTrimmed(key, "");
          boolean isDefault = key.endsWith("keytab") && examined.site().get(key) == null;
          if (examined.isOn(role) && (value.isEmpty() || isDefault)) {
            findings.add(
                Finding.error(
                    examined.at(key),
                    "With Kerberos the " + role.text() + " needs it.",
                    "Set it, such as "
                        + (key.endsWith("keytab")
                            ? "/etc/security/keytabs/yarn.keytab"
                            : "yarn/_HOST@EXAMPLE.COM")
                        + "."));
          } else if (key.endsWith("principal") && !value.contains("@")) {
            findings.add(
                Finding.warning(
                    examined.at(key),
                    "The principal " + value + " has no realm.",
                    "Write it as yarn/_HOST@EXAMPLE.COM."));
          }
        });
    String acls = YarnConfiguration.YARN_ACL_ENABLE;
    if (examined.isOn(Role.ROUTER)
        && examined.mode(FederationConfiguration.GANG_MODE).acts()
        && !examined.flag(acls)) {
      findings.add(
          Finding.warning(
              examined.at(acls),
              "The Router does not check queue ACLs: a gang may wait in a queue to which its user"
                  + " may not submit.",
              "If the ResourceManagers check queue ACLs, set it to true on the Routers, too."));
    }
  }

  static void federationState(ConfigurationView examined, List<Finding> findings) {
    String store = YarnConfiguration.FEDERATION_STATESTORE_CLIENT_CLASS;
    boolean isSplit = examined.decides(FederationConfiguration.SPLIT_MODE);
    String name = examined.all().getTrimmed(store, "MemoryFederationStateStore");
    if (isSplit && name.endsWith("MemoryFederationStateStore")) {
      findings.add(
          Finding.error(
              examined.at(store),
              "Each daemon has its own state store in memory, and so knows no sub-cluster.",
              "Set it to ZookeeperFederationStateStore or SQLFederationStateStore, with their"
                  + " package org.apache.hadoop.yarn.server.federation.store.impl."));
    }
    String mutable = YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS;
    if (examined.mode(FederationConfiguration.SHARE_MODE).acts()
        && examined.isOn(Role.RESOURCEMANAGER)
        && examined.all().getTrimmed(mutable, "file").equals("file")) {
      findings.add(
          Finding.error(
              examined.at(mutable),
              "Queues cannot be changed at run time, so shares are not enforced.",
              "Set it to memory."));
    }
    String parameters = YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS;
    String json = examined.site().getRaw(parameters);
    if (json != null && json.trim().startsWith("{")) {
      try {
        new ObjectMapper().readTree(json);
      } catch (JsonProcessingException e) {
        findings.add(
            Finding.error(
                examined.at(parameters),
                "It is not valid JSON ("
                    + e.getOriginalMessage()
                    + "), so applications in queues without a policy cannot register.",
                "Copy it from conf-samples/federation/yarn-site-on.xml."));
      }
    }
  }

  static void executor(ConfigurationView examined, List<Finding> findings) {
    String executor = YarnConfiguration.NM_CONTAINER_EXECUTOR;
    boolean isLinux = examined.all().getTrimmed(executor, "").endsWith(LCE);
    if (!examined.isOn(Role.NODEMANAGER) || !isLinux) {
      return;
    }
    String group = "yarn.nodemanager.linux-container-executor.group";
    if (examined.all().getTrimmed(group, "").isEmpty()) {
      findings.add(
          Finding.error(
              examined.at(group),
              "LinuxContainerExecutor needs the group of its container-executor binary.",
              "Set it to the value in container-executor.cfg."));
    }
    if (!examined.decides(OrchestratorConfiguration.MODE)) {
      return;
    }
    String hierarchy = YarnConfiguration.NM_LINUX_CONTAINER_CGROUPS_HIERARCHY;
    String parent = OrchestratorConfiguration.CGROUP_PARENT.name();
    String its = examined.all().getTrimmed(hierarchy, "/hadoop-yarn").replaceFirst("^/+", "");
    String ours = examined.all().getTrimmed(parent, "yarnext");
    if (!its.equals(ours)) {
      findings.add(
          Finding.error(
              examined.at(parent),
              ours
                  + " differs from the cgroup of LinuxContainerExecutor, "
                  + hierarchy
                  + "="
                  + its
                  + ".",
              "Set it to " + its + "."));
    }
    String memory = YarnConfiguration.NM_MEMORY_RESOURCE_ENABLED;
    String control = examined.all().getTrimmed(OrchestratorConfiguration.CONTROL.name(), "");
    if (!control.equalsIgnoreCase("cpu") && !examined.flag(memory)) {
      findings.add(
          Finding.warning(
              examined.at(memory),
              "LinuxContainerExecutor creates no memory cgroups, so memory is not steered.",
              "Set it to true, or " + OrchestratorConfiguration.CONTROL.name() + " to cpu."));
    }
  }

  static void ports(ConfigurationView examined, List<Finding> findings) {
    List<String> rm = new ArrayList<>();
    rm.add(YarnConfiguration.RM_ADDRESS);
    rm.add(YarnConfiguration.RM_SCHEDULER_ADDRESS);
    rm.add(YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS);
    rm.add(YarnConfiguration.RM_ADMIN_ADDRESS);
    rm.add(YarnConfiguration.RM_WEBAPP_ADDRESS);
    if (examined.decides(OrchestratorConfiguration.MODE)) {
      rm.add("yarn.mr-orchestrator.port");
    }
    List<String> nm = new ArrayList<>();
    nm.add(YarnConfiguration.NM_ADDRESS);
    nm.add(YarnConfiguration.NM_LOCALIZER_ADDRESS);
    nm.add(YarnConfiguration.NM_WEBAPP_ADDRESS);
    if (examined.flag(YarnConfiguration.AMRM_PROXY_ENABLED)) {
      nm.add(YarnConfiguration.AMRM_PROXY_ADDRESS);
    }
    if (examined.lists(YarnConfiguration.NM_AUX_SERVICES, "mapreduce_shuffle")) {
      nm.add("mapreduce.shuffle.port");
    }
    collisions(examined, Role.RESOURCEMANAGER, rm, findings);
    collisions(examined, Role.NODEMANAGER, nm, findings);
  }

  private static void collisions(
      ConfigurationView examined, Role role, List<String> keys, List<Finding> findings) {
    Map<String, String> used = new LinkedHashMap<>();
    for (String key : keys) {
      String port = port(examined, key);
      if (!examined.isOn(role) || port.isEmpty() || port.equals("0")) {
        continue;
      }
      String other = used.putIfAbsent(port, key);
      if (other != null) {
        boolean isSet = examined.site().get(key) != null;
        findings.add(
            Finding.error(
                examined.at(isSet ? key : other),
                "Port "
                    + port
                    + " of the "
                    + role.text()
                    + " is "
                    + other
                    + "'s and "
                    + key
                    + "'s.",
                "Give one of the two another port."));
      }
    }
  }

  private static String port(ConfigurationView examined, String key) {
    String preset = key.equals("yarn.mr-orchestrator.port") ? defaultPort() : "";
    String address = examined.all().getTrimmed(key, preset);
    return address.substring(address.lastIndexOf(':') + 1);
  }

  private static String defaultPort() {
    return OrchestratorConfiguration.KEYS.keys().stream()
        .filter(key -> key.name().equals("yarn.mr-orchestrator.port"))
        .map(key -> String.valueOf(key.defaultValue()))
        .findFirst()
        .orElse("");
  }

  /** Checks the directory of the NodeManager's recovery state. */
  static void recovery(ConfigurationView examined, List<Finding> findings) {
    String key = YarnConfiguration.NM_RECOVERY_ENABLED;
    boolean isMercury = examined.mode(MercuryConfiguration.MODE).acts();
    String directory = YarnConfiguration.NM_RECOVERY_DIR;
    String path = examined.all().getTrimmed(directory, "");
    if (examined.isOn(Role.NODEMANAGER)
        && isMercury
        && examined.flag(key)
        && path.startsWith("/tmp/")
        && examined.site().get(directory) != null) {
      findings.add(
          Finding.warning(
              examined.at(directory),
              path + " may be cleared when the host restarts.",
              "Choose a directory that survives a reboot."));
    }
  }
}
