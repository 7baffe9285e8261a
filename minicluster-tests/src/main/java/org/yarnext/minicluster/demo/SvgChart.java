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
package org.yarnext.minicluster.demo;

import java.util.List;
import java.util.Locale;

/**
 * One chart as inline SVG: step curves or grouped bars on labelled axes.
 *
 * <p>Written by hand because chart libraries measure text with AWT, which throws on a JDK without
 * fonts, as in many container images and on servers; a browser has fonts.
 */
final class SvgChart {

  private static final int WIDTH = 560;
  private static final int HEIGHT = 300;
  private static final int LEFT = 56;
  private static final int RIGHT = 16;
  private static final int TOP = 54;
  private static final int BOTTOM = 46;
  private static final int TICKS = 5;

  private final double maxX;
  private final double maxY;
  private final StringBuilder body = new StringBuilder();
  private int legendX = LEFT;

  SvgChart(String title, String xLabel, String yLabel, double maxX, double maxY) {
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

  /** Numbers along the x axis, which otherwise has none. */
  SvgChart numericX() {
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
   * A curve that keeps each value until the next point; {@code dashed} to tell it from another of
   * its colour.
   */
  SvgChart steps(String name, String colour, Series series) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < series.x.length; i++) {
      double x = px(Math.min(series.x[i], maxX));
      path.append(
          i == 0
              ? String.format(Locale.ROOT, "M%.1f %.1f", x, py(series.y[i]))
              : String.format(Locale.ROOT, "H%.1fV%.1f", x, py(series.y[i])));
    }
    add("<path class='curve' stroke='%s' d='%s'/>", colour, path);
    legend(name, colour);
    return this;
  }

  /**
   * For each group a bar of each series; {@code values[series][group]}. The x axis must run from 0
   * to groups.
   */
  SvgChart bars(List<String> groups, List<String> names, List<String> colours, double[][] values) {
    double width = 0.76 / names.size();
    for (int g = 0; g < groups.size(); g++) {
      for (int s = 0; s < names.size(); s++) {
        double left = px(g + 0.12 + s * width);
        double top = py(values[s][g]);
        add(
            "<rect fill='%s' x='%.1f' y='%.1f' width='%.1f' height='%.1f'><title>%s, %s: %.2f</title></rect>",
            colours.get(s),
            left,
            top,
            px(g + width) - px(g) - 1,
            py(0) - top,
            escape(groups.get(g)),
            escape(names.get(s)),
            values[s][g]);
      }
      text(px(g + 0.5), py(0) + 17, "middle", "tick", groups.get(g));
    }
    for (int s = 0; s < names.size(); s++) {
      legend(names.get(s), colours.get(s));
    }
    return this;
  }

  private void legend(String name, String colour) {
    add(
        "<line class='key' stroke='%s' x1='%d' y1='34' x2='%d' y2='34'/>",
        colour, legendX, legendX + 22);
    text(legendX + 28, 38, "start", "tick", name);
    legendX += 48 + 7 * name.length();
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
   * A distance of 1, 2 or 5 times a power of ten that divides {@code max} into about {@value
   * #TICKS}.
   */
  static double tick(double max) {
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

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return String.format(
            "<svg viewBox='0 0 %d %d' role='img' xmlns='http://www.w3.org/2000/svg'>%n",
            WIDTH, HEIGHT)
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
