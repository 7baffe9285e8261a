// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.cli.Yarnext;
import picocli.CommandLine;

/** The commands of {@code bin/yarnext}, as their classes declare them. */
final class CommandLines {
  private CommandLines() {}

  private static final String DAEMONS = "--daemons";

  /** Parses the words behind {@code bin/yarnext}. */
  static void parse(List<String> words) throws ReflectiveOperationException {
    if (words.get(0).equals("demo") && words.contains(DAEMONS)) {
      new CommandLine(daemons()).parseArgs(tail(words));
    } else {
      root().parseArgs(words.toArray(new String[0]));
    }
  }

  private static String[] tail(List<String> words) {
    return words.subList(1, words.size()).toArray(new String[0]);
  }

  /** The whole: each command is one of its subcommands. A new one. */
  private static CommandLine root() throws ReflectiveOperationException {
    CommandLine root = new CommandLine(Yarnext.class);
    add(root, "bench", made("org.yarnext.benchmarks.experiment.BenchOptions"));
    add(root, "demo", made("org.yarnext.benchmarks.demo.DemoOptions"));
    add(root, "demo " + DAEMONS, daemons());
    return root.setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** The commands by name, in the order of names. */
  static Map<String, CommandLine> all() throws ReflectiveOperationException {
    return new TreeMap<>(root().getSubcommands());
  }

  /** Creates options by reflection, because their constructors are private. */
  private static Object made(String options) throws ReflectiveOperationException {
    Constructor<?> made = Class.forName(options).getDeclaredConstructor(Path.class, String[].class);
    made.setAccessible(true);
    return made.newInstance(Paths.get("."), new String[0]);
  }

  private static Object daemons() throws ReflectiveOperationException {
    Constructor<?> made =
        Class.forName("org.yarnext.benchmarks.daemons.DaemonsOptions").getDeclaredConstructor();
    made.setAccessible(true);
    return made.newInstance();
  }

  private static void add(CommandLine root, String name, Object options) {
    // The usage of "demo --daemons" shows the option itself.
    root.addSubcommand(name, new CommandLine(options).setCommandName(name.split(" ")[0]));
  }
}
