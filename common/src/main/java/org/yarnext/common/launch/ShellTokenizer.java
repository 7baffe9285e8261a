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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a launch command into words as the shells that run it do. The NodeManager replaces its
 * placeholders, joins the parts by spaces, and writes {@code exec /bin/bash -c "..."}: one shell
 * reads the text between these quotes, and another one the result. So {@code \"} is a quote of the
 * command, and {@code "} ends the quotes around it. Not reusable.
 */
public final class ShellTokenizer {
  /** See {@code ContainerLaunch.expandEnvironment} of Hadoop 3.4.2. */
  private static final String[][] PLACEHOLDERS = {
    {"<LOG_DIR>", "logs"}, {"<CPS>", ":"}, {"<ADD_OPENS>", ""}, {"{{", "$"}, {"}}", ""}
  };

  private static final List<String> REDIRECTIONS =
      Arrays.asList(">", ">>", ">|", ">&", "&>", "&>>", "<", "<&", "<>");

  private static final String SEPARATORS = ";|&()\n";

  /** Linux refuses to run a command with a longer argument or variable. */
  private static final int MAX_LENGTH = 128 * 1024;

  /** Matches a variable; one of the groups is its name. */
  private static final Pattern VARIABLE = Pattern.compile("\\$(?:(\\w+)|\\{(\\w+)})");

  /** Matches text that may run another command, or that shells interpret differently. */
  private static final Pattern NOT_PLAIN = Pattern.compile("`|\r|\\$(?!\\w|\\{\\w+})");

  private final SourceText text;
  private final List<ShellToken> words = new ArrayList<>();
  private SourceText word = new SourceText();
  private boolean isInQuotes = true;
  private boolean isPlain = true;
  private boolean isInWord;

  /** True if the current word is written with quotes or backslashes. */
  private boolean isEscaped;

  /** True if a variable begins in the current word. */
  private boolean hasVariable;

  private boolean isTarget;
  private int at;

  private ShellTokenizer(SourceText text) {
    this.text = text;
  }

  /**
   * Returns the words of a command and the separators of its commands, without redirections and
   * comments.
   *
   * @param parts null elements count as empty
   */
  public static List<ShellToken> of(List<String> parts) {
    return read(parts).words;
  }

  /**
   * Returns the words of a script that is itself a word of another command, as in {@code sh -c
   * 'script'}.
   */
  public static List<ShellToken> of(ShellToken script) {
    SourceText text = new SourceText();
    for (int i = 0; i < script.text().length(); i++) {
      text.add(script.characters(), i);
    }
    if (text.length() > 0) {
      text.add(' ', text.part(text.length() - 1), text.place(text.length() - 1) + 1);
    }
    ShellTokenizer read = new ShellTokenizer(text);
    read.split();
    return read.words;
  }

  /**
   * Returns the words of a single plain command.
   *
   * @param environment of the launch; variables that are not in it have harmless values
   * @return null if the text has more than one command, runs another command within it, does not
   *     end, has a variable whose value is more than a piece of a word, or is too long to run
   */
  static List<ShellToken> ofOneCommand(List<String> parts, Map<String, String> environment) {
    if (parts.stream().mapToLong(part -> part == null ? 0 : part.length()).sum() > MAX_LENGTH) {
      return null;
    }
    ShellTokenizer read = read(parts);
    if (!read.isPlain || !read.isInQuotes || NOT_PLAIN.matcher(read.text.toString()).find()) {
      return null;
    }
    Matcher variable = VARIABLE.matcher(read.text.toString());
    Set<String> names = new HashSet<>(); // each value is read once, since it may be long
    while (variable.find()) {
      String name = variable.group(1) == null ? variable.group(2) : variable.group(1);
      if (names.add(name) && !isPieceOfWord(environment.get(name))) {
        return null;
      }
    }
    return Collections.unmodifiableList(read.words);
  }

  /**
   * Returns whether a variable stands for a piece of a word only.
   *
   * @param value null if it is not set
   */
  private static boolean isPieceOfWord(String value) {
    return value == null
        || value.length() <= MAX_LENGTH
            && value.chars().allMatch(c -> isPieceOfWord((char) c) && c != '$');
  }

  private static ShellTokenizer read(List<String> parts) {
    ShellTokenizer read = new ShellTokenizer(new SourceText());
    for (int part = 0; part < parts.size(); part++) {
      String written = parts.get(part) == null ? "" : parts.get(part);
      read.first(part, written);
      read.first(' ', part, written.length());
    }
    read.split();
    return read;
  }

  /** Applies the first shell, which removes its own quotes and backslashes. */
  private void first(int part, String written) {
    int i = 0;
    while (i < written.length()) {
      String[] placeholder = placeholder(written, i);
      char c = written.charAt(i);
      if (placeholder != null) {
        for (char replaced : placeholder[1].toCharArray()) {
          first(replaced, part, i);
        }
        i += placeholder[0].length();
      } else if (c == '\\'
          && i + 1 < written.length()
          && "$`\"\\\n".indexOf(written.charAt(i + 1)) >= 0) {
        escaped(written.charAt(i + 1), part, i + 1);
        i += 2;
      } else if (c == '"') {
        isInQuotes = !isInQuotes;
        i++;
      } else {
        // A trailing backslash would escape the quote that ends the command.
        isPlain &= c != '\\' || i + 1 < written.length();
        first(c, part, i);
        i++;
      }
    }
  }

  private static String[] placeholder(String written, int i) {
    for (String[] placeholder : PLACEHOLDERS) {
      if (written.startsWith(placeholder[0], i)) {
        return placeholder;
      }
    }
    return null;
  }

  private void escaped(char c, int part, int place) {
    // The second shell may expand a variable to several words.
    isPlain &= c != '$' && isInQuotes;
    if (c != '\n') {
      text.add(c, part, place);
    }
  }

  private void first(char c, int part, int place) {
    isPlain &= isInQuotes || isPieceOfWord(c);
    text.add(c, part, place);
  }

  /** Returns whether a shell treats the character alike inside and outside quotes. */
  private static boolean isPieceOfWord(char c) {
    return c < 128 && Character.isLetterOrDigit(c) || "_./:=,+@%-${}".indexOf(c) >= 0;
  }

  /** Applies the second shell, which splits the text into words. */
  private void split() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ' ' || c == '\t') {
        endWord(false);
        at++;
      } else if (c == '\'' || c == '"') {
        quoted(c);
      } else if (isLineContinued()) {
        at += 2;
      } else if (c == '\\') {
        at++;
        isEscaped = true;
        // A backslash at the end has no character to escape, and a variable may begin with any
        // character.
        isPlain &= at < text.length() - 1 && text.charAt(at) != '$';
        add(true);
      } else if (c == '#' && !isInWord) {
        comment();
      } else if (isRedirection()) {
        redirection();
      } else if (SEPARATORS.indexOf(c) >= 0) {
        separator();
      } else {
        // After a variable without a value it would begin a comment.
        isPlain &= !isExpanded(c) && (c != '#' || !hasVariable);
        add(true);
      }
    }
    endWord(false);
    isPlain &= !isTarget;
  }

  /**
   * Returns whether the shell may expand the word with this character to another word, or to
   * several.
   */
  private boolean isExpanded(char c) {
    return "*?[~".indexOf(c) >= 0 || c == '{' && (at == 0 || text.charAt(at - 1) != '$');
  }

  /** Adds the character here to the word, unless the text has ended. */
  private void add(boolean counts) {
    if (at < text.length()) {
      if (counts) {
        word.add(text, at);
        hasVariable |= text.charAt(at) == '$';
      }
      isInWord = true;
      at++;
    } else {
      isPlain = false;
    }
  }

  private void endWord(boolean isQuoted) {
    if (isInWord && !isTarget) {
      int behind = Math.min(at, text.length() - 1);
      words.add(new ShellToken(word, isQuoted, false, text.part(behind), text.place(behind)));
    }
    isTarget &= !isInWord;
    word = new SourceText();
    isInWord = false;
    isEscaped = false;
    hasVariable = false;
  }

  private void quoted(char quote) {
    boolean isFirst = !isInWord;
    isEscaped = true;
    add(false);
    while (at < text.length() && text.charAt(at) != quote) {
      boolean escapes =
          quote == '"'
              && text.charAt(at) == '\\'
              && at + 1 < text.length()
              && "$`\"\\".indexOf(text.charAt(at + 1)) >= 0;
      if (quote == '"' && isLineContinued()) {
        at += 2;
      } else {
        at += escapes ? 1 : 0;
        isPlain &= !escapes || text.charAt(at) != '$';
        add(true);
      }
    }
    add(false);
    boolean isWhole = at >= text.length() || " \t\n;|&()<>".indexOf(text.charAt(at)) >= 0;
    if (isFirst && isWhole) {
      endWord(true);
    }
  }

  /** Returns whether a backslash at the current position continues the line. */
  private boolean isLineContinued() {
    return text.charAt(at) == '\\' && at + 1 < text.length() && text.charAt(at + 1) == '\n';
  }

  private void comment() {
    isPlain = false;
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private boolean isRedirection() {
    char c = text.charAt(at);
    return c == '>' || c == '<' || c == '&' && at + 1 < text.length() && text.charAt(at + 1) == '>';
  }

  /** Skips a redirection with the number before it and its target after it; neither is a word. */
  private void redirection() {
    if (word.length() > 0 && !isEscaped && word.toString().chars().allMatch(Character::isDigit)) {
      isInWord = false;
    }
    // The value of a variable may be a number.
    isPlain &= !hasVariable;
    endWord(false);
    isPlain &= !isTarget;
    StringBuilder operator = new StringBuilder();
    while (at < text.length() && "<>&|".indexOf(text.charAt(at)) >= 0) {
      operator.append(text.charAt(at));
      at++;
    }
    isPlain &= REDIRECTIONS.contains(operator.toString());
    isTarget = true;
  }

  private void separator() {
    endWord(false);
    isPlain = false;
    isTarget = false;
    SourceText separator = new SourceText();
    separator.add(text, at);
    words.add(new ShellToken(separator, false, true, text.part(at), text.place(at) + 1));
    at++;
  }
}
