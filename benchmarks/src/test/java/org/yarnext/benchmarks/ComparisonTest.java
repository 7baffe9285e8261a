// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;
import org.yarnext.benchmarks.experiment.Comparison;
import org.yarnext.benchmarks.experiment.Experiment;
import org.yarnext.benchmarks.gain.GainComparison;
import org.yarnext.benchmarks.gain.GainFramework;

public class ComparisonTest {

  private static List<Experiment> compared() {
    return Stream.of(Experiment.values())
        .filter(experiment -> !experiment.systems.isEmpty() && experiment != Experiment.SLS)
        .collect(Collectors.toList());
  }

  @Test
  public void drawnQuantitiesAreInTheTable() {
    for (Experiment experiment : compared()) {
      Comparison comparison = ComparisonFactory.of(experiment);
      assertEquals(experiment.name(), 2, comparison.drawn().size());
      assertTrue(
          experiment.name(), comparison.quantities().keySet().containsAll(comparison.drawn()));
    }
  }

  @Test
  public void ratiosAreToSystemsOfTheSameExperiment() {
    for (Experiment experiment : compared()) {
      List<String> labels =
          experiment.systems.stream().map(system -> system.label).collect(Collectors.toList());
      for (UnaryOperator<String> baseline : ComparisonFactory.of(experiment).baselines().values()) {
        for (String label : labels) {
          String base = baseline.apply(label);
          assertTrue(experiment + ": " + base, base.isEmpty() || labels.contains(base));
        }
      }
    }
  }

  @Test
  public void onlyThroughputIsAlsoComparedWithDistributedPlacement() {
    assertEquals(Arrays.asList("ratio", "to distr."), columns(Experiment.THROUGHPUT));
    assertEquals(Arrays.asList("ratio"), columns(Experiment.STRAGGLERS));
  }

  private static List<String> columns(Experiment experiment) {
    return new ArrayList<>(ComparisonFactory.of(experiment).baselines().keySet());
  }

  @Test
  public void memoryBoundJobsShowWaitsWhereTheFrameworkReportsThem() {
    String wait = "wait from request to start, median [s]";
    Comparison shell = new GainComparison(GainFramework.SHELL);
    assertTrue(shell.showsWaits());
    assertTrue(shell.quantities().containsKey(wait));
    Comparison tez = new GainComparison(GainFramework.TEZ);
    assertFalse(tez.showsWaits());
    assertFalse(tez.quantities().containsKey(wait));
  }

  @Test
  public void experimentWithItsOwnBenchmarkHasNoComparison() {
    for (Experiment experiment :
        Arrays.asList(
            Experiment.ELASTICITY,
            Experiment.TEZ_ELASTICITY,
            Experiment.TEZ_ESTIMATES,
            Experiment.IDLE_CAPACITY_COST,
            Experiment.NODE_LOAD,
            Experiment.SLS)) {
      assertThrows(IllegalStateException.class, () -> ComparisonFactory.of(experiment));
      assertFalse(compared().contains(experiment));
    }
  }
}
