// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.util.Arrays;
import java.util.List;

/** The mistakes that doctor must find. */
final class SeededMistakeTable {
  private static final String AUX = "yarn-site|yarn.nodemanager.aux-services";
  private static final String LISTENERS =
      "yarn-site|yarn.nodemanager.container-state-transition-listener.classes";
  private static final String PROCESSORS =
      "yarn-site|yarn.resourcemanager.application-master-service.processors";
  private static final String SCHEDULER = "yarn-site|yarn.resourcemanager.scheduler.class";
  private static final String POLICIES =
      "yarn-site|yarn.resourcemanager.scheduler.monitor.policies";
  private static final String MONITORS =
      "yarn-site|yarn.resourcemanager.scheduler.monitor.enable|false";
  private static final String PROXY =
      "yarn-site|yarn.nodemanager.amrmproxy.interceptor-class.pipeline";
  private static final String LCE =
      "yarn-site|yarn.nodemanager.container-executor.class|"
          + "org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor";
  private static final String KERBEROS = "core-site|hadoop.security.authentication|kerberos";
  private static final String STOCK = "org.apache.hadoop.yarn.server.resourcemanager.scheduler.";

  static final List<SeededMistake> MISTAKES =
      Arrays.asList(
          seed(
              "a misspelt key",
              "mercury",
              "yarn-site|yarn.mercury.mdoe|on",
              "yarn.mercury.mdoe",
              "yarn.mercury.mode"),
          seed(
              "a value that cannot be read",
              "mercury",
              "yarn-site|yarn.mercury.tick|soon",
              "yarn.mercury.tick",
              "orrect"),
          seed(
              "a value out of bounds",
              "orchestrator",
              "yarn-site|yarn.mr-orchestrator.epoch|1h",
              "yarn.mr-orchestrator.epoch",
              "hoose a value inside"),
          seed(
              "an invalid mode",
              "elastic",
              "yarn-site|yarn.elastic.mode|yes",
              "yarn.elastic.mode",
              "Correct or remove it"),
          seed(
              "a deadline above the reclaim timeout",
              "mercury",
              "yarn-site|yarn.mercury.guard.deadline|5s;;yarn-site|yarn.mercury.reclaim.timeout|1s",
              "yarn.mercury.guard.deadline",
              "ower the first"),
          seed(
              "an epoch below the sample interval",
              "orchestrator",
              "yarn-site|yarn.mr-orchestrator.epoch|1s",
              "yarn.mr-orchestrator.epoch",
              "aise it"),
          seed(
              "an unknown policy",
              "mercury",
              "yarn-site|yarn.mercury.queue.order|lifo",
              "yarn.mercury.queue.order",
              "hoose one of"),
          seed(
              "an unknown estimator",
              "orchestrator",
              "yarn-site|yarn.mr-orchestrator.estimator|guess",
              "yarn.mr-orchestrator.estimator",
              "hoose one of"),
          seed(
              "quotas without effect",
              "mercury",
              "yarn-site|yarn.mercury.quota.default|max=500;;yarn-site|yarn.mercury.placement.mode|shadow",
              "yarn.mercury.quota.default",
              "et one of them to on"),
          seed(
              "promotion without automatic container updates",
              "mercury-hybrid",
              "yarn-site|yarn.resourcemanager.auto-update.containers",
              "yarn.mercury.promotion.mode",
              "et it"),
          seed(
              "no queues on nodes",
              "mercury",
              "yarn-site|yarn.nodemanager.opportunistic-containers-max-queue-length|0",
              "max-queue-length",
              "100 for example"),
          seed(
              "the stock queue limited by resources",
              "mercury",
              "yarn-site|yarn.nodemanager.opportunistic-containers-queue-policy|BY_RESOURCES",
              "queue-policy",
              "BY_QUEUE_LEN"),
          seed(
              "a short stale-after",
              "mercury",
              "yarn-site|yarn.resourcemanager.nodemanagers.heartbeat-interval-ms|60000",
              "yarn.mercury.coordinator.stale-after",
              "aise it to three"),
          seed(
              "a misspelt class",
              "mercury",
              "yarn-site|yarn.nodemanager.containers-launcher.class|org.yarnext.mercury.nm.MercuryLauncher",
              "containers-launcher.class",
              "Correct the name"),
          seed(
              "no launcher",
              "mercury",
              "yarn-site|yarn.nodemanager.containers-launcher.class",
              "yarn.mercury.mode",
              "Add it there"),
          seed(
              "a list that replaced another one",
              "mercury,orchestrator",
              AUX + "|mapreduce_shuffle,mr_orchestrator",
              "aux-services",
              "Add mercury"),
          seed(
              "a service without a class",
              "mercury",
              AUX + "|mapreduce_shuffle,mercury,spark_shuffle",
              "aux-services",
              "spark_shuffle.class"),
          seed(
              "a service with a hyphen",
              "orchestrator",
              AUX + "|mapreduce_shuffle,mr_orchestrator,mr-orchestrator",
              "aux-services",
              "letters, digits and underscores"),
          seed(
              "a service twice",
              "mercury",
              AUX + "|mapreduce_shuffle,mercury,mercury",
              "aux-services",
              "Remove one"),
          seed("disabled monitors", "mercury", MONITORS, "monitor.enable", "Set it to true"),
          seed(
              "no coordinator",
              "mercury,orchestrator",
              POLICIES + "|org.yarnext.orchestrator.rm.ClusterOrchestrator",
              "yarn.mercury.coordinator.mode",
              "Add it there"),
          seed(
              "no processor", "mercury", PROCESSORS, "yarn.mercury.placement.mode", "Add it there"),
          seed(
              "processors in the wrong order",
              "mercury,elastic",
              PROCESSORS
                  + "|org.yarnext.mercury.rm.MercuryAmsProcessor,org.yarnext.elastic.rm.ElasticAmsProcessor",
              "processors",
              "Swap the two"),
          seed(
              "the elastic processor not first",
              "elastic",
              PROCESSORS + "|com.example.Other,org.yarnext.elastic.rm.ElasticAmsProcessor",
              "processors",
              "Move it to the front"),
          seed("no elastic processor", "elastic", PROCESSORS, "yarn.elastic.mode", "add it"),
          seed(
              "a stock scheduler with elastic",
              "elastic",
              SCHEDULER + "|" + STOCK + "capacity.CapacityScheduler",
              "yarn.elastic.mode",
              "Add it there"),
          seed(
              "elastic with the FifoScheduler",
              "elastic",
              SCHEDULER + "|" + STOCK + "fifo.FifoScheduler",
              "yarn-site.xml",
              "leave elastic out"),
          seed(
              "elastic with several nodes at a time",
              "elastic",
              "capacity-scheduler|yarn.scheduler.capacity.multi-node-placement-enabled|true",
              "xml",
              "Set it to false"),
          seed(
              "elastic reservations with asynchronous scheduling",
              "elastic",
              "capacity-scheduler|yarn.scheduler.capacity.schedule-asynchronously.enable|true;;"
                  + "yarn-site|yarn.elastic.reservations|bounded",
              "yarn.elastic.reservations",
              "Set the former to stock"),
          seed(
              "no listener",
              "elastic,orchestrator",
              LISTENERS + "|org.yarnext.orchestrator.nm.OrchestratorContainerListener",
              "yarn.elastic.mode",
              "Add it there"),
          seed(
              "no listener for the orchestrator",
              "elastic,orchestrator",
              LISTENERS + "|org.yarnext.elastic.nm.ElasticContainerListener",
              "yarn.mr-orchestrator.mode",
              "Add it there"),
          seed(
              "enforced memory with elastic",
              "elastic",
              "yarn-site|yarn.nodemanager.resource.memory.enforced|true",
              "memory.enforced",
              "Set it to false"),
          seed(
              "a scheduler that counts no vcores",
              "orchestrator",
              "capacity-scheduler|yarn.scheduler.capacity.resource-calculator",
              "resource-calculator",
              "DominantResourceCalculator"),
          seed(
              "nodes ranked by queue length instead of wait",
              "mercury",
              "yarn-site|yarn.resourcemanager.nm-container-queuing.load-comparator|QUEUE_LENGTH",
              "load-comparator",
              "QUEUE_WAIT_TIME"),
          seed(
              "nodes ranked by waits that none reports",
              "mercury",
              "yarn-site|yarn.mercury.mode|shadow",
              "load-comparator",
              "QUEUE_LENGTH"),
          seed(
              "no opportunistic containers",
              "mercury",
              "yarn-site|yarn.resourcemanager.opportunistic-container-allocation.enabled|false",
              "opportunistic-container-allocation.enabled",
              "Set it to true"),
          seed(
              "placement without the coordinator",
              "mercury",
              "yarn-site|yarn.mercury.coordinator.mode|off",
              "yarn.mercury.placement.mode",
              "coordinator.mode"),
          seed(
              "distributed scheduling without its proxy",
              "mercury-distributed",
              "yarn-site|yarn.nodemanager.amrmproxy.enabled|false",
              "amrmproxy.enabled",
              "Set it to true"),
          seed(
              "distributed scheduling with federation",
              "mercury-distributed",
              "yarn-site|yarn.federation.enabled|true",
              "xml",
              "each sub-cluster"),
          seed(
              "no interceptor for the division of requests",
              "federation",
              PROXY + "|org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor",
              "split.mode",
              "Add it there"),
          seed(
              "interceptors in the wrong order",
              "federation",
              PROXY
                  + "|org.apache.hadoop.yarn.server.nodemanager.amrmproxy.FederationInterceptor,org.yarnext.federation.amrmproxy.SplitInterceptor",
              "pipeline",
              "Swap the two"),
          seed(
              "no interceptor for gangs",
              "federation",
              "yarn-site|yarn.router.clientrm.interceptor-class.pipeline",
              "gang.mode",
              "Add it there"),
          seed(
              "no ZooKeeper",
              "federation",
              "yarn-site|hadoop.zk.address",
              "hadoop.zk.address",
              "host:2181"),
          seed(
              "write access for everybody",
              "federation",
              "yarn-site|hadoop.zk.acl",
              "hadoop.zk.acl",
              "auth::rwcda"),
          seed(
              "ACLs of Kerberos without Kerberos",
              "federation",
              "yarn-site|hadoop.zk.acl|sasl:yarn:rwcda",
              "hadoop.zk.acl",
              "auth::rwcda"),
          seed(
              "no password for ZooKeeper",
              "federation",
              "yarn-site|hadoop.zk.auth",
              "hadoop.zk.auth",
              "@FILE"),
          seed(
              "a state store in memory",
              "federation",
              "yarn-site|yarn.federation.state-store.class",
              "state-store.class",
              "ZookeeperFederationStateStore"),
          seed(
              "queues that cannot be changed at run time",
              "federation",
              "yarn-site|yarn.scheduler.configuration.store.class|file",
              "configuration.store.class",
              "memory"),
          seed(
              "policy parameters that are not JSON",
              "federation",
              "yarn-site|yarn.federation.policy-manager-params|{\"routerPolicyWeights\":",
              "policy-manager-params",
              "conf-samples/federation"),
          seed(
              "federation without the ID of the sub-cluster",
              "federation",
              "yarn-site|yarn.resourcemanager.cluster-id",
              "xml",
              "Set up YARN's federation first"),
          seed(
              "no principal",
              "orchestrator",
              KERBEROS,
              "yarn.nodemanager.principal",
              "yarn/_HOST@EXAMPLE.COM"),
          seed(
              "write access for everybody with Kerberos",
              "federation",
              KERBEROS + ";;yarn-site|hadoop.zk.acl",
              "hadoop.zk.acl",
              "sasl:yarn:rwcda"),
          seed(
              "gangs without queue ACLs on the Router",
              "federation",
              KERBEROS,
              "yarn.acl.enable",
              "set it to true on the Routers, too"),
          seed(
              "a cgroup other than LinuxContainerExecutor's",
              "orchestrator",
              LCE + ";;yarn-site|yarn.nodemanager.linux-container-executor.group|yarn",
              "cgroup.parent",
              "hadoop-yarn"),
          seed(
              "LinuxContainerExecutor without a group",
              "mercury",
              LCE,
              "linux-container-executor.group",
              "container-executor.cfg"),
          seed(
              "LinuxContainerExecutor without memory cgroups",
              "orchestrator",
              LCE
                  + ";;yarn-site|yarn.nodemanager.linux-container-executor.group|yarn;;yarn-site|yarn.mr-orchestrator.cgroup.parent|hadoop-yarn",
              "memory.enabled",
              "Set it to true"),
          seed(
              "a recovery directory that is cleared",
              "mercury",
              "yarn-site|yarn.nodemanager.recovery.enabled|true;;"
                  + "yarn-site|yarn.nodemanager.recovery.dir|/tmp/nm",
              "yarn.nodemanager.recovery.dir",
              "Choose a directory that survives a reboot"),
          seed(
              "a port that is already in use",
              "orchestrator",
              "yarn-site|yarn.mr-orchestrator.port|8032",
              "yarn.mr-orchestrator.port",
              "another port"),
          seed(
              "a key in a file that no daemon reads it from",
              "mercury",
              "mapred-site|yarn.mercury.tick|2s",
              "mapred-site.xml:yarn.mercury.tick",
              "yarn-site.xml"),
          seed(
              "Tez's key in YARN's file",
              "mercury",
              "yarn-site|tez.estimator.mode|shadow",
              "yarn-site.xml:tez.estimator.mode",
              "tez-site.xml"),
          seed(
              "a threshold without opportunistic containers",
              "mercury,tez",
              "yarn-site|yarn.resourcemanager.opportunistic-container-allocation.enabled|false",
              "tez.estimator.hybrid.threshold",
              "et it there"),
          seed(
              "no scheduler in Tez's Application Master",
              "mercury,tez",
              "tez-site|tez.am.yarn.scheduler.class",
              "tez.estimator.mode",
              "Add it there"));

  private SeededMistakeTable() {}

  private static SeededMistake seed(
      String text, String features, String change, String place, String fix) {
    return new SeededMistake(text, features, change, place, fix);
  }
}
