// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.BeforeClass;
import org.junit.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The commands of the documentation are ones that {@code bin/yarnext} takes. Blocks of the language
 * {@code text} are examples of output and not looked at.
 */
public class ShownCommandsTest {
  private static final Pattern COMMAND = Pattern.compile("^(\\$ )?(bin/)?yarnext (.*)");

  private static List<MarkdownPage> pages;
  private static Map<String, CommandLine> commands;

  @BeforeClass
  public static void read() throws IOException, ReflectiveOperationException {
    pages = MarkdownPage.all();
    commands = CommandLines.all();
  }

  @Test
  public void commandsInBlocksAreParsed() throws ReflectiveOperationException {
    TreeSet<String> wrong = new TreeSet<>();
    int seen = 0;
    for (MarkdownPage page : pages) {
      for (String line : page.shellLines) {
        Matcher command = COMMAND.matcher(line);
        if (command.matches()) {
          seen++;
          List<String> words = words(command.group(3));
          try {
            if (!words.get(0).equals("help")) {
              CommandLines.parse(words);
            }
          } catch (ParameterException | IllegalArgumentException e) {
            wrong.add(page + ": " + line + ": " + e.getMessage());
          }
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
    assertTrue("commands are found", seen > 20);
  }

  /** In the text a command may be shortened; what is there of it exists. */
  @Test
  public void commandsInTheTextExist() {
    TreeSet<String> wrong = new TreeSet<>();
    for (MarkdownPage page : pages) {
      for (String span : page.code) {
        Matcher command = COMMAND.matcher(span);
        if (command.matches()) {
          List<String> words = new ArrayList<>(Arrays.asList(command.group(3).split("[ =]+")));
          try {
            String name = words.contains("--daemons") ? words.get(0) + " --daemons" : words.get(0);
            CommandLine line = name.equals("help") ? null : command(name);
            for (String word : words.subList(1, line == null ? 1 : words.size())) {
              if (line.getSubcommands().containsKey(word)) {
                line = line.getSubcommands().get(word);
              } else if (word.startsWith("--")
                  && !word.equals("--help")
                  && line.getCommandSpec().findOption(word) == null) {
                throw new IllegalArgumentException("no option " + word);
              }
            }
          } catch (IllegalArgumentException e) {
            wrong.add(page + ": " + span + ": " + e.getMessage());
          }
        }
      }
    }
    assertEquals("", String.join("\n", wrong));
  }

  private static CommandLine command(String name) {
    CommandLine command = commands.get(name);
    if (command == null) {
      throw new IllegalArgumentException("no command " + name);
    }
    return command;
  }

  /** The words of a shell's line, variables standing for themselves. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)").matcher(line);
    while (word.find()) {
      if (word.group(3) != null && word.group(3).matches("[#|>].*")) {
        break;
      }
      words.add(
          word.group(1) != null
              ? word.group(1)
              : word.group(2) != null ? word.group(2) : word.group(3));
    }
    return words;
  }
}
