// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.common.launch.JvmHeapParser;

/** Sizes are read as HotSpot reads them. */
@RunWith(JUnitQuickcheck.class)
public class JvmSizeTest {
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

  @Property
  public void writtenSizeIsReadBackToTheKilobyte(
      @When(seed = 1) @InRange(minLong = 1024, maxLong = 1L << 50) long bytes) {
    long read = JvmHeapParser.bytes(JvmSize.text(bytes));
    assertEquals(bytes >> 10, read >> 10);
    assertEquals(0, read % 1024);
  }
}
