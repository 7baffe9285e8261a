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
        left -= addInRounds(size, left);
      }
    }
  }

  /**
   * Adds files that are the smallest, together with the merges that they cause: each merges {@code
   * factor - 1} of them with the smallest other file. If the other files differ by no more than one
   * merge adds, all of them take turns, and the cost does not depend on the number of merges, which
   * an application chooses with its profile.
   *
   * @return the number of files added; 0 if they must be added one merge at a time
   */
  private long addInRounds(long size, long files) {
    long more = (factor - 1) * size;
    if (countBySize.firstKey() < size || countBySize.lastKey() - countBySize.firstKey() > more) {
      return 0;
    }
    long merges = files / (factor - 1);
    long onceMore = merges % factor; // in the last round only the smallest files
    Map<Long, Long> before = new TreeMap<>(countBySize);
    countBySize.clear();
    for (Map.Entry<Long, Long> each : before.entrySet()) {
      long smallest = Math.min(onceMore, each.getValue());
      onceMore -= smallest;
      mergeEach(each.getKey(), smallest, more, merges / factor + 1);
      mergeEach(each.getKey(), each.getValue() - smallest, more, merges / factor);
    }
    return merges * (factor - 1);
  }

  /** Merges each of some files several times with {@code more} bytes. */
  private void mergeEach(long size, long files, long more, long times) {
    if (files > 0) {
      written += files * (times * size + more * (times * (times + 1) / 2));
      countBySize.merge(size + times * more, files, Long::sum);
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
