// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.undo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import org.yarnext.common.kernel.KernelTextParser;

/**
 * Identity of the machine's current boot, to compare with a stored one: cgroups do not survive a
 * reboot. Immutable.
 */
public final class BootId {
  private static final String SINCE = "btime ";

  /** Empty if unknown. */
  final String id;

  private final long atMs;

  /**
   * @param id unique for each boot; empty if unknown
   * @param atMs boot time in ms of the wall clock; 0 if unknown
   */
  public BootId(String id, long atMs) {
    this.id = id;
    this.atMs = atMs;
  }

  /** Returns the latest boot of this machine. */
  public static BootId latest() {
    try {
      String id = text(Paths.get("/proc/sys/kernel/random/boot_id")).trim();
      for (String line : text(Paths.get("/proc/stat")).split("\n")) {
        if (line.startsWith(SINCE)) {
          long seconds = KernelTextParser.number(line.substring(SINCE.length()).trim());
          return new BootId(id, TimeUnit.SECONDS.toMillis(seconds));
        }
      }
      return new BootId(id, 0);
    } catch (IOException e) {
      return new BootId("", 0);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }

  /**
   * Returns whether this is another boot than that of a stored id; false if either is unknown.
   *
   * @param written the stored id; null if unknown
   */
  public boolean isAnother(String written) {
    return written != null && !written.isEmpty() && !id.isEmpty() && !written.equals(id);
  }

  /** Returns whether a file was last modified before this boot. */
  public boolean isAfter(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toMillis() < atMs;
  }
}
