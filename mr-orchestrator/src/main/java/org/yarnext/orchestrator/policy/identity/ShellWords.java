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
import java.util.List;

/**
 * Splits a shell command into words, if it is a single plain command. Used once.
 *
 * <p>It knows quotes, backslashes and redirections. It refuses what would make a shell run anything
 * else: separators, pipes, subshells, comments and command substitutions.
 */
final class ShellWords {
  private static final String SEPARATORS = ";|&()\n\r";

  private final String command;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean isInWord;
  private int at;

  private ShellWords(String command) {
    this.command = command;
  }

  /**
   * The words of a command without its redirections; quotes are taken off, variables stay.
   *
   * @return null if it is more than one command, runs another within it, or does not end
   */
  static List<String> ofOneCommand(String command) {
    // YARN replaces these before a shell sees them; to a shell they would be redirections.
    String expanded =
        command
            .trim()
            .replace("<LOG_DIR>", "logs")
            .replace("<CPS>", ":")
            .replace("<ADD_OPENS>", "");
    ShellWords read = new ShellWords(expanded);
    return read.split() ? read.words : null;
  }

  private boolean split() {
    while (at < command.length()) {
      char c = command.charAt(at);
      boolean isPlain = !isSubstitution() && SEPARATORS.indexOf(c) < 0;
      if (c == ' ' || c == '\t') {
        endWord();
        at++;
      } else if (c == '\'' || c == '"') {
        isPlain = quoted(c);
      } else if (c == '\\') {
        isPlain = escaped();
      } else if (c == '>' || c == '<') {
        isPlain = redirection();
      } else {
        isPlain &= c != '#' || isInWord;
        add(c);
      }
      if (!isPlain) {
        return false;
      }
    }
    endWord();
    return true;
  }

  private void add(char c) {
    word.append(c);
    isInWord = true;
    at++;
  }

  private void endWord() {
    if (isInWord) {
      words.add(word.toString());
    }
    forgetWord();
  }

  private void forgetWord() {
    word.setLength(0);
    isInWord = false;
  }

  private boolean isSubstitution() {
    return command.charAt(at) == '`' || command.startsWith("$(", at);
  }

  /** A backslash and what follows it. */
  private boolean escaped() {
    at++;
    if (at == command.length() || command.charAt(at) == '\n') {
      return false;
    }
    add(command.charAt(at));
    return true;
  }

  private boolean quoted(char quote) {
    isInWord = true;
    at++;
    while (at < command.length() && command.charAt(at) != quote) {
      if (quote == '"' && isSubstitution()) {
        return false;
      }
      if (quote == '"' && command.charAt(at) == '\\') {
        if (!escaped()) {
          return false;
        }
      } else {
        add(command.charAt(at));
      }
    }
    at++;
    return at <= command.length();
  }

  /** With the number before it, and its target after it, neither of which is a word. */
  private boolean redirection() {
    if (word.length() == 1 && Character.isDigit(word.charAt(0))) {
      forgetWord();
    }
    endWord();
    while (at < command.length() && "<>&".indexOf(command.charAt(at)) >= 0) {
      at++;
    }
    while (at < command.length() && command.charAt(at) == ' ') {
      at++;
    }
    while (at < command.length() && " \t<>".indexOf(command.charAt(at)) < 0) {
      if (isSubstitution() || (SEPARATORS + "'\"\\").indexOf(command.charAt(at)) >= 0) {
        return false;
      }
      at++;
    }
    return true;
  }
}
