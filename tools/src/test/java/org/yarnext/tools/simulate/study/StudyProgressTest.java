// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.study;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.Test;

public class StudyProgressTest {
  private long nowS;
  private final StringWriter text = new StringWriter();

  private StudyProgress progress(boolean terminal) {
    return new StudyProgress(
        new PrintWriter(text, true), terminal, () -> TimeUnit.SECONDS.toNanos(nowS));
  }

  @Test
  public void periodicLineShowsTheRemainingTime() {
    StudyProgress progress = progress(false);
    progress.planned(4);
    nowS = 29;
    progress.more(500);
    assertEquals("", text.toString());
    nowS = 60;
    progress.more(500);
    assertEquals(" 25 %, about 3:00 to go" + System.lineSeparator(), text.toString());
  }

  @Test
  public void terminalShowsABarThatIsErasedAtTheEnd() {
    StudyProgress progress = progress(true);
    progress.planned(2);
    nowS = 1;
    progress.more(1_000);
    assertTrue(text.toString(), text.toString().startsWith("\r[###############......"));
    progress.ended();
    assertTrue(text.toString().endsWith(" \r"));
  }
}
