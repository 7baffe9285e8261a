// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/** Reads the memory of this machine from /proc, so it works on Linux only. Stateless. */
final class HostMemory {
  private static final Path MEMORY = Paths.get("/proc/meminfo");
  private static final Path VIRTUAL_MEMORY = Paths.get("/proc/vmstat");

  private HostMemory() {}

  static long totalMb() throws IOException {
    return value(MEMORY, "MemTotal:") >> 10;
  }

  /** Returns the memory that processes can get without swapping, in MB. */
  static long availableMb() throws IOException {
    return value(MEMORY, "MemAvailable:") >> 10;
  }

  /** Returns how many pages the kernel has written to swap since it started. */
  static long pagesSwappedOut() throws IOException {
    return value(VIRTUAL_MEMORY, "pswpout ");
  }

  private static long value(Path file, String name) throws IOException {
    for (String line : Files.readAllLines(file, US_ASCII)) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.substring(name.length()).replaceAll("\\D", ""));
      }
    }
    throw new IOException(file + " has no " + name);
  }
}
