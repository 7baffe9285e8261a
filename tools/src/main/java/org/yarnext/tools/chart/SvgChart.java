// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.chart;

import java.util.List;
import java.util.Locale;

/**
 * SVG chart with step curves, lines, grouped bars or boxes on labelled axes.
 *
 * <p>It uses no chart library, because these measure text with AWT, which throws on a JDK without
 * fonts, as in many container images and on servers; a browser has fonts.
 */
public final class SvgChart {

  /** Style sheet of a page with charts and tables. */
  public static final String STYLE =
      String.join(
          "\n",
          "body{font:15px/1.5 system-ui,sans-serif;color:#1f2328;background:#fff;max-width:1180px;margin:2em auto;"
              + "padding:0 1.2em}",
          "h1{font-size:1.5em;margin-bottom:.2em}h2{font-size:1.1em;margin:1.8em 0 .4em}",
          "p{max-width:75ch;margin:.3em 0;color:#454c54}",
          "table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}",
          "th,td{padding:.25em .9em;text-align:right;border-bottom:1px solid #e3e6ea}",
          "th{font-weight:600}th:first-child,td:first-child{text-align:left}",
          "td.unit{color:#6a737d;text-align:left}.better{color:#14742f;font-weight:600}",
          ".worse,p.worse{color:#a5321f;font-weight:600}",
          ".charts{display:grid;grid-template-columns:1fr 1fr;gap:1.2em}",
          "@media(max-width:900px){.charts{grid-template-columns:1fr}}",
          "svg{width:100%;height:auto;font:12px system-ui,sans-serif}",
          ".title{font-size:14px;font-weight:600;fill:#1f2328}.tick,.label{fill:#454c54}",
          ".grid{stroke:#e8eaed}.axis{stroke:#6a737d}.curve{fill:none;stroke-width:2}.key{stroke-width:4}");

  private static final int WIDTH = 560;
  private static final int HEIGHT = 280;
  private static final int LEGEND_ROW = 18;
  private static final int LEFT = 56;
  private static final int RIGHT = 16;
  private static final int TOP = 34;
  private static final int BOTTOM = 46;
  private static final int TICKS = 5;

  /** Approximate width of a letter in pixels. */
  private static final int LETTER = 7;

  /** Minimum height of a box, in pixels. */
  private static final double THINNEST_BOX = 3;

  /** Minimum height of a box with a median line, which would hide a thinner box. */
  private static final double LINED_BOX = 6;

  /** Share of a group's width that its bars or boxes take. */
  private static final double SLOTS = 0.76;

  private final double maxX;
  private final double maxY;
  private final StringBuilder body = new StringBuilder();
  private int legendX = LEFT;
  private int legendY = HEIGHT + LEGEND_ROW;

