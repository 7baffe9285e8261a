// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts the data that an advice leaves out, by reason and with examples. Not thread-safe. */
final class OmissionCounter {
  private static final int MAX_EXAMPLES = 3;
  private static final int MAX_REASONS = 100;

  private static final class Group {
    private long count;
    private final List<String> examples = new ArrayList<>();
  }

  private final Map<String, Group> groups = new LinkedHashMap<>();

  /**
   * Counts one item.
   *
   * @param reason the kind of items and why they are left out, such as {@code jobs that failed}
   * @param example its name
   */
  void add(String reason, String example) {
    add(reason, 1, example);
  }

  /** Counts several items; the example may be null. */
  void add(String reason, long count, String example) {
    // Reasons may contain text of damaged files, so that there may be as many as files.
    String kept =
        groups.containsKey(reason) || groups.size() < MAX_REASONS
            ? reason
            : "files for other reasons";
    Group group = groups.computeIfAbsent(kept, r -> new Group());
    group.count += count;
    if (example != null && group.examples.size() < MAX_EXAMPLES) {
      group.examples.add(example);
    }
  }

  /** Returns the counts by reason, in the order in which they came up. */
  Map<String, Long> counts() {
    Map<String, Long> counts = new LinkedHashMap<>();
    groups.forEach((reason, group) -> counts.put(reason, group.count));
    return counts;
  }

  /** Returns a line for each reason; may be empty. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    groups.forEach(
        (reason, group) ->
            lines.add(
                group.count
                    + " "
                    + reason
                    + (group.examples.isEmpty()
                        ? ""
                        : ", such as " + String.join(", ", group.examples))));
    return lines;
  }
}
