// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import static org.junit.Assert.assertEquals;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.runner.RunWith;
import org.yarnext.common.launch.JvmHeapParser;

/** Written sizes are read as the same. */
@RunWith(JUnitQuickcheck.class)
public class TextEditsTest {
  @Property
  public void writtenSizeIsReadBackToTheKilobyte(
      @When(seed = 1) @InRange(minLong = 1024, maxLong = 1L << 50) long bytes) {
    long read = JvmHeapParser.bytes(TextEdits.sizeText(bytes));
    assertEquals(bytes >> 10, read >> 10);
    assertEquals(0, read % 1024);
  }
}
