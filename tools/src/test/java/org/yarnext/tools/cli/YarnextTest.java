// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import picocli.CommandLine;

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
    CommandRun run = CommandRun.of("explain", "--deamon", "rm:8088");
    assertEquals(ExitCode.MISUSED, run.status);
    assertTrue(run.err, run.err.contains("Did you mean --daemon? \"yarnext explain --help\""));
    run = CommandRun.of("install", "--hadop-home", "x");
    assertTrue(run.err, run.err.contains("Did you mean --hadoop-home?"));
    run = CommandRun.of("federation", "polcy", "list");
    assertEquals(ExitCode.MISUSED, run.status);
    assertTrue(run.err, run.err.contains("Did you mean policy?"));
  }

  @Test
  public void helpOfEachCommandHasAnExampleThatParses() {
    assertExample(new CommandLine(Yarnext.class));
  }

  private static void assertExample(CommandLine line) {
    for (CommandLine command : line.getSubcommands().values()) {
      String[] footer = command.getCommandSpec().usageMessage().footer();
      assertEquals(command.getCommandName(), 2, footer.length);
      assertEquals("Example:", footer[0]);
      String[] words = footer[1].trim().split(" ");
      assertEquals("bin/yarnext", words[0]);
      CommandLine root = new CommandLine(Yarnext.class).setCaseInsensitiveEnumValuesAllowed(true);
      root.parseArgs(Arrays.copyOfRange(words, 1, words.length));
      assertExample(command);
    }
  }

  @Test
  public void missingFileIsNamedWithItsFix() {
    CommandRun run =
        CommandRun.of("explain", "--page", "no/such/page.json", "application_1700000000000_0042");
    assertEquals(ExitCode.FAILED, run.status);
    assertTrue(run.err, run.err.contains("page.json"));
  }

  @Test
  public void errorDoesNotControlTheTerminal() {
    CommandRun run = CommandRun.of("explain", "--page", "no\u001b[2J", "application_1_0042");
    assertTrue(run.err, run.err.contains("no?[2J"));
    run = CommandRun.of("simulate", "--trace", "no\u001b[2J", "--nodes", "2");
    assertTrue(run.err, run.err.contains("no?[2J"));
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
