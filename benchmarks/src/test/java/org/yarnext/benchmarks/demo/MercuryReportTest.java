// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.Test;
import org.yarnext.benchmarks.report.MachineLoad;

public class MercuryReportTest {

  @Test
  public void reportIsOneFileWithTableAndCharts() {
    String html =
        html(
            Arrays.asList(
                MeasurementSamples.measurements("stock", 2),
                MeasurementSamples.measurements("mercury", 2)));
    assertEquals(6, html.split("<svg", -1).length - 1);
    assertTrue(html.contains("<td>0.20</td><td>0.20</td><td class=''>1.00</td>"));
    assertTrue("names are escaped", html.contains("job &lt;1&gt;"));
    assertFalse("needs nothing from elsewhere", html.contains("src=") || html.contains("<link"));
  }

  @Test
  public void oneClusterAloneIsShown() {
    String html = html(Collections.singletonList(MeasurementSamples.measurements("stock", 2)));
    assertEquals(6, html.split("<svg", -1).length - 1);
    assertFalse(html.contains("Ratio"));
  }

  @Test
  public void reportMarksADisturbedRun() {
    Measurements quiet = MeasurementSamples.measurements("stock", 2, 0.1);
    Measurements busy = MeasurementSamples.measurements("mercury", 2, 0.2);
    assertFalse(html(Collections.singletonList(quiet)).contains(MachineLoad.DISTURBED));
    assertTrue(html(Arrays.asList(quiet, busy)).contains(MachineLoad.DISTURBED));
  }

  private static String html(List<Measurements> measurements) {
    return new MercuryReport(measurements, "facts").html();
  }
}
