// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.trust;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.generator.InRange;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.yarnext.elastic.policy.trust.UndersizedEnd.Outcome;

/** A node's line is found among anything else in a container's diagnostics. */
@RunWith(JUnitQuickcheck.class)
public class UndersizedEndTest {
  private static final String LINE =
      "yarnext.elastic: asked 1024 MB, granted 512 MB, heap smaller, ran 1234 ms, ended well";

  @Test
  public void precedingLineReportsTheHeap() {
    UndersizedEnd end =
        UndersizedEnd.left(1024, 512, UndersizedEnd.FITS, 1234, Outcome.WELL).withHeapMb(256);
    String lines =
        "yarnext.elastic: heap of 256 MB\n"
            + "yarnext.elastic: asked 1024 MB, granted 512 MB, heap left (HEAP_FITS),"
            + " ran 1234 ms, ended well";
    assertEquals(lines, end.lines());
    UndersizedEnd found = UndersizedEnd.find("before\n" + lines + "\nafter");
    assertEquals(256, found.heapMb());
    assertTrue(found.heapFits());
    assertFalse(found.smallerHeap());
    assertEquals(end.toString(), found.toString());
    assertEquals(-1, UndersizedEnd.find(end.toString()).heapMb());
    assertEquals(end.toString(), end.withHeapMb(0).lines());
  }

  @Test
  public void lineTextIsStable() {
    assertEquals(LINE, new UndersizedEnd(1024, 512, true, 1234, Outcome.WELL).toString());
    assertEquals(
        "yarnext.elastic: asked 1024 MB, granted 512 MB, heap left, ended out-of-memory",
        new UndersizedEnd(1024, 512, false, -1, Outcome.OUT_OF_MEMORY).toString());
  }

  @Test
  public void lineNamesWhyTheHeapWasLeft() {
    UndersizedEnd byReason = UndersizedEnd.left(1024, 512, "HEAP_LEFT_NO_FLAG", 7, Outcome.FAILED);
    assertEquals(
        "yarnext.elastic: asked 1024 MB, granted 512 MB, heap left (HEAP_LEFT_NO_FLAG), ran 7 ms,"
            + " ended failed",
        byReason.toString());
    assertEquals(byReason.toString(), UndersizedEnd.find(byReason.toString()).toString());
    assertFalse(UndersizedEnd.find(byReason.toString()).smallerHeap());
    assertFalse(UndersizedEnd.find(byReason.toString()).leftByNode());
    String byNode = UndersizedEnd.left(2, 1, UndersizedEnd.NODE, -1, Outcome.WELL).toString();
    assertTrue(UndersizedEnd.find(byNode).leftByNode());
    assertFalse(UndersizedEnd.find(byNode).smallerHeap());
    assertFalse(UndersizedEnd.find(LINE).leftByNode());
    assertNull(UndersizedEnd.find(LINE.replace("smaller", "left (a b)")));
  }

  @Property
  public void writtenLineIsReadBack(
      @When(seed = 1) @InRange(minLong = 1, maxLong = 1 << 30) long requested,
      @InRange(minLong = 1, maxLong = 1 << 30) long granted,
      boolean smaller,
      @InRange(minLong = -1, maxLong = 999_999_999_999L) long ran,
      Outcome outcome) {
    String text = new UndersizedEnd(requested, granted, smaller, ran, outcome).toString();
    UndersizedEnd read = UndersizedEnd.find("[2026-11-21 10:00:00.000]\n" + text + "\nmore");
    assertEquals(requested, read.requestedMb());
    assertEquals(granted, read.grantedMb());
    assertEquals(smaller, read.smallerHeap());
    assertEquals(ran, read.ranMs());
    assertEquals(outcome, read.outcome());
    assertEquals(text, read.toString());
  }

  @Test
  public void lastLineInTheDiagnosticsCounts() {
    UndersizedEnd last = new UndersizedEnd(2048, 1024, true, 5, Outcome.FAILED);
    assertEquals(last.toString(), UndersizedEnd.find(LINE + "\nKilled\n" + last + "\n").toString());
  }

  @Test
  public void otherTextIsNotTakenForAnEnd() {
    assertNull(UndersizedEnd.find(null));
    assertNull(UndersizedEnd.find(""));
    assertNull(UndersizedEnd.find("it says " + LINE));
    assertNull(UndersizedEnd.find(LINE + " or so"));
    assertNull(UndersizedEnd.find(LINE.replace("512", "-512")));
    assertNull("absurd", UndersizedEnd.find(LINE.replace("1234", "1234567890123")));
  }

  @Test
  public void endFollowsFromExitCodeAndMemoryFailure() {
    assertEquals(Outcome.WELL, UndersizedEnd.outcome(0, MemoryFailure.NONE));
    for (int failed : new int[] {1, 137}) {
      assertEquals(Outcome.FAILED, UndersizedEnd.outcome(failed, MemoryFailure.NONE));
    }
    for (int stopped : new int[] {-105, -100, -1000, 143}) {
      assertEquals(Outcome.STOPPED, UndersizedEnd.outcome(stopped, MemoryFailure.NONE));
    }
    assertEquals(Outcome.OUT_OF_MEMORY, UndersizedEnd.outcome(-104, MemoryFailure.PHYSICAL_LIMIT));
    assertEquals(Outcome.OUT_OF_MEMORY, UndersizedEnd.outcome(3, MemoryFailure.HEAP));
    assertEquals(Outcome.OUT_OF_MEMORY, UndersizedEnd.outcome(137, MemoryFailure.KILLED_OUTSIDE));
  }
}
