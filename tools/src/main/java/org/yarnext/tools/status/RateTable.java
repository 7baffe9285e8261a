// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yarnext.tools.chart.TextTable;

/** Table of the rates between two snapshots. */
final class RateTable {
  private RateTable() {}

  /**
   * Returns a line for each metric: the rate of a counter per second, summed over daemons, or the
   * sum and the maximum of a gauge. A daemon that is new or has restarted counts from the next
   * snapshot on.
   *
   * @param beans beans of the later snapshot
   * @param before beans of the earlier one
   * @param elapsedMs time between the two
   */
  static List<String> lines(List<FeatureBean> beans, List<FeatureBean> before, long elapsedMs) {
    Map<String, FeatureBean> earlier = new HashMap<>();
    before.forEach(bean -> earlier.put(key(bean), bean));
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("metric", "now", "per second", "daemons"));
    for (StatusMetric metric : StatusMetric.ALL) {
      long sum = 0;
      long grown = 0;
      int daemons = 0;
      int compared = 0;
      for (FeatureBean bean : beans) {
        if (metric.isOf(bean)) {
          daemons++;
          long value = bean.number(metric.metric());
          sum += value;
          FeatureBean old = earlier.get(key(bean));
          if (old != null && old.has(metric.metric()) && value >= old.number(metric.metric())) {
            compared++;
            grown += value - old.number(metric.metric());
          }
        }
      }
      if (daemons > 0) {
        table.add(
            Arrays.asList(
                metric.bean() + " " + metric.metric(),
                String.valueOf(sum),
                metric.isCounter() && compared > 0 ? rate(grown, elapsedMs) : "",
                String.valueOf(daemons)));
      }
    }
    return TextTable.aligned(table);
  }

  private static String rate(long grown, long elapsedMs) {
    return String.format(Locale.ROOT, "%.2f", 1000.0 * grown / Math.max(1, elapsedMs));
  }

  private static String key(FeatureBean bean) {
    return bean.daemon() + " " + bean.name();
  }
}
