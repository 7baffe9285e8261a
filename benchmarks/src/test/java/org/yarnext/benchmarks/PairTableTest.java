// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
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
}
