// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic.tez;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.minicluster.cluster.MiniCluster;

/** Logs of Tez's tasks: a file for each attempt, in the directory of its container. */
public final class TezTaskLogs {
  private static final Pattern MAX_FREE = Pattern.compile("JVM\\.maxFree=(\\d+)");
  private static final Pattern SORT =
      Pattern.compile("InitialRequests=.*:OUTPUT:(\\d+):[\\w.]+\\.OrderedPartitionedKVOutput");
  private static final Pattern OF_ATTEMPT = Pattern.compile("syslog_attempt_([0-9_]+)_(\\d+)");

  private TezTaskLogs() {}

  /** The logs of each container that ran a task. */
  public static Map<String, List<Path>> byContainer(MiniCluster cluster) throws IOException {
    Map<String, List<Path>> logs = new TreeMap<>();
    for (int i = 0; i < cluster.size(); i++) {
      try (Stream<Path> files = Files.walk(cluster.logDir(i).toPath())) {
        logs.putAll(
            files
                .filter(file -> OF_ATTEMPT.matcher(file.getFileName().toString()).matches())
                .collect(Collectors.groupingBy(file -> file.getParent().getFileName().toString())));
      }
    }
    return logs;
  }

  /** Returns the task of a log. */
  public static String task(Path log) {
    return ofAttempt(log).group(1);
  }

  /** Returns the number of the attempt of a log, from 0. */
  public static int attempt(Path log) {
    return Integer.parseInt(ofAttempt(log).group(2));
  }

  private static Matcher ofAttempt(Path log) {
    Matcher name = OF_ATTEMPT.matcher(log.getFileName().toString());
    if (!name.matches()) {
      throw new IllegalArgumentException(log + " is not an attempt's");
    }
    return name;
  }

  /** The heap by which Tez divided memory for the attempt, in bytes; -1 if it did not say. */
  static long heapBytes(Path log) throws IOException {
    return bytes(log, MAX_FREE);
  }

  /** Memory that the attempt requested from Tez for sorting, in bytes; -1 if it does not sort. */
  static long sortBytes(Path log) throws IOException {
    return bytes(log, SORT);
  }

  private static long bytes(Path log, Pattern pattern) throws IOException {
    Matcher said = pattern.matcher(new String(Files.readAllBytes(log), UTF_8));
    return said.find() ? Long.parseLong(said.group(1)) : -1;
  }
}
