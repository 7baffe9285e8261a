// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the text for {@code cgroup.subtree_control} that switches controllers of version 2 on or
 * off for child groups. Stateless.
 */
public final class SubtreeControl {
  /** The file that is written. */
  public static final String FILE = "cgroup.subtree_control";

  private static final String[] NEEDED = {"cpu", "memory"};

  private SubtreeControl() {}

  /**
   * Returns the text that switches on the wanted controllers that are available and off.
   *
   * @param now the controllers that are on, separated by spaces
   * @param there the available controllers, separated by spaces
   * @return empty if nothing is to be written
   */
  public static String switchOn(String now, String there, String... wanted) {
    List<String> words = new ArrayList<>();
    for (String controller : wanted) {
      if (list(there).contains(controller) && !list(now).contains(controller)) {
        words.add("+" + controller);
      }
    }
    return String.join(" ", words);
  }

  /**
   * Returns the text that switches off the controllers that were not on in {@code original}; may be
   * empty.
   */
  public static String switchOff(String now, String original) {
    List<String> words = new ArrayList<>();
    for (String controller : NEEDED) {
      if (list(now).contains(controller) && !list(original).contains(controller)) {
        words.add("-" + controller);
      }
    }
    return String.join(" ", words);
  }

  private static List<String> list(String text) {
    return Arrays.asList(text.trim().split("\\s+"));
  }
}
