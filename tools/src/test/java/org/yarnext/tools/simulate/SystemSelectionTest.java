// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.study.measure.BaselineSelector;
import org.yarnext.tools.simulate.world.SimulatedSystem;

public class SystemSelectionTest {
  private static final List<String> USUAL =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity", "meganode");

  private static SystemSelection of(String... requested) {
    return SystemSelection.of(Arrays.asList(requested), USUAL, true);
  }

  private static List<String> names(SystemSelection comparison) {
    return comparison.systems().stream().map(SimulatedSystem::name).collect(Collectors.toList());
  }

  @Test
  public void baselineIsTheFirstStockSystemOfTheSameScheduler() {
    BaselineSelector usual = of().baselines();
    assertEquals("fair", usual.common());
    assertEquals("fair", usual.of("elastic-fair"));
    assertEquals("fair", usual.of("meganode"));
    assertEquals("capacity", usual.of("capacity"));
    assertEquals("capacity", usual.of("elastic-capacity"));
    BaselineSelector reserving = of("fair-reserving", "fair", "elastic-fair").baselines();
    assertEquals("fair-reserving", reserving.of("elastic-fair"));
    assertEquals("fair-reserving", reserving.of("fair"));
  }

  @Test
  public void firstStockSystemIsTheBaselineOfOtherSchedulers() {
    BaselineSelector other = of("capacity", "elastic-fair", "meganode").baselines();
    assertEquals("capacity", other.common());
    assertEquals("capacity", other.of("elastic-fair"));
    assertEquals("capacity", other.of("meganode"));
    BaselineSelector both = of("capacity", "fair", "elastic-fair", "meganode").baselines();
    assertEquals("capacity", both.common());
    assertEquals("fair", both.of("elastic-fair"));
    BaselineSelector mercury = of("mercury-central", "stock-central").baselines();
    assertEquals("stock-central", mercury.of("mercury-central"));
  }

  @Test
  public void missingStockBaselinesAreAdded() {
    assertEquals(
        Arrays.asList("elastic-capacity", "meganode", "capacity", "fair"),
        names(of("elastic-capacity", "meganode")));
    assertEquals(Arrays.asList("elastic-capacity", "capacity"), names(of("elastic-capacity")));
    assertEquals(
        Arrays.asList("mercury-central", "stock-guaranteed"), names(of("mercury-central")));
  }

  @Test
  public void systemsOfSeveralModelsStandBesideTheirOwnStock() {
    SystemSelection both = of("elastic-fair", "mercury-central", "meganode");
    assertEquals(
        Arrays.asList("elastic-fair", "mercury-central", "meganode", "fair", "stock-guaranteed"),
        names(both));
    BaselineSelector baselines = both.baselines();
    assertEquals("fair", baselines.common());
    assertEquals("fair", baselines.of("elastic-fair"));
    assertEquals("stock-guaranteed", baselines.of("mercury-central"));
    assertTrue(baselines.isComparable("meganode"));
    assertFalse(baselines.isComparable("mercury-central"));
    assertFalse(baselines.isComparable("stock-guaranteed"));
  }

  @Test
  public void studyHasSystemsOfOneModel() {
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () -> SystemSelection.of(Arrays.asList("fair", "mercury-central"), USUAL, false));
    assertEquals(
        "fair and mercury-central have different models of nodes and masters: simulate them"
            + " separately",
        e.getMessage());
  }
}
