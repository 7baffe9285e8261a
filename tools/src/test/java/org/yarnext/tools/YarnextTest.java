// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class YarnextTest {
  @Test
  public void missingCommandListsTheCommands() {
    CommandRun run = CommandRun.of();
    assertEquals(Yarnext.MISUSED, run.status);
    assertTrue(run.err, run.err.contains("explain") && run.err.contains("profile"));
  }

  @Test
  public void unknownCommandOrOptionIsMisuse() {
    assertEquals(Yarnext.MISUSED, CommandRun.of("explore").status);
    assertEquals(Yarnext.MISUSED, CommandRun.of("explain", "--deamon", "rm:8088").status);
  }

  @Test
  public void helpExitsSuccessfully() {
    for (String command :
        new String[] {"explain", "federation", "install", "profile", "uninstall", "upgrade"}) {
      CommandRun run = CommandRun.of(command, "--help");
      assertEquals(run.toString(), Yarnext.DONE, run.status);
      assertTrue(run.out, run.out.contains("Ends with 0"));
    }
  }
}
