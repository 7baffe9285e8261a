// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report.layout;

import java.util.Map;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.outcome.LevelSeries;
import org.yarnext.tools.simulate.study.measure.RunResult;

/**
 * Resource whose granted amount is drawn over time, in percent of the cluster's: memory or vcores.
 */
public enum UsageSeries {
  MEMORY("Memory granted") {
    @Override
    LevelSeries of(RunResult row) {
      return row.memory();
    }
  },
  VCORES("Vcores granted") {
    @Override
    LevelSeries of(RunResult row) {
      return row.vcores();
    }
  };

  private final String text;

  UsageSeries(String text) {
    this.text = text;
  }

  abstract LevelSeries of(RunResult row);

  /**
   * Returns a chart with a curve for each run.
   *
   * @param runs by system
   * @param colours by system
   */
  public String overTime(String cell, Map<String, RunResult> runs, Map<String, String> colours) {
    double end = runs.values().stream().mapToDouble(RunResult::makespanMs).max().orElse(1) / 1e3;
    SvgChart chart =
        new SvgChart(text + ", " + cell + ", first seed", "seconds", "%", end, 100).numericX();
    runs.forEach((system, row) -> draw(chart, row, colours.get(system)));
    return chart.toString();
  }

  private void draw(SvgChart chart, RunResult row, String colour) {
    LevelSeries series = of(row);
    double[] averages = series.averages();
    double[] seconds = new double[averages.length];
    double[] percent = new double[averages.length];
    for (int i = 0; i < averages.length; i++) {
      seconds[i] = i * series.widthMs() / 1e3;
      percent[i] = Math.min(100, 100 * averages[i]);
    }
    chart.steps(row.system(), colour, seconds, percent);
  }
}
