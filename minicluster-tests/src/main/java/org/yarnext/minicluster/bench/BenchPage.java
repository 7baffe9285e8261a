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
package org.yarnext.minicluster.bench;

import java.util.List;
import org.yarnext.tools.chart.SvgChart;

/** Sets a result's text and charts as one page, without scripts or anything from elsewhere. */
final class BenchPage {
  private BenchPage() {}

  /**
   * The page.
   *
   * @param title of the experiment
   * @param text its table, as a terminal shows it
   * @param charts SVG
   */
  static String html(String title, String text, List<String> charts) {
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
