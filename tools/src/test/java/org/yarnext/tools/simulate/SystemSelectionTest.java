// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.Arrays;
import java.util.Collections;
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
    return SystemSelection.of(Arrays.asList(requested), USUAL);
  }

  private static List<String> names(SystemSelection comparison) {
    return comparison.systems().stream().map(SimulatedSystem::name).collect(Collectors.toList());
  }

  @Test
  public void baselineIsTheFirstStockSystemOfTheSameScheduler() {
    BaselineSelector usual = SystemSelection.of(Collections.emptyList(), USUAL).baselines();
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
  public void systemsOfDifferentModelsCannotBeCompared() {
    SimulationException e =
        assertThrows(SimulationException.class, () -> of("fair", "mercury-central"));
    assertEquals(
        "fair and mercury-central have different models of nodes and masters: simulate them"
            + " separately",
        e.getMessage());
  }
}
