// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.ZKUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.StartupChecks;

/** Checks Kerberos, ZooKeeper, the federation's state and the container executor. */
final class SecurityChecks {
  private static final String LCE = "LinuxContainerExecutor";
  private static final String BROADCAST = "UniformBroadcastPolicyManager";
  private static final String CPU_HANDLER = "CgroupsLCEResourcesHandler";
  private static final String EXECUTOR_FILE = "container-executor.cfg";
  private static final String GROUP = "yarn.nodemanager.linux-container-executor.group";

  /** A server of ZooKeeper; ZooKeeper's client adds the usual port, and trims. */
  private static final String SERVER = "\\s*([^,:;/\\s\\[\\]]+|\\[[^,;/\\s\\]]+\\])(:\\d+)?\\s*";

  private static final Pattern SERVERS = Pattern.compile(SERVER + "(," + SERVER + ")*(/.*)?");

  private SecurityChecks() {}

  static void zooKeeper(ConfigurationView examined, List<Finding> findings) {
    boolean isShared =
        examined.decides(FederationConfiguration.GANG_MODE)
            || examined.decides(FederationConfiguration.SHARE_MODE);
    String address = CommonConfigurationKeys.ZK_ADDRESS;
    if (isShared && examined.zooKeeper() == null) {
      findings.add(
          Finding.error(
              examined.at(address),
              "Gangs and shares are stored in ZooKeeper, but no ZooKeeper is configured.",
              "Set it to the federation's ZooKeeper, such as host:2181."));
    }
    String key = CommonConfigurationKeys.ZK_ACL;
    String rights = examined.all().getTrimmed(key, "world:anyone:rwcda");
    boolean isWritable = permits(rights, "(world|ip)", "[wcda]");
    boolean isReadable =
        examined.decides(FederationConfiguration.GANG_MODE) && permits(rights, "world", "r");
    if (isShared && (isWritable || isReadable)) {
      boolean isSecure = isSecure(examined);
      String stayOff = isWritable ? "; with Kerberos both features" : "; with Kerberos gangs";
      String problem =
          (isWritable
                  ? "Everybody may write gangs and shares, and so start jobs as any user"
                  : "Everybody may read the tokens of jobs that wait")
              + (isSecure ? stayOff + " stay off." : ".");
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

  /** Returns whether one of the rights has a scheme and a permission, both patterns. */
  private static boolean permits(String rights, String scheme, String permission) {
    String wanted = scheme + ":.*:[^:]*" + permission + "[^:]*";
    return Arrays.stream(rights.split(",")).anyMatch(right -> right.trim().matches(wanted));
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
    Map<String, HostRole> keys = new LinkedHashMap<>();
    keys.put(YarnConfiguration.RM_PRINCIPAL, HostRole.RESOURCEMANAGER);
    keys.put(YarnConfiguration.RM_KEYTAB, HostRole.RESOURCEMANAGER);
    keys.put(YarnConfiguration.NM_PRINCIPAL, HostRole.NODEMANAGER);
    keys.put(YarnConfiguration.NM_KEYTAB, HostRole.NODEMANAGER);
    if (examined.decides(FederationConfiguration.GANG_MODE)) {
      keys.put(YarnConfiguration.ROUTER_PRINCIPAL, HostRole.ROUTER);
      keys.put(YarnConfiguration.ROUTER_KEYTAB, HostRole.ROUTER);
    }
    keys.forEach(
        (key, role) -> {
          String value = examined.all().getTrimmed(key, "");
          boolean isDefault = key.contains("keytab") && examined.site().get(key) == null;
          if (examined.isOn(role) && (value.isEmpty() || isDefault)) {
            findings.add(
                Finding.error(
                    examined.at(key),
                    "With Kerberos the " + role.text() + " needs it.",
                    "Set it, such as "
                        + (key.contains("keytab")
                            ? "/etc/security/keytabs/yarn.keytab"
                            : "yarn/_HOST@EXAMPLE.COM")
                        + "."));
          } else if (key.endsWith("principal") && !value.isEmpty() && !value.contains("@")) {
            findings.add(
                Finding.warning(
                    examined.at(key),
                    "The principal " + value + " has no realm.",
                    "Write it as yarn/_HOST@EXAMPLE.COM."));
          }
        });
    String admins = YarnConfiguration.YARN_ADMIN_ACL;
    boolean hasPack =
        examined.site().getPropsWithPrefix("").keySet().stream().anyMatch(StartupChecks::isOurs);
    if (hasPack && examined.all().getTrimmed(admins, "*").equals("*")) {
      findings.add(
          Finding.warning(
              examined.at(admins),
              "Everybody may change the settings of running daemons.",
              "Set it to the administrators: users, a space, groups (docs/security.md)."));
    }
    String acls = YarnConfiguration.YARN_ACL_ENABLE;
    if (examined.isOn(HostRole.ROUTER)
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
    String manager = YarnConfiguration.FEDERATION_POLICY_MANAGER;
    if (examined.isOn(HostRole.NODEMANAGER)
        && examined.mode(FederationConfiguration.SPLIT_MODE).acts()
        && examined.all().getTrimmed(manager, BROADCAST).endsWith(BROADCAST)) {
      findings.add(
          Finding.warning(
              examined.at(manager),
              "While the state store has no policy for a queue, requests go to all sub-clusters as a"
                  + " whole.",
              "Set it to "
                  + NamedClasses.Hook.HYDRA.type
                  + ", with "
                  + YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS
                  + "."));
    }
    String mutable = YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS;
    String queues = examined.all().getTrimmed(mutable, "file");
    if (examined.mode(FederationConfiguration.SHARE_MODE).acts()
        && examined.isOn(HostRole.RESOURCEMANAGER)
        && !queues.equals("memory")) {
      findings.add(
          Finding.error(
              examined.at(mutable),
              queues.equals("file")
                  ? "Queues cannot be changed at run time, so shares are not enforced."
                  : "The store "
                      + queues
                      + " would keep changed capacities over a restart, so shares are not"
                      + " enforced.",
              "Set it to memory."));
    }
    policyWeights(examined, findings);
  }

  private static void policyWeights(ConfigurationView examined, List<Finding> findings) {
    String parameters = YarnConfiguration.FEDERATION_POLICY_MANAGER_PARAMS;
    String json = examined.site().getRaw(parameters);
    boolean isSplit = examined.decides(FederationConfiguration.SPLIT_MODE);
    if (json != null && json.trim().startsWith("{")) {
      try {
        Set<String> ids = new HashSet<>(new ObjectMapper().readTree(json).findValuesAsText("id"));
        String own = examined.all().getTrimmed(YarnConfiguration.RM_CLUSTER_ID, "");
        if (!own.isEmpty() && !ids.isEmpty() && !ids.contains(own) && isSplit) {
          findings.add(
              Finding.warning(
                  examined.at(parameters),
                  "It has weights of "
                      + new TreeSet<>(ids)
                      + ", but none of this sub-cluster, "
                      + own
                      + ".",
                  "Add " + own + ", or correct " + YarnConfiguration.RM_CLUSTER_ID + "."));
        }
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
    if (!examined.isOn(HostRole.NODEMANAGER) || !isLinux) {
      return;
    }
    group(examined, findings);
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
    String handler = YarnConfiguration.NM_LINUX_CONTAINER_RESOURCES_HANDLER;
    String cpu = YarnConfiguration.NM_CPU_RESOURCE_ENABLED;
    String memory = YarnConfiguration.NM_MEMORY_RESOURCE_ENABLED;
    String control = examined.all().getTrimmed(OrchestratorConfiguration.CONTROL.name(), "");
    if (!control.equalsIgnoreCase("cpu") && !examined.flag(memory)) {
      findings.add(
          Finding.warning(
              examined.at(memory),
              "LinuxContainerExecutor creates no memory cgroups, so memory is not steered.",
              "Set it to true, or " + OrchestratorConfiguration.CONTROL.name() + " to cpu."));
    }
    if (!control.equalsIgnoreCase("memory")
        && !examined.flag(cpu)
        && !examined.all().getTrimmed(handler, "").endsWith(CPU_HANDLER)) {
      findings.add(
          Finding.warning(
              examined.at(cpu),
              "LinuxContainerExecutor creates no CPU cgroups, so CPU is not steered.",
              "Set it to true, or " + OrchestratorConfiguration.CONTROL.name() + " to memory."));
    }
  }

  /** Checks the group of the container-executor binary, in both files that name it. */
  private static void group(ConfigurationView examined, List<Finding> findings) {
    String group = examined.all().getTrimmed(GROUP, "");
    String its =
        examined.properties(EXECUTOR_FILE).getProperty(GROUP, "").replaceFirst("#.*", "").trim();
    if (group.isEmpty()) {
      findings.add(
          Finding.error(
              examined.at(GROUP),
              "LinuxContainerExecutor needs the group of its container-executor binary.",
              "Set it to the value in container-executor.cfg."));
    } else if (!its.isEmpty() && !its.equals(group)) {
      findings.add(
          Finding.error(
              examined.at(GROUP),
              examined.value(GROUP) + " differs from " + EXECUTOR_FILE + ", which has " + its + ".",
              "Set both to the group that owns the container-executor binary."));
    }
  }

  /** Returns whether one of the rights in an ACL is enough to keep records. */
  private static boolean maintains(String right) {
    String granted = right.substring(right.lastIndexOf(':') + 1);
    return "rwcd".chars().allMatch(each -> granted.indexOf(each) >= 0);
  }

  /** Reports settings of ZooKeeper that cannot be read. */
  static void zooKeeperSyntax(ConfigurationView examined, List<Finding> findings) {
    String address = examined.zooKeeper();
    if (address != null && !address.contains("${") && !SERVERS.matcher(address).matches()) {
      findings.add(
          Finding.error(
              examined.at(CommonConfigurationKeys.ZK_ADDRESS),
              "\"" + address + "\" is not a list of servers.",
              "Write host:port for each, separated by commas: zk1:2181,zk2:2181."));
    }
    String acl = examined.site().getTrimmed(CommonConfigurationKeys.ZK_ACL, "");
    if (!acl.isEmpty() && !acl.startsWith("@") && !acl.contains("${")) {
      try {
        ZKUtil.parseACLs(acl);
        if (Arrays.stream(acl.split(",")).noneMatch(SecurityChecks::maintains)) {
          findings.add(
              Finding.error(
                  examined.at(CommonConfigurationKeys.ZK_ACL),
                  "\""
                      + acl
                      + "\" lets nobody read, write, create and delete records, so daemons"
                      + " cannot use them.",
                  "Give the daemons rwcda."));
        }
      } catch (RuntimeException e) {
        findings.add(
            Finding.error(
                examined.at(CommonConfigurationKeys.ZK_ACL),
                "\"" + acl + "\" cannot be read (" + e.getMessage() + ").",
                "Write scheme:id:rights, such as auth::rwcda or sasl:yarn:rwcda."));
      }
    }
    String auth = examined.site().getTrimmed(CommonConfigurationKeys.ZK_AUTH, "");
    if (!auth.isEmpty() && !auth.startsWith("@") && !auth.matches("[a-z]+:[^:]+:.+")) {
      findings.add(
          Finding.error(
              examined.at(CommonConfigurationKeys.ZK_AUTH),
              "It is not the scheme digest, a user and a password with colons between.",
              "Set it to @FILE, a file with the line digest:yarn:PASSWORD that only the daemons can"
                  + " read."));
    }
  }
}
