// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.chart;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

public class SvgChartTest {

  @Test
  public void chartIsWellFormedWithTitleLabelsAndLegend() throws Exception {
    String svg =
        new SvgChart("Waits < 5 & more", "seconds", "%", 10, 100)
            .numericX()
            .steps("stock", "#000", new double[] {0, 1, 2}, new double[] {0, 50, 100})
            .toString();
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    String text = document.getDocumentElement().getTextContent();
    for (String part : Arrays.asList("Waits < 5 & more", "seconds", "%", "stock")) {
      assertTrue(part, text.contains(part));
    }
  }

  @Test
  public void fileOfLinesIsWellFormedAndHasItsStyle() throws Exception {
    String svg =
        new SvgChart("Latency", "nodes", "ms", 10, 5)
            .line("stock & pack", "#000", new double[] {5, 10}, new double[] {1.5, 4})
            .file();
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));
    assertEquals(1, document.getElementsByTagName("style").getLength());
    assertEquals(2, document.getElementsByTagName("circle").getLength());
    assertTrue(svg, svg.contains("<title>stock &amp; pack: 1.50</title>"));
    // 200 px high for 5, and 488 px wide for 10.
    assertTrue(svg, svg.contains("d='M300.0 174.0L544.0 74.0'"));
  }

  @Test
  public void barsCarryTheirValues() {
    String svg =
        new SvgChart("Latency", "", "seconds", 2, 4)
            .bars(
                Arrays.asList("job 1", "job 2"),
                Arrays.asList("stock"),
                Arrays.asList("#000"),
                new double[][] {{1.5, 4}})
            .toString();
    assertTrue(svg, svg.contains("<title>job 1, stock: 1.50</title>"));
    assertTrue(svg, svg.contains("<title>job 2, stock: 4.00</title>"));
  }

  @Test
  public void boxesCarryTheirValuesAndEmptyBoxesAreLeftOut() {
    double[][][] values = {{{1, 2, 3, 4, 5}, {}}};
    String svg =
        new SvgChart("Throughput", "", "tasks a second", 2, 5)
            .boxes(Arrays.asList("a", "b"), Arrays.asList("stock"), Arrays.asList("#000"), values)
            .toString();
    assertTrue(svg, svg.contains("<title>a, stock: 1.00, 2.00, 3.00, 4.00, 5.00</title>"));
    assertFalse(svg, svg.contains("b, stock"));
    // 200 px high for 5: the box is from 2 to 4, the whiskers from 1 to 5.
    assertTrue(svg, svg.contains("y='74.0' width='184.4' height='80.0'"));
    assertTrue(svg, svg.contains("V34.0'/>"));
    assertTrue(svg, svg.contains("stroke='#fff'"));
  }

  @Test
  public void boxOfLittleHeightIsVisible() {
    double[][][] values = {{{1, 2.99, 3, 3.01, 5}}};
    String svg =
        new SvgChart("Throughput", "", "tasks a second", 1, 5)
            .boxes(Arrays.asList("a"), Arrays.asList("stock"), Arrays.asList("#000"), values)
            .toString();
    assertTrue(svg, svg.contains("y='112.5' width='369.9' height='3.0'"));
    assertFalse("a line would hide it: " + svg, svg.contains("#fff"));
  }

  @Test
  public void namesThatAreTooLongAreListed() {
    List<String> groups = Arrays.asList("a name that is much too long for a third of it", "b", "c");
    String svg =
        new SvgChart("Latency", "", "seconds", 3, 4)
            .bars(groups, Arrays.asList("stock"), Arrays.asList("#000"), new double[][] {{1, 2, 3}})
            .toString();
    assertTrue(svg, svg.contains(">1: a name that is much too long for a third of it</text>"));
    assertTrue(svg, svg.contains(">3: c</text>"));
    assertTrue(svg, svg.contains(">3</text>"));
    assertTrue(svg, svg.contains("<title>c, stock: 3.00</title>"));
  }

  @Test
  public void emptyChartIsNoError() {
    String svg =
        new SvgChart("Empty", "s", "n", 0, 0)
            .numericX()
            .steps("stock", "#000", new double[1], new double[1])
            .toString();
    assertFalse(svg, svg.contains("NaN"));
  }

  @Test
  public void ticksAreRoundNumbers() {
    assertEquals(20, SvgChart.tick(100), 0);
    assertEquals(0.5, SvgChart.tick(1.7), 1e-12);
    assertEquals(10, SvgChart.tick(40), 0);
  }
}
