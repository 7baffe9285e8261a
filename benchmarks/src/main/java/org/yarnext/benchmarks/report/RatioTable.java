// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.yarnext.tools.chart.SvgChart;

/**
 * Table of results: a row for each quantity, a column for each system, and the ratio of the second
 * system to the first. Not thread-safe.
 */
public final class RatioTable {
  /** Unit of rows that describe circumstances instead of results. */
  public static final String PER_CENT = "%";

  private static final String LABEL = "%-38s %5s";

  /** Relative difference that two runs on the same system may show. */
  private static final double NOISE = 0.2;

  /** A quantity with its value on each system. */
  public static final class Row {
    private final String name;
    private final String unit;
    private final boolean higherIsBetter;
    private final double[] values;

    private Row(String name, String unit, boolean higherIsBetter, double[] values) {
      this.name = name;
      this.unit = unit;
      this.higherIsBetter = higherIsBetter;
      this.values = values;
    }

    public String value(int system) {
      return unit.isEmpty()
          ? String.format(Locale.ROOT, "%.0f", values[system])
          : String.format(Locale.ROOT, "%.2f", values[system]);
    }

    /** Returns the ratio of second to first system, or an empty string where it has no meaning. */
    public String ratio() {
      return values.length < 2 || values[0] == 0 || unit.equals(PER_CENT)
          ? ""
          : String.format(Locale.ROOT, "%.2f", values[1] / values[0]);
    }

    /** Returns the CSS class of the ratio, or an empty string if it is within the noise. */
    private String verdict() {
      if (ratio().isEmpty() || Math.abs(values[1] / values[0] - 1) < NOISE) {
        return "";
      }
      return values[1] > values[0] == higherIsBetter ? "better" : "worse";
    }
  }

  private final List<String> systems;
  private final List<Row> rows = new ArrayList<>();

  /**
   * Creates a table without rows.
   *
   * @param systems names of the columns, at least one
   */
  public RatioTable(List<String> systems) {
    this.systems = new ArrayList<>(systems);
  }

  /**
   * Adds a row.
   *
   * @param unit of the values; empty for counts
   * @param values one for each system
   * @return this table
   */
  public RatioTable row(String name, String unit, boolean higherIsBetter, double... values) {
    rows.add(new Row(name, unit, higherIsBetter, values));
    return this;
  }

  public List<String> systems() {
    return Collections.unmodifiableList(systems);
  }

  public List<Row> rows() {
    return Collections.unmodifiableList(rows);
  }

  /** Returns the table as plain text for a terminal. */
  public String text() {
    StringBuilder out = new StringBuilder();
    out.append(String.format(Locale.ROOT, LABEL, "", ""));
    systems.forEach(s -> out.append(String.format(Locale.ROOT, "%16s", s)));
    if (systems.size() > 1) {
      out.append(String.format(Locale.ROOT, "%8s", "ratio"));
    }
    out.append('\n');
    for (Row row : rows) {
      out.append(String.format(Locale.ROOT, LABEL, row.name, row.unit));
      for (int s = 0; s < systems.size(); s++) {
        out.append(String.format(Locale.ROOT, "%16s", row.value(s)));
      }
      if (systems.size() > 1) {
        out.append(String.format(Locale.ROOT, "%8s", row.ratio()));
      }
      out.append('\n');
    }
    return out.toString();
  }

  /** Returns the table as HTML, with the style of {@link SvgChart#STYLE}. */
  public String html() {
    StringBuilder out = new StringBuilder("<table>\n<tr><th></th><th></th>");
    systems.forEach(s -> out.append("<th>").append(SvgChart.escape(s)).append("</th>"));
    out.append("<th>ratio</th></tr>\n");
    for (Row row : rows) {
      out.append("<tr><td>")
          .append(SvgChart.escape(row.name))
          .append("</td><td class='unit'>")
          .append(row.unit);
      for (int s = 0; s < systems.size(); s++) {
        out.append("</td><td>").append(row.value(s));
      }
      out.append("</td><td class='")
          .append(row.verdict())
          .append("'>")
          .append(row.ratio())
          .append("</td></tr>\n");
    }
    out.append("</table>\n");
    if (systems.size() > 1) {
      out.append("<p>Ratio: ")
          .append(SvgChart.escape(systems.get(1) + " to " + systems.get(0)))
          .append(", <span class='better'>better</span> or <span class='worse'>worse</span>;")
          .append(" two runs on one cluster may differ by a fifth.</p>\n");
    }
    return out.toString();
  }
}