  public SvgChart(String title, String xLabel, String yLabel, double maxX, double maxY) {
    this.maxX = maxX > 0 ? maxX : 1;
    double tick = tick(maxY);
    this.maxY = Math.ceil(Math.max(maxY, tick) / tick) * tick;
    text(LEFT, 18, "start", "title", title);
    for (double y = 0; y <= this.maxY * 1.0001; y += tick) {
      add(
          "<line class='grid' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>",
          LEFT, py(y), WIDTH - RIGHT, py(y));
      text(LEFT - 6, py(y) + 4, "end", "tick", number(y));
    }
    text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", "label", xLabel);
    add(
        "<text class='label' text-anchor='middle' transform='translate(13 %.1f) rotate(-90)'>%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2.0, escape(yLabel));
  }

  /** Adds numbers along the x axis, which has none by default. */
  public SvgChart numericX() {
    double tick = tick(maxX);
    for (double x = 0; x <= maxX * 1.0001; x += tick) {
      add(
          "<line class='axis' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>",
          px(x), py(0), px(x), py(0) + 4);
      text(px(x), py(0) + 17, "middle", "tick", number(x));
    }
    return this;
  }

  /**
   * Adds a curve that keeps each value until the next point.
   *
   * @param x in ascending order
   * @param y one value for each x
   */
  public SvgChart steps(String name, String colour, double[] x, double[] y) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      double px = px(Math.min(x[i], maxX));
      path.append(
          i == 0
              ? String.format(Locale.ROOT, "M%.1f %.1f", px, py(y[i]))
              : String.format(Locale.ROOT, "H%.1fV%.1f", px, py(y[i])));
    }
    add("<path class='curve' stroke='%s' d='%s'/>", colour, path);
    legend(name, colour);
    return this;
  }

  /**
   * Adds straight lines between points, and a mark on each point.
   *
   * @param x in ascending order
   * @param y one value for each x
   */
  public SvgChart line(String name, String colour, double[] x, double[] y) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      path.append(
          String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", px(x[i]), py(y[i])));
      add(
          "<circle fill='%s' cx='%.1f' cy='%.1f' r='3'><title>%s: %.2f</title></circle>",
          colour, px(x[i]), py(y[i]), escape(name), y[i]);
    }
    add("<path class='curve' stroke='%s' d='%s'/>", colour, path);
    legend(name, colour);
    return this;
  }

  /**
   * Adds a bar of each series for each group: {@code values[series][group]}. The x axis must run
   * from 0 to the number of groups.
   */
  public SvgChart bars(
      List<String> groups, List<String> names, List<String> colours, double[][] values) {
    for (int g = 0; g < groups.size(); g++) {
      for (int s = 0; s < names.size(); s++) {
        double top = py(values[s][g]);
        add(
            "<rect fill='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'><title>%s, %s: %.2f</title></rect>",
            colours.get(s),
            slot(g, s, names.size()),
            top,
            slotWidth(names.size()),
            py(0) - top,
            escape(groups.get(g)),
            escape(names.get(s)),
            values[s][g]);
      }
    }
    return named(groups, names, colours);
  }

  /**
   * Adds a box with whiskers of each series for each group. {@code values[series][group]} are five
   * ascending values (lower whisker, lower end, median, upper end, upper whisker) or empty. The x
   * axis must run from 0 to the number of groups.
   */
  public SvgChart boxes(
      List<String> groups, List<String> names, List<String> colours, double[][][] values) {
    for (int g = 0; g < groups.size(); g++) {
      for (int s = 0; s < names.size(); s++) {
        if (values[s][g].length > 0) {
          box(
              slot(g, s, names.size()),
              slotWidth(names.size()),
              colours.get(s),
              values[s][g],
              groups.get(g) + ", " + names.get(s));
        }
      }
    }
    return named(groups, names, colours);
  }

  private void box(double left, double width, String colour, double[] five, String name) {
    double middle = left + width / 2;
    double height = Math.max(THINNEST_BOX, py(five[1]) - py(five[3]));
    double top = (py(five[1]) + py(five[3]) - height) / 2;
    add("<path stroke='%s' d='M%.1f %.1fV%.1f'/>", colour, middle, py(five[0]), py(five[4]));
    add(
        "<rect fill='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'>"
            + "<title>%s: %.2f, %.2f, %.2f, %.2f, %.2f</title></rect>",
        colour,
        left,
        top,
        width,
        height,
        escape(name),
        five[0],
        five[1],
        five[2],
        five[3],
        five[4]);
    if (height >= LINED_BOX) {
      add(
          "<path stroke='#fff' stroke-width='2' d='M%.1f %.1fH%.1f'/>",
          left, py(five[2]), left + width);
    }
  }

  private double slot(int group, int series, int count) {
    return px(group + 0.12 + series * SLOTS / count);
  }

  private double slotWidth(int count) {
    return px(SLOTS / count) - px(0) - 1;
  }

  /** Adds names below the groups; if one is too long, numbers, and a list of the names. */
  private SvgChart named(List<String> groups, List<String> names, List<String> colours) {
    double room = px(1) - px(0);
    boolean list = groups.stream().anyMatch(group -> LETTER * group.length() > room);
    for (int g = 0; g < groups.size(); g++) {
      String tick = list ? String.valueOf(g + 1) : groups.get(g);
      text(px(g + 0.5), py(0) + 17, "middle", "tick", tick);
      if (list) {
        text(LEFT, legendY, "start", "tick", tick + ": " + groups.get(g));
        legendY += LEGEND_ROW;
      }
    }
    for (int s = 0; s < names.size(); s++) {
      legend(names.get(s), colours.get(s));
    }
    return this;
  }

  private void legend(String name, String colour) {
    int width = 48 + LETTER * name.length();
    if (legendX > LEFT && legendX + width > WIDTH) {
      legendX = LEFT;
      legendY += LEGEND_ROW;
    }
    add(
        "<line class='key' stroke='%s' x1='%d' y1='%d' x2='%d' y2='%d'/>",
        colour, legendX, legendY - 4, legendX + 22, legendY - 4);
    text(legendX + 28, legendY, "start", "tick", name);
    legendX += width;
  }

  private void text(double x, double y, String anchor, String style, String content) {
    add(
        "<text class='%s' text-anchor='%s' x='%.1f' y='%.1f'>%s</text>",
        style, anchor, x, y, escape(content));
  }

  private void add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private double px(double x) {
    return LEFT + x / maxX * (WIDTH - LEFT - RIGHT);
  }

  private double py(double y) {
    return HEIGHT - BOTTOM - y / maxY * (HEIGHT - TOP - BOTTOM);
  }

  /**
   * Returns a distance of 1, 2 or 5 times a power of ten that divides {@code max} into about
   * {@value #TICKS} parts.
   */
  public static double tick(double max) {
    double rough = (max > 0 ? max : 1) / TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double times = rough / power;
    return power * (times > 5 ? 10 : times > 2 ? 5 : times > 1 ? 2 : 1);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;");
  }

  /** Returns the chart as the text of a file, with its own style. */
  public String file() {
    String svg = toString();
    int content = svg.indexOf('>') + 1;
    return svg.substring(0, content)
        + "<style>"
        + escape(STYLE)
        + "</style><rect width='100%' height='100%' fill='#fff'/>"
        + svg.substring(content);
  }

  /** Returns the chart as an element of a page with {@link #STYLE}. */
  @Override
  public String toString() {
    return String.format(
            Locale.ROOT,
            "<svg viewBox='0 0 %d %d' role='img' xmlns='http://www.w3.org/2000/svg'>%n",
            WIDTH,
            legendY + LEGEND_ROW / 2)
        + body
        + String.format(
            Locale.ROOT,
            "<line class='axis' x1='%d' y1='%.1f' x2='%d' y2='%.1f'/>%n</svg>%n",
            LEFT,
            py(0),
            WIDTH - RIGHT,
            py(0));
  }
}
