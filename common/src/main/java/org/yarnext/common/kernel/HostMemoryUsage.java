// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.util.SysInfoLinux;

/**
 * Memory of a host, as the kernel reports it. Immutable.
 *
 * <p>Available memory is the kernel's {@code MemAvailable} and the pages on its per-CPU free lists.
 * Hadoop's {@code SysInfo}, and so every {@code ResourceCalculatorPlugin}, leaves out caches that
 * the kernel would give up. {@code MemAvailable} leaves out the per-CPU lists. Since Linux 6.7
 * these lists take up to an eighth of the memory when processes end, and give it back within a
 * minute.
 */
public final class HostMemoryUsage {
  private static final long KB_PER_MB = 1024;

  /** Stands before the length of a per-CPU list, in pages, on a line of its own. */
  private static final String LENGTH = " count:";

  private final long totalMb;
  private final long availableMb;

  private HostMemoryUsage(long totalMb, long availableMb) {
    this.totalMb = totalMb;
    this.availableMb = availableMb;
  }

  /**
   * Reads the memory of a host. If the kernel does not report its per-CPU lists, they count as
   * empty.
   *
   * @param proc usually {@code /proc}
   * @throws IOException if the kernel does not report the memory
   */
  public static HostMemoryUsage read(Path proc) throws IOException {
    String text = KernelFileReader.HOST.read(proc.resolve("meminfo")).replace(" kB", "");
    long totalKb = KernelTextParser.number(text, "MemTotal:");
    long availableKb = KernelTextParser.number(text, "MemAvailable:");
    long freeKb = perCpuKb(proc.resolve("zoneinfo"));
    return new HostMemoryUsage(
        totalKb / KB_PER_MB, Math.min(totalKb, availableKb + freeKb) / KB_PER_MB);
  }

  private static long perCpuKb(Path zones) {
    long pages = 0;
    try {
      // A large host has thousands of lines, and is read several times a second.
      String text = KernelFileReader.HOST.read(zones);
      for (int at = text.indexOf(LENGTH); at >= 0; at = text.indexOf(LENGTH, at + 1)) {
        int end = text.indexOf('\n', at);
        String length = text.substring(at + LENGTH.length(), end < 0 ? text.length() : end);
        pages += KernelTextParser.number(length.trim());
      }
    } catch (IOException e) {
      return 0;
    }
    return pages * SysInfoLinux.PAGE_SIZE / 1024;
  }

  /** Returns all memory, in MB. */
  public long totalMb() {
    return totalMb;
  }

  /** Returns the memory that processes can get without swapping, in MB; at most all. */
  public long availableMb() {
    return availableMb;
  }
}
