// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;

public class RateTableTest {
  private static FeatureBean node(String address, long started, long queued) {
    return HealthChecksTest.bean(
        address, "Mercury", "ContainersStarted", started, "QueuedContainers", queued);
  }

  private static String fields(List<String> lines, String metric) {
    return lines.stream()
        .filter(line -> line.startsWith(metric + " "))
        .map(line -> line.trim().replaceAll(" {2,}", "|"))
        .findFirst()
        .orElse("");
  }

  @Test
  public void theFirstLookHasNoRates() {
    List<String> lines =
        RateTable.lines(Collections.singletonList(node("a:1", 100, 3)), Collections.emptyList(), 0);
    assertEquals("Mercury ContainersStarted|100|1", fields(lines, "Mercury ContainersStarted"));
  }

  @Test
  public void countersAreRatesAndGaugesAreNot() {
    List<String> lines =
        RateTable.lines(
            Arrays.asList(node("a:1", 110, 3), node("b:1", 20, 4)),
            Arrays.asList(node("a:1", 100, 9), node("b:1", 10, 9)),
            5_000);
    assertEquals(
        "Mercury ContainersStarted|130|4.00|2", fields(lines, "Mercury ContainersStarted"));
    assertEquals("Mercury QueuedContainers|7|2", fields(lines, "Mercury QueuedContainers"));
  }

  @Test
  public void aRestartedDaemonAndOneThatCameCountFromTheNextLookOn() {
    List<String> lines =
        RateTable.lines(
            Arrays.asList(node("a:1", 5, 0), node("new:1", 1000, 0), node("b:1", 20, 0)),
            Arrays.asList(node("a:1", 100, 0), node("b:1", 10, 0), node("gone:1", 7, 0)),
            5_000);
    assertEquals(
        "Mercury ContainersStarted|1025|2.00|3", fields(lines, "Mercury ContainersStarted"));
  }
}
