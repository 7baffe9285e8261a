// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Encodes container ids in a snapshot: first their common prefix, then the remainder of each, since
 * the ids of an application differ in their last few digits.
 */
public final class ContainerIdCodec {
  private ContainerIdCodec() {}

  /** Encodes ids in the order given; an empty collection gives an empty list. */
  public static List<String> write(Collection<String> ids) {
    List<String> list = new ArrayList<>(ids.size() + 1);
    String start = null;
    for (String id : ids) {
      start = start == null ? id : common(start, id);
    }
    if (start != null) {
      list.add(start);
      for (String id : ids) {
        list.add(id.substring(start.length()));
      }
    }
    return list;
  }

  private static String common(String a, String b) {
    int end = 0;
    while (end < a.length() && end < b.length() && a.charAt(end) == b.charAt(end)) {
      end++;
    }
    return a.substring(0, end);
  }

  /**
   * Decodes ids.
   *
   * @throws IllegalArgumentException if the list is invalid
   */
  public static List<String> read(Object written) {
    List<String> ids = new ArrayList<>();
    String start = null;
    for (Object part : SnapshotCodec.typed(written, "ids", List.class)) {
      String text = SnapshotCodec.typed(part, "id", String.class);
      if (start == null) {
        start = text;
      } else {
        ids.add(start + text);
      }
    }
    return ids;
  }
}
