// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.chart.SvgChart;
import org.yarnext.tools.simulate.study.measure.GainTable;

/** Draws groups of bars or boxes as SVG, with one for each system in a group. */
public final class BarChart {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

  private BarChart() {}

  /** Height of the bars. */
  public interface Height {
    /**
     * Returns a height.
     *
     * @param label index of the label
     */
    double of(int label, String system);
  }

  /**
   * Returns a figure of bars.
   *
   * @param unit unit of the heights; may be empty
   * @param colours by system, in the order of the bars
   */
  public static String figure(
      String title, String unit, List<String> labels, Map<String, String> colours, Height height) {
    double[][] heights = new double[colours.size()][labels.size()];
    double maxHeight = 0;
    int s = 0;
    for (String system : colours.keySet()) {
      for (int l = 0; l < labels.size(); l++) {
        heights[s][l] = height.of(l, system);
        maxHeight = Math.max(maxHeight, heights[s][l]);
      }
      s++;
    }
    return new SvgChart(title, "", unit, labels.size(), maxHeight)
        .bars(labels, new ArrayList<>(colours.keySet()), new ArrayList<>(colours.values()), heights)
        .toString();
  }

  /** Values of the boxes. */
  public interface Values {
    /**
     * Returns the sorted values of a box; may be empty.
     *
     * @param label index of the label
     */
    double[] of(int label, String system);
  }

  /**
   * Returns a figure of boxes from the lower to the upper quartile with the median, and whiskers
   * from the 5th to the 95th percentile.
   *
   * @param colours by system, in the order of the boxes
   */
  public static String boxes(
      String title, String unit, List<String> labels, Map<String, String> colours, Values values) {
    double[][][] boxes = new double[colours.size()][labels.size()][];
    double maxHeight = 0;
    int s = 0;
    for (String system : colours.keySet()) {
      for (int l = 0; l < labels.size(); l++) {
        double[] sorted = values.of(l, system);
        boxes[s][l] =
            sorted.length == 0
                ? sorted
                : Arrays.stream(QUANTILES)
                    .map(share -> GainTable.quantile(sorted, share))
                    .toArray();
        maxHeight =
            Math.max(maxHeight, GainTable.quantile(sorted, QUANTILES[QUANTILES.length - 1]));
      }
      s++;
    }
    return new SvgChart(title, "", unit, labels.size(), maxHeight)
        .boxes(labels, new ArrayList<>(colours.keySet()), new ArrayList<>(colours.values()), boxes)
        .toString();
  }
}
