// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.yarnext.common.launch.ShellToken;
import org.yarnext.common.launch.ShellTokenizer;

/**
 * Options of one JVM in the order in which the JVM reads them, where the last one counts. Also
 * holds the options passed to a script, or contained in one variable. {@link JvmSearch} fills it;
 * after that it does not change.
 */
final class JvmOptions {
  private static final String[] PERCENTAGES = {"-XX:MaxRAMPercentage=", "-XX:MaxRAMFraction="};

  /** Matches an option for the handling of out-of-memory; a heap dump alone does not count. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile("(?s)-XX:(OnOutOfMemoryError=.*|[+-](Exit|Crash)OnOutOfMemoryError)");

  private final List<HeapFlag> flags = new ArrayList<>();
  private final Set<String> variables = new HashSet<>();

  /** The word that names the JVM; null if it is not certain to be one. */
  private final ShellToken java;

  private boolean usesPercentage;
  private boolean handlesOutOfMemory;
  private String mainClass;

  JvmOptions(ShellToken java) {
    this.java = java;
  }

  void add(ShellToken word, String variable) {
    HeapFlag flag = HeapFlag.in(word, variable);
    if (flag != null) {
      flags.add(flag);
    }
    for (String prefix : PERCENTAGES) {
      usesPercentage |= word.text().startsWith(prefix);
    }
    handlesOutOfMemory |= OUT_OF_MEMORY.matcher(word.text()).matches();
  }

  /** Adds the options in a variable, once, however often it is referred to. */
  void addVariable(String name, String value) {
    if (variables.add(name)) {
      for (ShellToken word : ShellTokenizer.of(Collections.singletonList(value))) {
        add(word, name);
      }
    }
  }

  void mainClass(String name) {
    mainClass = name;
  }

  List<HeapFlag> flags() {
    return flags;
  }

  /** Returns the option that limits the heap; null if there is none. */
  HeapFlag maxHeap() {
    for (int i = flags.size() - 1; i >= 0; i--) {
      if (flags.get(i).kind == HeapFlag.Kind.MAX) {
        return flags.get(i);
      }
    }
    return null;
  }

  boolean usesPercentage() {
    return usesPercentage;
  }

  boolean handlesOutOfMemory() {
    return handlesOutOfMemory;
  }

  /** Returns the word that names the JVM; null if it is not certain to be one. */
  ShellToken java() {
    return java;
  }

  Framework framework() {
    return Framework.of(mainClass);
  }
}
