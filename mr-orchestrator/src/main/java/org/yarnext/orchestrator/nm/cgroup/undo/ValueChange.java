// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.undo;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.yarnext.common.kernel.KernelTextParser;

/**
 * Change of a cgroup file: its original content, and the last content written, which tell whether
 * the current content is ours to restore. Immutable.
 */
public final class ValueChange {
  /**
   * Maximum page size in bytes. The kernel rounds memory to whole pages, so smaller differences do
   * not count.
   */
  private static final long LARGEST_PAGE = 65_536;

  @JsonProperty final String original;
  @JsonProperty final String written;

  /** The value written after {@code written}, unless the process ended before that. */
  @JsonProperty final String intended;

  @JsonCreator
  public ValueChange(
      @JsonProperty(value = "original", required = true) String original,
      @JsonProperty(value = "written", required = true) String written,
      @JsonProperty(value = "intended", required = true) String intended) {
    this.original = Objects.requireNonNull(original);
    this.written = Objects.requireNonNull(written);
    this.intended = Objects.requireNonNull(intended);
  }

  public ValueChange intending(String now, String next) {
    return new ValueChange(original, now, next);
  }

  /** Returns whether nobody else has changed the file since. */
  public boolean isOurs(Path file, String now) {
    return isSame(file, now, original) || isSame(file, now, written) || isSame(file, now, intended);
  }

  /** Returns whether two texts in a file mean the same to the kernel. */
  public static boolean isSame(Path file, String a, String b) {
    if (a.equals(b)) {
      return true;
    }
    try {
      long x = KernelTextParser.limit(a);
      long y = KernelTextParser.limit(b);
      // Shares and quotas are not rounded, however large they are.
      return x == y || (isMemory(file) && Math.abs(x - y) < LARGEST_PAGE);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns whether a file holds an amount of memory. A group of version 2 has the files of all
   * resources.
   */
  public static boolean isMemory(Path file) {
    return file.getFileName().toString().startsWith("memory.");
  }
}
