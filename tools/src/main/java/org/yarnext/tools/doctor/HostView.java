// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.yarnext.tools.cluster.JavaRelease;

/** View of the host for checks; tests put one below another root directory. Immutable. */
final class HostView {
  private static final List<String> CONTROLLERS = Arrays.asList("cpu", "cpuacct", "memory");

  private final Path root;
  private final int java;

  /**
   * @param root root of the file system; {@code /} except in tests
   * @param java the feature release of Java, such as 17
   */
  HostView(Path root, int java) {
    this.root = root;
    this.java = java;
  }

  int java() {
    return java;
  }

  /** Returns the feature release of a Java that is installed there; 0 if it is unknown. */
  int javaOf(String home) {
    for (String line : lines(home + "/release")) {
      if (line.startsWith("JAVA_VERSION=")) {
        return JavaRelease.of(line.substring(line.indexOf('=') + 1).replace("\"", ""));
      }
    }
    return 0;
  }

  /** Returns the file of an absolute path on the host. */
  Path path(String absolute) {
    return root.resolve(absolute.replaceFirst("^/+", ""));
  }

  /** Returns the mounts by cgroup controller; version 1 takes precedence over version 2. */
  Map<String, Path> controllers() {
    Map<String, Path> mounts = new LinkedHashMap<>();
    Map<String, Path> unified = new LinkedHashMap<>();
    for (String line : lines("/proc/self/mounts")) {
      String[] words = line.split(" ");
      if (words.length > 3 && words[2].equals("cgroup")) {
        for (String option : words[3].split(",")) {
          if (CONTROLLERS.contains(option)) {
            mounts.putIfAbsent(option, path(words[1]));
          }
        }
      } else if (words.length > 3 && words[2].equals("cgroup2")) {
        for (String line2 : lines(words[1] + "/cgroup.controllers")) {
          for (String controller : line2.trim().split(" ")) {
            unified.putIfAbsent(controller, path(words[1]));
          }
        }
      }
    }
    unified.forEach(mounts::putIfAbsent);
    return mounts;
  }

  /** Returns whether a group has a controller; always true in version 1, which has no such file. */
  boolean delegates(Path group, String controller) {
    Path file = group.resolve("cgroup.controllers");
    return !Files.exists(file)
        || lines(file).stream()
            .anyMatch(line -> Arrays.asList(line.trim().split(" ")).contains(controller));
  }

  private List<String> lines(String absolute) {
    return lines(path(absolute));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return Arrays.asList();
    }
  }
}
