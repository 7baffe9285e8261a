// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.Finding;
import org.yarnext.tools.cluster.ClusterDaemon;

public class HealthChecksTest {
  private final HealthChecks checks =
      new HealthChecks(key -> key.defaultValue().toMillis(), 60_000);

  /** Makes a bean of names and numbers in turn. */
  static FeatureBean bean(String node, String name, Object... metrics) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    for (int i = 0; i < metrics.length; i += 2) {
      numbers.put((String) metrics[i], ((Number) metrics[i + 1]).longValue());
    }
    return new FeatureBean(
        new ClusterDaemon(ClusterDaemon.Kind.NODE_MANAGER, node), name, "on", numbers);
  }

  private List<String> check(String name, Object... metrics) {
    return checks.check(Collections.singletonList(bean("n1:8042", name, metrics))).stream()
        .map(Finding::toString)
        .collect(Collectors.toList());
  }

  private void assertFinds(String severity, String part, String name, Object... metrics) {
    List<String> found = check(name, metrics);
    assertEquals(found.toString(), 1, found.size());
    assertTrue(
        found.toString(),
        found.get(0).startsWith(severity + " NodeManager n1:8042: " + name + ": ")
            && found.get(0).contains(part)
            && found.get(0).contains("docs/how-to/monitor.md#"));
  }

  private void assertSilent(String name, Object... metrics) {
    assertEquals(Collections.emptyList(), check(name, metrics));
  }

  @Test
  public void guards() {
    assertFinds("WARNING", "GuardFallbacks", "Mercury", "GuardCalls", 1000L, "GuardFallbacks", 11L);
    assertSilent("Mercury", "GuardCalls", 1000L, "GuardFallbacks", 10L);
    assertSilent("Mercury", "GuardCalls", 5L, "GuardFallbacks", 5L);
    assertFinds("WARNING", "worker threads", "Mercury", "GuardWorkersStuck", 1L);
    assertFinds("NOTE", "tripped and recovered", "Mercury", "GuardTrips", 1L);
  }

  @Test
  public void periodicWorkIsJudgedByItsInterval() {
    assertFinds("WARNING", "above 60 s", "Mercury", "TicksAgeMillis", 60_001L);
    assertSilent("Mercury", "TicksAgeMillis", 60_000L);
    assertFinds("WARNING", "above 60 s", "Mercury", "UsageMeasurementsAgeMillis", 60_001L);
    assertFinds("WARNING", "above 200 s", "MrOrchestrator", "ExchangeAgeMillis", 200_001L);
    assertSilent("MrOrchestrator", "ExchangeAgeMillis", 200_000L);
    assertSilent("ElasticScheduler", "TimelineAgeMillis", -1L);
  }

  @Test
  public void mercuryQueue() {
    assertSilent(
        "Mercury", "ContainersArrived", 700L, "ContainersStarted", 600L, "ContainersShed", 100L);
    assertFinds(
        "WARNING",
        "ContainersShed",
        "Mercury",
        "ContainersArrived",
        700L,
        "ContainersStarted",
        599L,
        "ContainersShed",
        101L);
    assertFinds("WARNING", "do not match", "Mercury", "ContainersArrived", 21L);
    assertSilent(
        "Mercury",
        "ContainersArrived",
        400L,
        "ContainersStarted",
        370L,
        "ContainersEndedInQueue",
        30L);
    assertFinds(
        "WARNING",
        "ContainersReturnedToStock",
        "Mercury",
        "ContainersArrived",
        100L,
        "ContainersStarted",
        98L,
        "ContainersReturnedToStock",
        2L);
    assertFinds(
        "WARNING",
        "GuaranteedTimedOut",
        "Mercury",
        "GuaranteedDelayed",
        20L,
        "GuaranteedTimedOut",
        1L);
    assertFinds("NOTE", "RecoveryRecordsRefused", "Mercury", "RecoveryRecordsRefused", 1L);
  }

  @Test
  public void overallocation() {
    assertFinds(
        "WARNING",
        "OverallocationStops above 5 %",
        "Mercury",
        "OverallocationStarts",
        100L,
        "OverallocationStops",
        6L);
    assertSilent("Mercury", "OverallocationStarts", 100L, "OverallocationStops", 5L);
  }

  @Test
  public void mercuryInTheResourceManager() {
    assertFinds(
        "WARNING",
        "do not report their queue wait",
        "MercuryCoordinator",
        "StaleNodes",
        1L,
        "Rounds",
        30L);
    assertTrue(
        "nodes report only after they have registered",
        check("MercuryCoordinator", "StaleNodes", 1L, "Rounds", 3L).isEmpty());
    assertFinds(
        "NOTE",
        "shedding could not help",
        "MercuryCoordinator",
        "Decision_ALL_OVERLOADED_applied",
        1L);
    assertFinds(
        "WARNING", "RoundFailures", "MercuryCoordinator", "Rounds", 50L, "RoundFailures", 1L);
    assertFinds(
        "WARNING",
        "falls back",
        "MercuryPlacement",
        "ContainersPlaced",
        90L,
        "ContainersPlacedByStock",
        10L);
    assertFinds("NOTE", "AttemptsGivenUp", "MercuryHybrid", "AttemptsGivenUp", 1L);
  }

  @Test
  public void elastic() {
    assertFinds("WARNING", "profiles", "ElasticScheduler", "ProfilesRefused", 1L);
    assertFinds(
        "WARNING",
        "run out of memory",
        "ElasticScheduler",
        "UndersizedEnded",
        100L,
        "UndersizedOutOfMemory",
        2L);
    assertFinds(
        "WARNING",
        "UndersizedUnreported",
        "ElasticScheduler",
        "ContainersUndersized",
        100L,
        "UndersizedUnreported",
        2L);
    assertFinds(
        "WARNING", "HeapsUnchanged", "ElasticHeap", "HeapsShrunk", 9L, "HeapsUnchanged", 11L);
  }

  @Test
  public void orchestrator() {
    assertFinds(
        "WARNING", "AnswersMissing", "MrOrchestrator", "Answers", 80L, "AnswersMissing", 20L);
    assertFinds(
        "WARNING", "AnswersRefused", "MrOrchestrator", "Answers", 80L, "AnswersRefused", 20L);
    assertFinds(
        "WARNING", "CgroupFailures", "MrOrchestrator", "Samples", 99L, "CgroupFailures", 2L);
    assertFinds("NOTE", "ContainersOutside", "MrOrchestrator", "ContainersOutside", 1L);
    assertFinds(
        "WARNING", "RoundFailures", "MrOrchestratorGlobal", "Rounds", 50L, "RoundFailures", 1L);
    assertFinds(
        "WARNING",
        "ProgressFailures",
        "MrOrchestratorGlobal",
        "ProgressCalls",
        80L,
        "ProgressFailures",
        20L);
  }

  @Test
  public void tezAndFederation() {
    assertFinds("NOTE", "HistoriesFailed", "TezEstimator", "HistoriesFailed", 1L);
    assertFinds("NOTE", "ApplicationFallbacks", "FederationSplit", "ApplicationFallbacks", 1L);
    assertFinds("WARNING", "GuardSlow", "FederationSplit", "GuardCalls", 100L, "GuardSlow", 2L);
    assertFinds("WARNING", "policy", "FederationSplit", "PoliciesRefused", 1L);
    assertFinds(
        "WARNING", "does not answer the app", "FederationSplit", "AnswersAgeMillis", 60_001L);
    assertSilent("FederationSplit", "AnswersAgeMillis", 60_000L);
    assertFinds("NOTE", "HostsWithoutRack", "FederationSplit", "HostsWithoutRack", 1L);
    assertFinds("WARNING", "shares are old", "FederationShares", "ShareAgeMillis", 150_001L);
    assertSilent("FederationShares", "ShareAgeMillis", 150_000L);
    assertFinds("WARNING", "are ignored", "FederationShares", "SubClustersIgnored", 1L);
    assertFinds("WARNING", "records", "FederationGangs", "RecordsSkipped", 1L);
    assertFinds("NOTE", "RoundsWithoutReport", "FederationShares", "RoundsWithoutReport", 1L);
    assertFinds("NOTE", "RoundsFailed", "FederationGangs", "RoundsFailed", 1L);
  }
}
