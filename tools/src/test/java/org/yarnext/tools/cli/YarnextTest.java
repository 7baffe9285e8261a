// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import picocli.CommandLine;

public class YarnextTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

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

  /** All options of a command would push the message off a terminal. */
  @Test
  public void errorInTheCommandLineIsNotLostAboveTheUsage() {
    CommandRun run = CommandRun.of("set", "--conf", "x", "--stages", "5,3", "a.b=c");
    assertEquals(ExitCode.MISUSED, run.status);
    assertEquals(run.err, 2, run.err.split("\n").length);
    assertTrue(run.err, run.err.contains("\"yarnext set --help\" shows all options."));
    run = CommandRun.of("federation");
    assertTrue(run.err, run.err.contains("quotas"));
    run = CommandRun.of("federation", "policy", "list");
    assertTrue(run.err, run.err.startsWith("yarnext federation policy list: "));
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

  private static Process start(File output, String... args) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(Arrays.asList("-XX:TieredStopAtLevel=1", "-cp"));
    words.add(System.getProperty("java.class.path"));
    words.add(Yarnext.class.getName());
    words.addAll(Arrays.asList(args));
    ProcessBuilder process = new ProcessBuilder(words);
    if (output != null) {
      process.redirectOutput(output);
    }
    return process.start();
  }

  @Test
  public void outputThatIsNotWrittenIsAFailure() throws Exception {
    File full = new File("/dev/full");
    assumeTrue("this is Linux", full.exists());
    Process process = start(full, "simulate", "--list");
    try (InputStream err = process.getErrorStream()) {
      String message = IOUtils.toString(err, UTF_8);
      assertTrue(message, message.contains("the output is incomplete"));
    }
    assertEquals(ExitCode.FAILED, process.waitFor());
  }

  /** As {@code yarnext simulate --list | head}. */
  @Test
  public void readerThatWantsNoMoreIsNoFailure() throws Exception {
    Process process = start(null, "simulate", "--list");
    process.getInputStream().close();
    try (InputStream err = process.getErrorStream()) {
      assertFalse(IOUtils.toString(err, UTF_8).contains("the output is incomplete"));
    }
    assertEquals(ExitCode.DONE, process.waitFor());
  }

  /** As {@code yarnext top | head} does. */
  @Test
  public void topEndsWhenNobodyReadsIt() throws Exception {
    Path conf = folder.newFolder().toPath();
    String site =
        "<configuration><property><name>yarn.resourcemanager.webapp.address</name>"
            + "<value>localhost:1</value></property></configuration>";
    Files.write(conf.resolve("yarn-site.xml"), site.getBytes(UTF_8));
    Process process = start(null, "top", "--conf", conf.toString(), "--interval", "1");
    try {
      assertTrue(process.getInputStream().read() > 0);
      process.getInputStream().close();
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
    } finally {
      process.destroyForcibly();
    }
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
