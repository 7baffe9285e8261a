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
package org.yarnext.orchestrator.policy.identity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A launch command that runs one class with {@code java} and nothing else: the JVM's options, the
 * class, and its arguments. Immutable.
 *
 * <p>A command with another program, a second command, a comment or a command substitution is none
 * of these, even if it names a class somewhere.
 */
final class JavaCommand {
  private static final Pattern ASSIGNMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*=.*");
  private static final Pattern JAVA = Pattern.compile("(?:\\S*/bin/)?java");
  private static final Pattern CLASS =
      Pattern.compile("[A-Za-z_$][\\w$]*(?:\\.[A-Za-z_$][\\w$]*)*");

  /** Options whose value is the next word. */
  private static final Set<String> WITH_VALUE =
      new HashSet<>(
          Arrays.asList(
              "-cp",
              "-classpath",
              "--class-path",
              "-p",
              "--module-path",
              "--upgrade-module-path",
              "--add-modules",
              "--add-reads",
              "--add-exports",
              "--add-opens",
              "--patch-module",
              "--limit-modules"));

  /** Options after which no class follows. */
  private static final Set<String> WITHOUT_CLASS =
      new HashSet<>(Arrays.asList("-jar", "-m", "--module"));

  private final List<String> options;
  private final String mainClass;
  private final List<String> arguments;

  private JavaCommand(List<String> options, String mainClass, List<String> arguments) {
    this.options = Collections.unmodifiableList(options);
    this.mainClass = mainClass;
    this.arguments = Collections.unmodifiableList(arguments);
  }

  /**
   * Reads a command.
   *
   * @param commands as the application gave them; a shell runs them joined by spaces
   * @return null if they are anything but one call of {@code java} with a class
   */
  static JavaCommand read(List<String> commands) {
    List<String> words = ShellWords.ofOneCommand(String.join(" ", commands));
    if (words == null) {
      return null;
    }
    int at = 0;
    while (at < words.size() && ASSIGNMENT.matcher(words.get(at)).matches()) {
      at++;
    }
    if (at < words.size() && words.get(at).equals("exec")) {
      at++;
    }
    if (at >= words.size() || !JAVA.matcher(words.get(at)).matches()) {
      return null;
    }
    at++;
    List<String> options = new ArrayList<>();
    while (at < words.size() && words.get(at).startsWith("-")) {
      String option = words.get(at);
      if (WITHOUT_CLASS.contains(option)) {
        return null;
      }
      options.add(option);
      at += WITH_VALUE.contains(option) ? 2 : 1;
    }
    return at < words.size() && CLASS.matcher(words.get(at)).matches()
        ? new JavaCommand(
            options, words.get(at), new ArrayList<>(words.subList(at + 1, words.size())))
        : null;
  }

  /** The options of the JVM, without the values that are words of their own. */
  List<String> options() {
    return options;
  }

  /** The name of the class that it runs. */
  String mainClass() {
    return mainClass;
  }

  /** The arguments of the class, redirections left out. */
  List<String> arguments() {
    return arguments;
  }
}
