// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.estimate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;

import org.junit.Test;

/** A node's line is found among anything else in a container's diagnostics. */
public class RunTimeReportTest {
  @Test
  public void writtenLineIsReadBack() {
    RunTimeReport line = RunTimeReport.find(RunTimeReport.of(1234, 5000L).toString());
    assertEquals(1234, line.ranMs());
    assertEquals(Long.valueOf(5000), line.declaredMs());
    assertNull(RunTimeReport.find(RunTimeReport.of(0, null).toString()).declaredMs());
  }

  @Test
  public void lastLineInTheDiagnosticsCounts() {
    String text =
        "Killed\n" + RunTimeReport.of(1, 2L) + "\nmore\n" + RunTimeReport.of(3, null) + "\n";
    assertEquals(3, RunTimeReport.find(text).ranMs());
    assertNull(RunTimeReport.find(text).declaredMs());
  }

  /** The format is that of ContainerImpl.addDiagnostics. */
  @Test
  public void lineIsFoundAmongTimestampedDiagnostics() {
    String text =
        "[2026-11-21 10:00:00.000]Container started.\n"
            + "[2026-11-21 10:00:01.234]"
            + RunTimeReport.of(1234, 1000L).amongDiagnostics()
            + "[2026-11-21 10:00:01.240]Exit code 0";
    assertEquals(1234, RunTimeReport.find(text).ranMs());
    assertEquals(1000L, (long) RunTimeReport.find(text).declaredMs());
  }

  @Test
  public void otherTextIsNotTakenForARunTime() {
    assertNull(RunTimeReport.find(null));
    assertNull(RunTimeReport.find(""));
    assertNull(RunTimeReport.find("it says yarnext.mercury: ran 12 ms"));
    assertNull(RunTimeReport.find("yarnext.mercury: ran 12 ms or so"));
    assertNull(RunTimeReport.find("yarnext.mercury: ran -1 ms"));
    assertNull("absurd", RunTimeReport.find("yarnext.mercury: ran 1234567890123 ms"));
  }

  @Test
  public void removalKeepsTheOtherDiagnostics() {
    String line = RunTimeReport.of(1234, 5000L).amongDiagnostics();
    assertEquals("[now]Killed[then]", RunTimeReport.remove("[now]Killed" + line + "[then]"));
    assertEquals("", RunTimeReport.remove(line));
    assertEquals("ran 5 ms", RunTimeReport.remove("ran 5 ms"));
  }
}
