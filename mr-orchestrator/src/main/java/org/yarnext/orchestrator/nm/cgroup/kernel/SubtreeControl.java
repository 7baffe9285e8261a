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

  /** The file with the controllers that a group has, and that it can switch on for its children. */
  public static final String AVAILABLE = "cgroup.controllers";

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
      if (isIn(there, controller) && !isIn(now, controller)) {
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
      if (isIn(now, controller) && !isIn(original, controller)) {
        words.add("-" + controller);
      }
    }
    return String.join(" ", words);
  }

  /** Returns whether a list of controllers, separated by spaces, has a controller. */
  public static boolean isIn(String controllers, String controller) {
    return list(controllers).contains(controller);
  }

  private static List<String> list(String text) {
    return Arrays.asList(text.trim().split("\\s+"));
  }
}
