// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.yarnext.common.launch.JavaCommandLine;
import org.yarnext.common.launch.ShellToken;
import org.yarnext.common.launch.ShellTokenizer;

/**
 * Finds the JVMs that a launch command starts, and the options of each: those in the command, those
 * in variables that the command refers to, and those in variables that every JVM reads. A command
 * that names no JVM is treated as a script that passes its options on.
 *
 * <p>The length of the text read is bounded, since users write it and a NodeManager's dispatcher
 * waits for the result.
 */
final class JvmSearch {
  /** Maximum number of characters read; text read again through a variable counts again. */
  static final int MAX_TEXT = 256 * 1024;

  private static final Pattern SHELL = Pattern.compile("(?s)(.*/)?(ba|da|k|z)?sh");
  private static final Pattern OPTIONS_VARIABLE =
      Pattern.compile("\\w*(_OPTS|_OPTIONS|JAVA_ARGS|JVM_ARGS)");

  private final LaunchText launch;
  private final List<JvmOptions> commands = new ArrayList<>();
  private final JvmOptions first = new JvmOptions(null);
  private final JvmOptions second = new JvmOptions(null);
  private final JvmOptions last = new JvmOptions(null);
  private final List<JvmOptions> handedOn = new ArrayList<>();
  private long leftToRead = MAX_TEXT;

  JvmSearch(LaunchText launch) {
    this.launch = launch;
    addVariable("JAVA_TOOL_OPTIONS", first);
    addVariable("JDK_JAVA_OPTIONS", second);
    addVariable("_JAVA_OPTIONS", last);
    long length =
        launch.commands().stream().mapToLong(part -> part == null ? 0 : part.length()).sum();
    if (mayRead(length)) {
      split(ShellTokenizer.of(launch.commands()));
    }
    if (commands.stream().noneMatch(c -> c.java() != null)) {
      for (Map.Entry<String, String> variable : launch.environment().entrySet()) {
        if (variable.getValue() != null && OPTIONS_VARIABLE.matcher(variable.getKey()).matches()) {
          JvmOptions options = new JvmOptions(null);
          addVariable(variable.getKey(), options);
          handedOn.add(options);
        }
      }
    }
  }

  /** Returns whether the text exceeds that limit; the result is then of no use. */
  boolean isTooLong() {
    return leftToRead < 0;
  }

  private boolean mayRead(long length) {
    leftToRead = leftToRead < 0 ? leftToRead : leftToRead - length;
    return leftToRead >= 0;
  }

  private void addVariable(String name, JvmOptions options) {
    String value = launch.variable(name);
    if (mayRead(value.length())) {
      options.addVariable(name, value);
    }
  }

  /**
   * Returns the groups of options in order of precedence: those that override the command, the
   * command, those that the command overrides. The first group that limits the heap wins. The
   * members of a group belong to different JVMs.
   */
  List<List<JvmOptions>> byPrecedence() {
    return Arrays.asList(
        Arrays.asList(last), commands, Arrays.asList(second), Arrays.asList(first), handedOn);
  }

  /** Returns the options of each command; those that certainly start a JVM say so. */
  List<JvmOptions> commands() {
    return commands;
  }

  private void split(List<ShellToken> words) {
    List<ShellToken> command = new ArrayList<>();
    for (ShellToken word : words) {
      if (word.isSeparator()) {
        read(command);
        command = new ArrayList<>();
      } else if (isScript(command, word)) {
        if (mayRead(word.text().length())) {
          split(ShellTokenizer.of(word));
        }
        command = new ArrayList<>();
      } else {
        command.add(word);
      }
    }
    read(command);
  }

  /** Returns whether the word is the text of {@code sh -c 'text'}. */
  private static boolean isScript(List<ShellToken> before, ShellToken word) {
    int n = before.size();
    return word.isQuoted()
        && n >= 2
        && before.get(n - 1).text().equals("-c")
        && SHELL.matcher(before.get(n - 2).text()).matches();
  }

  private void read(List<ShellToken> command) {
    if (command.isEmpty()) {
      return;
    }
    JavaCommandLine java = JavaCommandLine.in(command);
    JvmOptions options = new JvmOptions(java == null ? null : java.java());
    for (ShellToken word : java == null ? command : java.options()) {
      if (word.text().startsWith("-")) {
        options.add(word, null);
      } else if (word.variable() != null) {
        addVariable(word.variable(), options);
      }
    }
    options.mainClass(java == null ? null : java.mainClass());
    commands.add(options);
  }
}
