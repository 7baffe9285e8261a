// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.junit.Test;

/** A node's line is found among anything else in a container's diagnostics. */
public class RunTimeCodecTest {
  @Test
  public void writtenLineIsReadBack() {
    RunTimeCodec line = RunTimeCodec.find(RunTimeCodec.of(1234, 5000L).toString());
    assertEquals(1234, line.ranMs());
    assertEquals(Long.valueOf(5000), line.declaredMs());
    assertNull(RunTimeCodec.find(RunTimeCodec.of(0, null).toString()).declaredMs());
  }

  @Test
  public void lastLineInTheDiagnosticsCounts() {
    String text =
        "Killed\n" + RunTimeCodec.of(1, 2L) + "\nmore\n" + RunTimeCodec.of(3, null) + "\n";
    assertEquals(3, RunTimeCodec.find(text).ranMs());
    assertNull(RunTimeCodec.find(text).declaredMs());
  }

  /** As ContainerImpl.addDiagnostics writes it. */
  @Test
  public void lineIsFoundAmongTimestampedDiagnostics() {
    String text =
        "[2026-11-21 10:00:00.000]Container started.\n"
            + "[2026-11-21 10:00:01.234]"
            + RunTimeCodec.of(1234, 1000L).amongDiagnostics()
            + "[2026-11-21 10:00:01.240]Exit code 0";
    assertEquals(1234, RunTimeCodec.find(text).ranMs());
    assertEquals(1000L, (long) RunTimeCodec.find(text).declaredMs());
  }

  @Test
  public void otherTextIsNotTakenForARunTime() {
    assertNull(RunTimeCodec.find(null));
    assertNull(RunTimeCodec.find(""));
    assertNull(RunTimeCodec.find("it says yarnext.mercury: ran 12 ms"));
    assertNull(RunTimeCodec.find("yarnext.mercury: ran 12 ms or so"));
    assertNull(RunTimeCodec.find("yarnext.mercury: ran -1 ms"));
    assertNull("absurd", RunTimeCodec.find("yarnext.mercury: ran 1234567890123 ms"));
  }

  @Test
  public void removalKeepsTheOtherDiagnostics() {
    String line = RunTimeCodec.of(1234, 5000L).amongDiagnostics();
    assertEquals("[now]Killed[then]", RunTimeCodec.remove("[now]Killed" + line + "[then]"));
    assertEquals("", RunTimeCodec.remove(line));
    assertEquals("ran 5 ms", RunTimeCodec.remove("ran 5 ms"));
  }
}
