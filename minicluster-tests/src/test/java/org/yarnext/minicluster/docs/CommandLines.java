/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster.docs;

import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.Yarnext;
import picocli.CommandLine;

/** The commands of {@code bin/yarnext}, as their classes declare them. */
final class CommandLines {
  private CommandLines() {}

  /** The whole: each command is one of its subcommands. A new one. */
  static CommandLine root() throws ReflectiveOperationException {
    CommandLine root = new CommandLine(Yarnext.class);
    add(root, "bench", "org.yarnext.minicluster.bench.BenchOptions");
    add(root, "demo", "org.yarnext.minicluster.demo.DemoOptions");
    return root.setCaseInsensitiveEnumValuesAllowed(true);
  }

  /** The commands by name, in the order of names. */
  static Map<String, CommandLine> all() throws ReflectiveOperationException {
    return new TreeMap<>(root().getSubcommands());
  }

  /** Their constructors are private, since they are made by reading a command line. */
  private static void add(CommandLine root, String name, String options)
      throws ReflectiveOperationException {
    Constructor<?> made = Class.forName(options).getDeclaredConstructor(Path.class, String[].class);
    made.setAccessible(true);
    CommandLine command = new CommandLine(made.newInstance(Paths.get("."), new String[0]));
    // Alone they are called by both words.
    root.addSubcommand(name, command.setCommandName(name));
  }
}
