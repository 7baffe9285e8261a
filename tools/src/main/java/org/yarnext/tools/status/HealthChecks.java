// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.tools.Finding;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.JmxPage;

/**
 * Checks the metrics of one bean by the thresholds of docs/how-to/monitor.md. A share counts only
 * from {@link #MIN_EVENTS} events on. Pure.
 */
public final class HealthChecks {
  /** Minimum number of events from which a share is meaningful. */
  static final long MIN_EVENTS = 20;

  private static final double FEW = 0.01;
  private static final double MANY = 0.1;

  /** Number of first rounds in which nodes may not have reported yet. */
  private static final int MIN_ROUNDS = 30;

  private static final double MAX_SHED = 1 / 7.0;
  private static final double MAX_OVERALLOCATED_STOPPED = 0.05;
  private static final int INTERVALS = 10;
  private static final long MIN_AGE_MS = 60_000;
  private static final long SUB_CLUSTER_TIMEOUT_MS = 60_000;
  private static final String MONITOR = "docs/how-to/monitor.md#";

  /** Fix for failed decisions: the log has the hook and the cause of each. */
  private static final String AT_HOOK = "Search its log for \"at hook\".";

  private static final Map<String, ConfigurationKey<Duration>> INTERVAL_KEYS = intervals();

  private final ToLongFunction<ConfigurationKey<Duration>> millis;
  private final long subClusterTimeoutMs;

  /**
   * @param millis returns the value of a key in ms
   * @param subClusterTimeoutMs time after which the AMRMProxy gives up a sub-cluster, in ms
   */
  HealthChecks(ToLongFunction<ConfigurationKey<Duration>> millis, long subClusterTimeoutMs) {
    this.millis = millis;
    this.subClusterTimeoutMs = subClusterTimeoutMs;
  }

  /** Returns the checks for daemons with a configuration. */
  public static HealthChecks of(Configuration conf) {
    return new HealthChecks(
        key ->
            conf.getTimeDuration(key.name(), key.defaultValue().toMillis(), TimeUnit.MILLISECONDS),
        conf.getLong("yarn.federation.amrmproxy.subcluster.timeout.ms", SUB_CLUSTER_TIMEOUT_MS));
  }

  /** Returns the findings about all beans of a daemon's page. */
  public List<Finding> check(ClusterDaemon daemon, JmxPage page) {
    return check(FeatureBean.of(daemon, page));
  }

  private static Map<String, ConfigurationKey<Duration>> intervals() {
    Map<String, ConfigurationKey<Duration>> keys = new TreeMap<>();
    keys.put("Mercury.TicksAgeMillis", MercuryConfiguration.TICK);
    keys.put("Mercury.RecordsSavedAgeMillis", MercuryConfiguration.TICK);
    keys.put(
        "Mercury.UsageMeasurementsAgeMillis", MercuryConfiguration.OVERALLOCATION_CHECK_INTERVAL);
    keys.put("ElasticScheduler.TimelineAgeMillis", ElasticConfiguration.TIMELINE_INTERVAL);
    keys.put("ElasticScheduler.TimelineRunsAgeMillis", ElasticConfiguration.TIMELINE_INTERVAL);
    keys.put(
        "ElasticScheduler.ProfileReloadsAgeMillis", ElasticConfiguration.PROFILES_RELOAD_INTERVAL);
    keys.put("MrOrchestrator.SamplingAgeMillis", OrchestratorConfiguration.SAMPLE_INTERVAL);
    keys.put("MrOrchestrator.LogReadsAgeMillis", OrchestratorConfiguration.SAMPLE_INTERVAL);
    keys.put("MrOrchestrator.ExchangeAgeMillis", OrchestratorConfiguration.EPOCH);
    keys.put("FederationSplit.PolicyAgeMillis", FederationConfiguration.SPLIT_POLICY_INTERVAL);
    keys.put("FederationGangs.RoundsAgeMillis", FederationConfiguration.GANG_INTERVAL);
    keys.put("FederationGangs.RegistryAgeMillis", FederationConfiguration.GANG_INTERVAL);
    keys.put("FederationShares.RoundsAgeMillis", FederationConfiguration.SHARE_INTERVAL);
    keys.put("FederationShares.OldestReportAgeMillis", FederationConfiguration.SHARE_INTERVAL);
    return Collections.unmodifiableMap(keys);
  }

  /** The findings about one bean as they are collected. */
  private static final class Report {
    final FeatureBean bean;
    final String anchor;
    final List<Finding> findings;

    Report(FeatureBean bean, String anchor, List<Finding> findings) {
      this.bean = bean;
      this.anchor = anchor;
      this.findings = findings;
    }

    private String fix(String fix) {
      return fix + " (" + MONITOR + anchor + ")";
    }

    private String problem(String problem) {
      return bean.name() + ": " + problem;
    }

    void warn(boolean isWrong, String problem, String fix) {
      if (isWrong) {
        findings.add(Finding.warning(bean.daemon().toString(), problem(problem), fix(fix)));
      }
    }

