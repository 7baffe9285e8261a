// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.heap;

/**
 * Formats sizes in the syntax of JVM options, as {@link org.yarnext.common.launch.JvmHeapParser}
 * reads them. Stateless.
 */
final class JvmSize {
  private JvmSize() {}

  /**
   * Formats a size in whole megabytes if possible, else in kilobytes, rounded down.
   *
   * @param bytes 1024 or more
   */
  static String text(long bytes) {
    return bytes % (1L << 20) == 0 ? (bytes >> 20) + "m" : (bytes >> 10) + "k";
  }
}
