/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tools.simulate.report;

import java.util.Map;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.outcome.Series;
import org.yarnext.tools.simulate.study.RunRow;

/** What of runs is drawn over time, in percent of the cluster's. */
enum Quantity {
  MEMORY("Memory granted") {
    @Override
    Series of(RunRow row) {
      return row.memory();
    }
  },
  VCORES("Vcores granted") {
    @Override
    Series of(RunRow row) {
      return row.vcores();
    }
  };

  private final String text;

  Quantity(String text) {
    this.text = text;
  }

  abstract Series of(RunRow row);

  /**
   * A curve for each run.
   *
   * @param runs by system
   * @param colours by system
   */
  String overTime(String cell, Map<String, RunRow> runs, Map<String, String> colours) {
    double end = runs.values().stream().mapToDouble(RunRow::makespanMs).max().orElse(1) / 1e3;
    SvgChart chart =
        new SvgChart(text + ", " + cell + ", first seed", "seconds", "%", end, 100).numericX();
    runs.forEach((system, row) -> draw(chart, row, colours.get(system)));
    return chart.toString();
  }

  private void draw(SvgChart chart, RunRow row, String colour) {
    Series series = of(row);
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
