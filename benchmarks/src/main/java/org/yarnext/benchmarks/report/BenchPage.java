// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import org.yarnext.tools.chart.SvgChart;

/** Formats text and charts of a result as one HTML page, without scripts or external resources. */
public final class BenchPage {
  public static final List<String> COLOURS =
      Arrays.asList(
          "#8a8f98", "#c0722e", "#b9a00b", "#0b72b9", "#14742f", "#7a3fb0", "#b8336a", "#1c9aa0",
          "#5b5136", "#d98fb0", "#3f51d5", "#6aa84f", "#000000");

  private BenchPage() {}

  /**
   * Returns the page.
   *
   * @param title title of the experiment
   * @param text table as plain text
   * @param charts charts as SVG
   */
  public static String html(String title, String text, List<String> charts) {
    return "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        + "<title>yarnext bench</title>\n<style>\n"
        + SvgChart.STYLE
        + "\n</style></head><body>\n<h1>"
        + SvgChart.escape(title)
        + "</h1>\n<pre>"
        + SvgChart.escape(text)
        + "</pre>\n<div class='charts'>\n"
        + String.join("", charts)
        + "</div>\n</body></html>\n";
  }
}