    /** Adds a note if the metric is above 0. */
    void note(String metric, String problem, String fix) {
      if (bean.number(metric) > 0) {
        String found = problem(problem + " (" + metric + " above 0).");
        findings.add(Finding.note(bean.daemon().toString(), found, fix(fix)));
      }
    }

    /** Warns if the metric is more than a share of the whole. */
    void share(String part, double max, long whole, String problem, String fix) {
      boolean above = whole >= MIN_EVENTS && bean.number(part) > max * whole;
      warn(above, problem + " (" + part + " above " + Math.round(100 * max) + " %).", fix);
    }
  }

  /** Adds the problems of a bean, apart from its guard's state and a refused configuration. */
  void check(FeatureBean bean, List<Finding> findings) {
    guard(new Report(bean, "alarms-for-every-feature", findings));
    ages(new Report(bean, "periodic-work", findings));
    switch (bean.feature()) {
      case "mercury":
        mercury(new Report(bean, "mercury", findings));
        break;
      case "elastic":
        elastic(new Report(bean, "elastic-memory", findings));
        break;
      case "orchestrator":
        orchestrator(new Report(bean, "orchestrator", findings));
        break;
      case "federation":
        federation(new Report(bean, "federation", findings));
        break;
      default:
        tez(new Report(bean, "tez-estimates", findings));
    }
  }

  private static void guard(Report report) {
    FeatureBean bean = report.bean;
    report.share(
        "GuardFallbacks",
        FEW,
        bean.number("GuardCalls"),
        "decisions fail or are late, so stock behaviour is used",
        "Search its log for \"failed at hook\", and check the load of its host.");
    report.warn(
        bean.number("GuardWorkersStuck") > 0,
        "worker threads are stuck in a policy.",
        "Take a thread dump, and restart the daemon if their number grows.");
    if (bean.number("GuardState") == 0) {
      report.note(
          "GuardTrips",
          "its guard tripped and recovered",
          "Search its log for \"tripped its guard\".");
    }
  }

  private void ages(Report report) {
    FeatureBean bean = report.bean;
    bean.numbers()
        .forEach(
            (metric, value) -> {
              ConfigurationKey<Duration> key = INTERVAL_KEYS.get(bean.name() + "." + metric);
              if (key != null) {
                long max = Math.max(MIN_AGE_MS, INTERVALS * millis.applyAsLong(key));
                report.warn(
                    value > max,
                    metric + " is above " + max / 1000 + " s: its periodic work fails or hangs.",
                    "Its log has a WARN for each kind of failure, once an hour; "
                        + key.name()
                        + " is the interval.");
              }
            });
  }

  private static void mercury(Report report) {
    FeatureBean bean = report.bean;
    long arrived = bean.number("ContainersArrived");
    long gone =
        bean.number("ContainersStarted")
            + bean.number("ContainersRejected")
            + bean.number("ContainersShed")
            + bean.number("ContainersPromoted")
            + bean.number("ContainersEndedInQueue")
            + bean.number("ContainersReturnedToStock")
            + bean.number("QueuedContainers");
    report.warn(
        Math.abs(arrived - gone) > Math.max(MIN_EVENTS, FEW * arrived),
        "the counts of arrived and of departed containers do not match.",
        "Report it with the daemon's /jmx page.");
    report.share(
        "ContainersReturnedToStock",
        FEW,
        arrived,
        "decisions fail, so containers are handed to the stock scheduler",
        AT_HOOK);
    report.share(
        "ContainersShed",
        MAX_SHED,
        arrived,
        "more containers are shed than in the paper: the wait limit is too low",
        "Raise yarn.mercury.coordinator.sigma or .min-wait.");
    report.share(
        "GuaranteedTimedOut",
        FEW,
        bean.number("GuaranteedDelayed"),
        "stopped containers take longer to exit than the timeout allows",
        "Raise yarn.mercury.reclaim.timeout, or find out why they do not exit.");
    report.share(
        "OverallocationStops",
        MAX_OVERALLOCATED_STOPPED,
        bean.number("OverallocationStarts"),
        "containers started beyond the allocation are stopped for memory",
        "Lower yarn.mercury.overallocation.target, or raise .margin.");
    report.note(
        "RecoveryRecordsRefused",
        "unreadable recovery records were set aside",
        "Search its log for \"recovery record\", which names the file.");
    mercuryInResourceManager(report);
  }

  private static void mercuryInResourceManager(Report report) {
    FeatureBean bean = report.bean;
    report.warn(
        bean.number("StaleNodes") > 0 && bean.number("Rounds") >= MIN_ROUNDS,
        "some running nodes do not report their queue wait.",
        "Set yarn.mercury.mode=on there, or raise yarn.mercury.coordinator.stale-after.");
    report.note(
        "Decision_ALL_OVERLOADED_applied",
        "all nodes were overloaded, so shedding could not help",
        "Add nodes, or lower the quotas of opportunistic containers.");
    report.share(
        "RoundFailures",
        FEW,
        bean.number("Rounds") + bean.number("RoundFailures"),
        "rounds fail, so stock's limits apply",
        AT_HOOK);
    if (bean.mode().equals("on")) {
      report.share(
          "ContainersPlacedByStock",
          FEW,
          bean.number("ContainersPlaced") + bean.number("ContainersPlacedByStock"),
          "placement falls back to stock",
          AT_HOOK);
    }
    report.note(
        "AttemptsGivenUp", "applications continue as in stock YARN after a failure", AT_HOOK);
  }

