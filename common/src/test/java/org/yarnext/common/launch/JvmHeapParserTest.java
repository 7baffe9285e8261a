// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Options and sizes are read as HotSpot reads them. */
public class JvmHeapParserTest {
  @Test
  public void everySpellingOfASizeIsRead() {
    long gb = 1L << 30;
    for (String text : new String[] {"1g", "1G", "1024m", "1024M", "1048576k", "1073741824"}) {
      assertEquals(text, gb, JvmHeapParser.bytes(text));
    }
    assertEquals(gb << 10, JvmHeapParser.bytes("1t"));
  }

  @Test
  public void invalidSizeIsNotRead() {
    for (String text :
        new String[] {
          "",
          "m",
          "0",
          "0m",
          "-1m",
          "1.5g",
          "1 g",
          "1gb",
          "0x10",
          "$HEAP",
          "8388608t",
          "99999999999999999999",
          "\u0661m"
        }) {
      assertEquals(text, -1, JvmHeapParser.bytes(text));
    }
  }

  @Test
  public void lastOptionCountsInEachSpelling() {
    assertEquals(512, JvmHeapParser.maxHeapMb("-Xmx1g -Da=-Xmx2g  -mx512m"));
    assertEquals(1024, JvmHeapParser.maxHeapMb(" -mx512m -XX:MaxHeapSize=1G"));
    assertEquals("rounded down", 1, JvmHeapParser.maxHeapMb("-Xmx2047k"));
    for (String unknown :
        new String[] {"", "-Xms1g", "-Xmx1g -Xmx$HEAP", "-XX:MaxRAMPercentage=80"}) {
      assertEquals(unknown, -1, JvmHeapParser.maxHeapMb(unknown));
    }
  }
}
