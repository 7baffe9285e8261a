// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

public class PairTableTest {
  private static PairTable table(double... stockAndPack) {
    PairTable table = new PairTable("stock", "pack");
    for (int i = 0; i < stockAndPack.length; i += 2) {
      table.add(
          Arrays.asList(
              Collections.singletonMap("CPU", stockAndPack[i]),
              Collections.singletonMap("CPU", stockAndPack[i + 1])));
    }
    return table;
  }

  @Test
  public void ratiosAreOfRoundsAndNotOfMedians() {
    String[] lines = table(1, 3, 2, 2, 4, 5).text().split(System.lineSeparator());
    assertEquals("stock pack ratio min max", lines[0].trim().replaceAll(" +", " "));
    assertEquals("CPU 2.00 3.00 1.25 1.00 3.00", lines[1].replaceAll(" +", " "));
  }

  @Test
  public void sizesAreShownInTurnAndDrawn() {
    Map<Integer, PairTable> bySize = new LinkedHashMap<>();
    bySize.put(100, table(1, 2));
    bySize.put(200, table(3, 4));
    String text = PairTable.text(bySize);
    assertTrue(text, text.indexOf("100 nodes") < text.indexOf("200 nodes"));
    List<String> charts = PairTable.charts(bySize);
    assertEquals(1, charts.size());
    assertTrue(charts.get(0), charts.get(0).contains("<title>200 nodes, pack: 4.00</title>"));
  }
}
