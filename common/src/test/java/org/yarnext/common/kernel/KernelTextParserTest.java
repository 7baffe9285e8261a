// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import org.junit.Test;

/** Texts as kernels of both cgroup versions write them. */
public class KernelTextParserTest {
  private static final String PRESSURE =
      "some avg10=12.50 avg60=1.00 avg300=0.25 total=417963\n"
          + "full avg10=3.25 avg60=0.00 avg300=0.00 total=205933\n";

  @Test
  public void limitsOfBothVersions() throws IOException {
    assertEquals(KernelTextParser.UNLIMITED, KernelTextParser.limit("max"));
    assertEquals(KernelTextParser.UNLIMITED, KernelTextParser.limit("-1"));
    assertEquals(KernelTextParser.UNLIMITED, KernelTextParser.limit("9223372036854771712"));
    assertEquals(4_096, KernelTextParser.limit("4096"));
    assertThrows(IOException.class, () -> KernelTextParser.limit("plenty"));
  }

  @Test
  public void numbersByName() throws IOException {
    String text = "anon 5\ninactive_file 17\ntotal_inactive_file 4096\nodd one out";
    assertEquals(5, KernelTextParser.number(text, "anon"));
    assertEquals("not within another name", 17, KernelTextParser.number(text, "inactive_file"));
    assertEquals(4_096, KernelTextParser.number(text, "total_inactive_file"));
    assertEquals(4_096, KernelTextParser.number(text, "total_inactive_file", -1));
    assertEquals(-1, KernelTextParser.number(text, "total_swap", -1));
    assertEquals(9, KernelTextParser.number("last 9", "last"));
    assertThrows(IOException.class, () -> KernelTextParser.number(text, "file"));
    assertThrows(IOException.class, () -> KernelTextParser.number(text, "odd"));
    assertThrows(IOException.class, () -> KernelTextParser.number(text, "odd", 0));
  }

  @Test
  public void pressure() throws IOException {
    assertEquals(0.125, KernelTextParser.waitedShare(PRESSURE, "some"), 1e-9);
    assertEquals(0.0325, KernelTextParser.waitedShare(PRESSURE, "full"), 1e-9);
    assertEquals(417_963, KernelTextParser.waitedMicros(PRESSURE));
    for (String text : new String[] {"", "some", "some avg10=", "some avg10=? x", "full total=1"}) {
      assertEquals(-1, KernelTextParser.waitedShare(text, "some"), 0);
      assertThrows(IOException.class, () -> KernelTextParser.waitedMicros(text));
    }
  }
}
