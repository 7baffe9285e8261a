// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Files that the kernel creates in a new cgroup with their texts, and the values that it accepts.
 */
final class KernelFileRules {
  private static final String NO_LIMIT = "9223372036854771712";

  private static final Map<String, String> CPU_V1 =
      files(
          "cpu.shares", "1024",
          "cpu.cfs_quota_us", "-1",
          "cpu.cfs_period_us", "100000",
          "cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_time 0");

  private static final Map<String, String> MEMORY_V1 =
      files(
          "memory.usage_in_bytes", "0",
          "memory.limit_in_bytes", NO_LIMIT,
          "memory.soft_limit_in_bytes", NO_LIMIT,
          "memory.failcnt", "0",
          "memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 0",
          "memory.stat", "inactive_file 0\ntotal_inactive_file 0\ntotal_swap 0");

  /** The files of a group of version 1, with their texts, by controller. */
  static final Map<String, Map<String, String>> VERSION_1 = new HashMap<>();

  static {
    VERSION_1.put("cpu", CPU_V1);
    VERSION_1.put("cpuacct", files("cpuacct.usage", "0"));
    VERSION_1.put("memory", MEMORY_V1);
  }

  private static final Map<String, String> ALWAYS_V2 =
      files(
          "cgroup.subtree_control", "",
          "cpu.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0",
          "memory.pressure", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0",
          "cpu.stat", "usage_usec 0\nuser_usec 0\nsystem_usec 0");

  private static final Map<String, String> CPU_V2 =
      files("cpu.weight", "100", "cpu.max", "max 100000");

  private static final Map<String, String> MEMORY_V2 =
      files(
          "memory.current", "0",
          "memory.max", "max",
          "memory.high", "max",
          "memory.swap.current", "0",
          "memory.stat", "anon 0\ninactive_file 0",
          "memory.events", "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0");

  private KernelFileRules() {}

  private static Map<String, String> files(String... namesAndTexts) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("cgroup.procs", "");
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      files.put(namesAndTexts[i], namesAndTexts[i + 1]);
    }
    return Collections.unmodifiableMap(files);
  }

  /** Returns the files of a group of version 2 that has these controllers, with their texts. */
  static Map<String, String> version2(Collection<String> controllers) {
    Map<String, String> files = new LinkedHashMap<>(ALWAYS_V2);
    if (controllers.contains("cpu")) {
      files.putAll(CPU_V2);
    }
    if (controllers.contains("memory")) {
      files.putAll(MEMORY_V2);
    }
    return files;
  }

  /**
   * Returns what the kernel keeps of a value, for it rounds some.
   *
   * @throws IOException if it refuses the value
   */
  static String accepted(String name, String text) throws IOException {
    boolean right;
    switch (name) {
      case "cpu.shares":
        right = Long.parseLong(text) >= 2 && Long.parseLong(text) <= 262144;
        break;
      case "cpu.weight":
        right = Long.parseLong(text) >= 1 && Long.parseLong(text) <= 10000;
        break;
      case "cpu.cfs_quota_us":
        right = text.equals("-1") || Long.parseLong(text) >= 1000;
        break;
      case "cpu.max":
        right = text.matches("(max|\\d{4,}) \\d+");
        break;
      case "memory.max":
      case "memory.high":
        return text.equals("max") ? text : Long.toString(Long.parseLong(text) / 16384 * 16384);
      case "memory.limit_in_bytes":
      case "memory.soft_limit_in_bytes":
        return text.equals("-1") || text.equals(NO_LIMIT)
            ? NO_LIMIT
            : Long.toString(Long.parseLong(text) / 16384 * 16384);
      default:
        right = false;
    }
    if (!right) {
      throw new IOException(name + ": " + text + ": Invalid argument");
    }
    return text;
  }
}
