// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.report.layout;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.chart.SvgChart;

/**
 * Builds one HTML page without scripts or external resources: the paper's findings, the figures by
 * group, then the numbers. Not thread-safe.
 */
public final class HtmlPage {
  private static final List<String> COLOURS =
      Arrays.asList(
          "#7a7f87", "#c0722e", "#d9a066", "#0b72b9", "#14742f", "#b23a82", "#5b4fa3", "#8a5a44",
          "#20808d", "#a3961c");

  private final StringBuilder out = new StringBuilder();

  /**
   * Starts a page.
   *
   * @param paper findings of the paper, one sentence each; may be empty
   */
  public HtmlPage(String title, List<String> paper) {
    out.append("<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>\n<title>")
        .append(SvgChart.escape(title))
        .append("</title>\n<style>\n")
        .append(SvgChart.STYLE)
        .append("\npre{overflow-x:auto;font-size:12px}\n</style></head><body>\n<h1>")
        .append(SvgChart.escape(title))
        .append("</h1>\n");
    for (String sentence : paper) {
      out.append("<p>The paper: ").append(SvgChart.escape(sentence)).append(".</p>\n");
    }
  }

  /** Returns a colour for each system, in the given order. */
  public static Map<String, String> colours(Collection<String> systems) {
    Map<String, String> colours = new LinkedHashMap<>();
    for (String system : systems) {
      colours.computeIfAbsent(system, s -> COLOURS.get(colours.size() % COLOURS.size()));
    }
    return colours;
  }

  /** Adds the figures of a group of cells. */
  public void group(String name, List<String> figures) {
    out.append("<h2>").append(SvgChart.escape(name)).append("</h2>\n");
    figures(figures);
  }

  /** Adds figures without a heading. */
  public void figures(List<String> figures) {
    out.append("<div class='charts'>\n");
    figures.forEach(out::append);
    out.append("</div>\n");
  }

  /** Ends the page with the lines of the terminal; returns it. */
  public String end(List<String> lines) {
    out.append("<h2>Numbers</h2>\n<pre>");
    for (String line : lines) {
      out.append(SvgChart.escape(line)).append('\n');
    }
    return out.append("</pre>\n</body></html>\n").toString();
  }
}
