// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.util.Locale;
import org.yarnext.common.kernel.KernelTextParser;

/**
 * Checks amounts of CPU and memory before they are written to a cgroup, and refuses those that no
 * container can have. Stateless.
 */
final class AmountValidator {
  private static final long MAX_MILLICORES = 10_000_000;
  private static final long MIN_BYTES = 4L << 20;
  private static final long MAX_BYTES = 1L << 50;

  /** The smallest page size in bytes; the kernel rounds to larger pages by itself. */
  private static final long PAGE = 4096;

  private AmountValidator() {}

  static long share(long millicores) {
    return within("cpu share", millicores, 1, MAX_MILLICORES, "millicores");
  }

  static long quota(long millicores) {
    return millicores == KernelTextParser.UNLIMITED
        ? millicores
        : within("cpu quota", millicores, 1, MAX_MILLICORES, "millicores");
  }

  /** Returns a memory limit in bytes, rounded down to whole pages. */
  static long memory(long bytes) {
    return bytes == KernelTextParser.UNLIMITED
        ? bytes
        : within("memory", bytes, MIN_BYTES, MAX_BYTES, "bytes") / PAGE * PAGE;
  }

  private static long within(String what, long value, long min, long max, String unit) {
    if (value < min || value > max) {
      throw new InvalidAmountException(
          String.format(Locale.ROOT, "%s of %d %s is outside %d..%d", what, value, unit, min, max));
    }
    return value;
  }
}
