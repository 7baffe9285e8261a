// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.model.spill;

import java.util.Map;
import java.util.TreeMap;

/**
 * Files that a shuffle has on disk by size, and the data that merging them writes. Not thread-safe.
 *
 * <p>Both frameworks merge the smallest {@code factor} files into one as soon as there are 2 *
 * factor - 1. This model merges at once. The frameworks merge while they fetch, so that files
 * completed meanwhile may make one merge larger or smaller.
 */
final class DiskFiles {
  private final int factor;
  private final TreeMap<Long, Long> countBySize = new TreeMap<>();
  private long count;
  private long written;

  DiskFiles(int factor) {
    this.factor = factor;
  }

  long count() {
    return count;
  }

  /** Returns the number of bytes that merges have written so far. */
  long written() {
    return written;
  }

  /** Adds files one after the other, merging whenever there are too many. */
  void add(long size, long files) {
    long left = files;
    while (left > 0) {
      long now = Math.min(left, 2L * factor - 1 - count);
      put(size, now);
      left -= now;
      if (count == 2L * factor - 1) {
        merge(factor, 0);
      }
    }
  }

  /**
   * Merges files until the reduce function can read the rest at once. The first merge takes so few
   * files that all later merges take {@code factor} files.
   *
   * @param inMemoryBytes bytes still in memory; they go into the first merge, if there is any
   */
  void mergeForReading(long inMemoryBytes) {
    if (count <= factor) {
      return;
    }
    long first = (count - 1) % (factor - 1);
    merge(first == 0 ? factor : first + 1, inMemoryBytes);
    while (count > factor) {
      merge(factor, 0);
    }
  }

  private void merge(long files, long moreBytes) {
    long bytes = moreBytes;
    long left = files;
    while (left > 0) {
      Map.Entry<Long, Long> smallest = countBySize.pollFirstEntry();
      long taken = Math.min(left, smallest.getValue());
      bytes += taken * smallest.getKey();
      left -= taken;
      if (taken < smallest.getValue()) {
        countBySize.put(smallest.getKey(), smallest.getValue() - taken);
      }
    }
    count -= files;
    written += bytes;
    put(bytes, 1);
  }

  private void put(long size, long files) {
    countBySize.merge(size, files, Long::sum);
    count += files;
  }
}
