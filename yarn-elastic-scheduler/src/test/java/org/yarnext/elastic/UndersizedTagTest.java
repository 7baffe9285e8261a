// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.junit.Test;
import org.junit.runner.RunWith;

/** The tag is read as it is written, and nothing else is taken for it. */
@RunWith(JUnitQuickcheck.class)
public class UndersizedTagTest {
  private static long read(String... tags) {
    return UndersizedTag.requestedMb(new HashSet<>(Arrays.asList(tags)));
  }

  @Property
  public void writtenTagIsReadBack(
      @When(seed = 1) @InRange(minLong = 1, maxLong = UndersizedTag.MAX_MB) long mb) {
    assertEquals(mb, read("zone-a", UndersizedTag.of(mb), "yarnext.mercury.run-ms=7"));
  }

  @Property(trials = 500)
  public void anyTextIsReadWithoutFailure(@When(seed = 2) String text) {
    Set<String> tags = new HashSet<>();
    tags.add(UndersizedTag.PREFIX + text);
    tags.add(null);
    long mb = UndersizedTag.requestedMb(tags);
    assertTrue(mb == -1 || UndersizedTag.of(mb).equals(UndersizedTag.PREFIX + text));
  }

  @Test
  public void tagTextIsStable() {
    assertEquals("yarnext.elastic.asked-mb=1024", UndersizedTag.of(1024));
  }

  @Test
  public void missingOrMalformedTagIsIgnored() {
    assertEquals(-1, UndersizedTag.requestedMb(null));
    assertEquals(-1, UndersizedTag.requestedMb(Collections.emptySet()));
    for (String nonsense :
        new String[] {
          "",
          "0",
          "-1",
          "+1",
          "01",
          " 1",
          "1 ",
          "1.0",
          "1e3",
          "1073741825",
          "99999999999999999999",
          "\u0661"
        }) {
      assertEquals(nonsense, -1, read(UndersizedTag.PREFIX + nonsense));
    }
  }

  @Test
  public void twoDifferentTagsAreIgnored() {
    assertEquals(-1, read(UndersizedTag.of(1024), UndersizedTag.of(2048)));
    assertEquals(-1, read(UndersizedTag.of(1024), UndersizedTag.PREFIX + "x"));
  }

  @Test
  public void sizeOutOfBoundsIsNotWritten() {
    for (long absurd : new long[] {0, -1, UndersizedTag.MAX_MB + 1, Long.MAX_VALUE}) {
      try {
        UndersizedTag.of(absurd);
        fail("wrote " + absurd);
      } catch (IllegalArgumentException expected) {
        assertTrue(expected.getMessage().contains(Long.toString(absurd)));
      }
    }
  }
}
