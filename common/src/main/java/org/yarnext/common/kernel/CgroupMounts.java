// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps each controller to the mount of its hierarchy: version 1 if it is mounted, else version 2 if
 * that has the controller. On mixed hosts controllers differ. Immutable.
 */
public final class CgroupMounts {
  /** The running kernel's mount table. */
  public static final Path OF_THIS_PROCESS = Paths.get("/proc/self/mountinfo");

  private static final List<String> CONTROLLERS = Arrays.asList("cpu", "cpuacct", "memory");
  private static final String SEPARATOR = " - ";

  // 36 35 98:0 /root /mount/point rw shared:1 - cgroup cgroup rw,memory
  private static final int ROOT = 3;
  private static final int MOUNT = 4;
  private static final int OPTIONS = 2;

  private final Map<String, Path> version1 = new HashMap<>();
  private final Map<Path, String> roots = new HashMap<>();
  private Path unified;
  private String unifiedControllers = "";

  private CgroupMounts() {}

  /**
   * Reads a table of mounts.
   *
   * @param table in the form of {@code /proc/PID/mountinfo}
   * @throws IOException if it cannot be read
   */
  public static CgroupMounts read(Path table) throws IOException {
    CgroupMounts mounts = new CgroupMounts();
    for (String line : KernelFileReader.HOST.read(table).split("\n")) {
      String[] parts = line.split(SEPARATOR, 2);
      String[] before = parts[0].split(" ");
      String[] after = parts[parts.length - 1].split(" ");
      // Other mounts may have any path, also one that this locale cannot express.
      if (parts.length == 2
          && before.length > MOUNT
          && after.length > OPTIONS
          && after[0].startsWith("cgroup")) {
        Path where = Paths.get(unescaped(before[MOUNT]));
        mounts.roots.putIfAbsent(where, unescaped(before[ROOT]));
        mounts.add(after[0], where, after[OPTIONS]);
      }
    }
    return mounts;
  }

  private void add(String type, Path where, String options) throws IOException {
    if (type.equals("cgroup2") && unified == null) {
      unified = where;
      Path controllers = where.resolve("cgroup.controllers");
      unifiedControllers =
          Files.exists(controllers) ? new String(Files.readAllBytes(controllers), UTF_8) : "";
    } else if (type.equals("cgroup")) {
      for (String option : options.split(",")) {
        if (CONTROLLERS.contains(option)) {
          version1.putIfAbsent(option, where);
        }
      }
    }
  }

  /** Replaces escapes of a backslash and three octal digits, such as those of spaces. */
  private static String unescaped(String path) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '\\' && i + 3 < path.length()) {
        text.append((char) Integer.parseInt(path.substring(i + 1, i + 4), 8));
        i += 3;
      } else {
        text.append(path.charAt(i));
      }
    }
    return text.toString();
  }

  /** Returns the mount of the CPU controller; null if there is none. */
  public Path cpu() {
    return mountOf("cpu");
  }

  /**
   * Returns the mount that counts CPU time, which version 2 does without a controller; null if
   * there is none.
   */
  public Path accounting() {
    return cpuIsVersion2() ? unified : version1.get("cpuacct");
  }

  /** Returns the mount of the memory controller; null if there is none. */
  public Path memory() {
    return mountOf("memory");
  }

  /**
   * Returns the group that is mounted at {@link #memory}, as {@code /proc/PID/cgroup} names it:
   * {@code /}, or inside a container often the container's own.
   */
  public String memoryRoot() {
    return roots.get(memory());
  }

  /** Returns whether version 2 controls CPU. */
  public boolean cpuIsVersion2() {
    return isVersion2("cpu");
  }

  /** Returns whether version 2 controls memory. */
  public boolean memoryIsVersion2() {
    return isVersion2("memory");
  }

  private Path mountOf(String controller) {
    return isVersion2(controller) ? unified : version1.get(controller);
  }

  private boolean isVersion2(String controller) {
    return !version1.containsKey(controller)
        && Arrays.asList(unifiedControllers.trim().split("\\s+")).contains(controller);
  }

  @Override
  public String toString() {
    return describe("cpu") + ", " + describe("memory");
  }

  private String describe(String controller) {
    Path mount = mountOf(controller);
    return controller
        + (mount == null
            ? " not mounted"
            : " v" + (isVersion2(controller) ? 2 : 1) + " at " + mount);
  }
}