  private static void elastic(Report report) {
    FeatureBean bean = report.bean;
    report.warn(
        bean.number("ProfilesRefused") > 0,
        "the file of profiles is invalid or missing; the profiles read before stay in use.",
        "Correct the file: the log says what is wrong.");
    report.share(
        "UndersizedOutOfMemory",
        FEW,
        bean.number("UndersizedEnded"),
        "under-sized containers run out of memory",
        "Make new profiles from recent runs.");
    report.share(
        "UndersizedUnreported",
        FEW,
        bean.number("ContainersUndersized"),
        "nodes do not report how under-sized containers ended",
        "Set yarn.elastic.mode=on on all NodeManagers.");
    report.share(
        "HeapsUnchanged",
        0.5,
        bean.number("HeapsUnchanged") + bean.number("HeapsShrunk"),
        "most under-sized containers keep their full heap",
        "\"yarnext explain\" gives the reason for each container.");
  }

  private static void orchestrator(Report report) {
    FeatureBean bean = report.bean;
    long answers = 0;
    for (String kind :
        new String[] {
          "Answers", "AnswersWithoutDecision", "AnswersOutdated", "AnswersMissing", "AnswersRefused"
        }) {
      answers += bean.number(kind);
    }
    report.share(
        "AnswersMissing",
        MANY,
        answers,
        "the ResourceManager does not answer this node's reports",
        "Open yarn.mr-orchestrator.port, and set yarn.mr-orchestrator.mode=on on the"
            + " ResourceManager.");
    report.share(
        "AnswersRefused",
        FEW,
        answers,
        "the ResourceManager refuses this node's reports",
        "Search the NodeManager's log for \"refuses this node's reports\".");
    report.share(
        "CgroupFailures",
        FEW,
        bean.number("Samples"),
        "cgroups cannot be read or written",
        "Run \"yarnext doctor --host\" on that node.");
    report.note(
        "ContainersOutside",
        "containers run outside their cgroups",
        "It needs attention only if it lasts.");
    report.share(
        "RoundFailures",
        FEW,
        bean.number("Rounds") + bean.number("RoundFailures"),
        "rounds fail and change nothing",
        AT_HOOK);
    report.share(
        "ProgressFailures",
        MANY,
        bean.number("ProgressCalls") + bean.number("ProgressFailures"),
        "Application Masters do not answer, so tasks are compared by usage alone",
        "Check whether the hosts of the masters are overloaded.");
  }

  private static void tez(Report report) {
    report.note(
        "HistoriesFailed",
        "histories could not be read or saved",
        "Search the Application Master's log for \"history\".");
  }

  private void federation(Report report) {
    FeatureBean bean = report.bean;
    report.note(
        "ApplicationFallbacks",
        "applications continue as in stock YARN",
        "Search its log for \"continues as in stock YARN\".");
    report.share(
        "GuardSlow",
        FEW,
        bean.number("GuardCalls"),
        "decisions are late, because the state store is slow",
        "Check the disk of the NodeManager's state store.");
    report.warn(
        bean.number("PoliciesRefused") > 0,
        "a published policy is invalid and was not adopted.",
        "\"yarnext federation policy list\" shows it; publish a valid one.");
    report.warn(
        bean.number("AnswersAgeMillis") > subClusterTimeoutMs,
        "a sub-cluster does not answer the applications of this node.",
        "Check that its ResourceManager runs and can be reached from this node.");
    report.note(
        "HostsWithoutRack",
        "the racks of some hosts are unknown",
        "Check the topology script on this node.");
    long staleMs = millis.applyAsLong(FederationConfiguration.SHARE_STALE_AFTER);
    report.warn(
        bean.number("ShareAgeMillis") > staleMs / 2,
        "shares are old; after share.stale-after the configured capacities return.",
        "Check that the Global Policy Generator runs and that ZooKeeper answers.");
    report.warn(
        bean.number("SubClustersIgnored") > 0,
        "sub-clusters are ignored, because their reports are old or implausible.",
        "Start their ResourceManagers, or remove the record of one that is gone.");
    report.warn(
        bean.number("RecordsSkipped") > 0,
        "records in ZooKeeper are ignored as invalid.",
        "See docs/security.md#records-in-zookeeper.");
    report.note(
        "RoundsWithoutReport",
        "rounds had no report of any sub-cluster",
        "Check that ZooKeeper answers.");
    report.note("RoundsFailed", "rounds did not start all jobs that fit", AT_HOOK);
  }

  /** Returns the findings about all beans. */
  List<Finding> check(List<FeatureBean> beans) {
    List<Finding> findings = new ArrayList<>();
    beans.forEach(bean -> check(bean, findings));
    return findings;
  }
}
