// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An invocation of {@code java}, parsed from a command: the JVM options, the main class and its
 * arguments. Immutable.
 */
public final class JavaCommandLine {
  private static final Pattern JAVA = Pattern.compile("(?s)(.*[/}\\\\])?java(\\.exe)?");
  private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_]\\w*=.*");

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
              "--add-opens",
              "--add-exports",
              "--add-reads",
              "--limit-modules",
              "--patch-module",
              "--enable-native-access"));

  /** Options after which no class name follows. */
  private static final Set<String> WITHOUT_CLASS =
      new HashSet<>(Arrays.asList("-jar", "-m", "--module"));

  private final ShellToken java;
  private final List<ShellToken> options = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();
  private String mainClass;

  /** True if a word may stand for further options, so that the class is not certain. */
  private boolean opaque;

  private JavaCommandLine(List<ShellToken> words, int java) {
    this.java = words.get(java);
    int at = java + 1;
    while (at < words.size() && isOption(words.get(at))) {
      String option = words.get(at).text();
      if (WITHOUT_CLASS.contains(option)) {
        return;
      }
      options.add(words.get(at));
      at += WITH_VALUE.contains(option) ? 2 : 1;
      opaque |=
          !option.startsWith("-") || at <= words.size() && words.get(at - 1).variable() != null;
    }
    if (at < words.size()) {
      mainClass = words.get(at).text();
      words.subList(at + 1, words.size()).forEach(word -> arguments.add(word.text()));
    }
  }

  /**
   * Returns whether the word is an option; a variable, an argument file or an empty word may stand
   * for options.
   */
  private static boolean isOption(ShellToken word) {
    String text = word.text();
    return text.isEmpty()
        || text.startsWith("-")
        || text.startsWith("@")
        || word.variable() != null;
  }

  /**
   * Finds the first call of {@code java} among the words of one command; any words except
   * assignments may precede it.
   *
   * @return null if there is none
   */
  public static JavaCommandLine in(List<ShellToken> command) {
    for (int i = 0; i < command.size(); i++) {
      String text = command.get(i).text();
      if (JAVA.matcher(text).matches() && !ASSIGNMENT.matcher(text).matches()) {
        return new JavaCommandLine(command, i);
      }
    }
    return null;
  }

  /**
   * Parses a launch command that runs one class with {@code java} and nothing else. A command with
   * another program, a second command, a comment or a command substitution does not qualify, even
   * if it names a class somewhere.
   *
   * @param commands the parts of the command, as given by the application
   * @param environment of the launch, as given by the application
   * @return null if the command is anything but one call of {@code java} with a class
   */
  public static JavaCommandLine only(List<String> commands, Map<String, String> environment) {
    List<ShellToken> words = ShellTokenizer.ofOneCommand(commands, environment);
    if (words == null) {
      return null;
    }
    int at = 0;
    while (at < words.size() && ASSIGNMENT.matcher(words.get(at).text()).matches()) {
      at++;
    }
    at += at < words.size() && words.get(at).text().equals("exec") ? 1 : 0;
    if (at >= words.size() || !JAVA.matcher(words.get(at).text()).matches()) {
      return null;
    }
    JavaCommandLine command = new JavaCommandLine(words, at);
    return command.mainClass == null || command.opaque ? null : command;
  }

  /** Returns the word that names the JVM. */
  public ShellToken java() {
    return java;
  }

  /**
   * Returns the JVM options, without values that are separate words; some may be {@link
   * ShellToken#variable variables}. Unmodifiable.
   */
  public List<ShellToken> options() {
    return Collections.unmodifiableList(options);
  }

  /** Returns the name of the main class; null if the command names none. */
  public String mainClass() {
    return mainClass;
  }

  /** Returns the arguments of the class, without redirections. Unmodifiable. */
  public List<String> arguments() {
    return Collections.unmodifiableList(arguments);
  }
}
