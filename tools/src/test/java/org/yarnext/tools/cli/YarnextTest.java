// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;

public class YarnextTest {
  @Test
  public void missingCommandListsTheCommands() {
    CommandRun run = CommandRun.of();
    assertEquals(ExitCode.MISUSED, run.status);
    assertTrue(run.err, run.err.contains("explain") && run.err.contains("profile"));
  }

  @Test
  public void unknownCommandOrOptionIsMisuse() {
    assertEquals(ExitCode.MISUSED, CommandRun.of("explore").status);
    assertEquals(ExitCode.MISUSED, CommandRun.of("explain", "--deamon", "rm:8088").status);
  }

  @Test
  public void helpExitsSuccessfully() {
    for (String command :
        new String[] {"explain", "federation", "install", "profile", "uninstall", "upgrade"}) {
      CommandRun run = CommandRun.of(command, "--help");
      assertEquals(run.toString(), ExitCode.DONE, run.status);
      assertTrue(run.out, run.out.contains("Ends with 0"));
    }
  }
}
