// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import java.util.ArrayList;
import java.util.List;

/**
 * Keeps an even sample of a sequence, with up to {@value #MAX_SIZE} elements. When the sample is
 * full, it drops every second element, and from then on takes half as many as before. Not
 * thread-safe.
 */
public final class EvenSampler<T> {
  static final int MAX_SIZE = 128;

  private final List<T> kept = new ArrayList<>();
  private long inAll;
  private long stride = 1;

  void add(T next) {
    if (inAll++ % stride != 0) {
      return;
    }
    if (kept.size() == MAX_SIZE) {
      for (int i = 0; i < MAX_SIZE / 2; i++) {
        kept.set(i, kept.get(2 * i));
      }
      kept.subList(MAX_SIZE / 2, MAX_SIZE).clear();
      stride *= 2;
    }
    kept.add(next);
  }

  /** Returns the number of elements added. */
  long inAll() {
    return inAll;
  }

  /** Returns the remembered elements, oldest first; a copy. */
  List<T> kept() {
    return new ArrayList<>(kept);
  }

  /** Returns an even sample of a list; all of it if it is no longer than that. */
  public static <T> List<T> of(List<T> all, int maxSize) {
    List<T> some = new ArrayList<>();
    int count = Math.min(maxSize, all.size());
    for (int i = 0; i < count; i++) {
      // Take the middle of the i-th of equal parts.
      some.add(all.get((int) ((i + 0.5) * all.size() / count)));
    }
    return some;
  }
}
