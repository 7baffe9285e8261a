// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The group in cgroup version 1 of a container that runs an attempt of a MapReduce task. */
final class TaskCgroup {
  private static final Path CPU = Paths.get("/sys/fs/cgroup/cpu");
  private static final Path ACCOUNT = Paths.get("/sys/fs/cgroup/cpuacct");
  private static final Path MEMORY = Paths.get("/sys/fs/cgroup/memory");
  private static final Pattern ATTEMPT = Pattern.compile("attempt_\\d+_\\d+_[mr]_\\d+_\\d+");

  private final Path cpu;
  private final Path memory;
  private final String attempt;

  private TaskCgroup(Path cpu, Path memory, String attempt) {
    this.cpu = cpu;
    this.memory = memory;
    this.attempt = attempt;
  }

  /** Whether this machine has groups that a test may make. */
  static boolean canBeMade() {
    return Files.isWritable(CPU) && Files.isWritable(MEMORY);
  }

  /** Whether anything is left of a parent of groups. */
  static boolean exists(String parent) {
    return Files.exists(CPU.resolve(parent)) || Files.exists(MEMORY.resolve(parent));
  }

  /** The groups that are left below a parent, of tasks and all others. */
  static Set<Path> left(String parent) throws IOException {
    Set<Path> left = new TreeSet<>();
    for (Path controller : new Path[] {CPU, MEMORY}) {
      left.addAll(groups(controller, parent));
    }
    return left;
  }

  private static Set<Path> groups(Path controller, String parent) throws IOException {
    Set<Path> groups = new TreeSet<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(controller.resolve(parent), "container_*")) {
      found.forEach(groups::add);
    }
    return groups;
  }

  /** Removes a parent and all groups below it, as far as nothing runs there. */
  static void removeAll(String parent) throws IOException {
    for (Path controller : new Path[] {CPU, ACCOUNT, MEMORY}) {
      Path below = controller.resolve(parent);
      if (Files.exists(below)) {
        for (Path group : groups(controller, parent)) {
          group.toFile().delete();
        }
        below.toFile().delete();
      }
    }
  }

  /** Returns the groups below a parent whose processes name an attempt, by attempt. */
  static Map<String, TaskCgroup> below(String parent) throws IOException {
    Map<String, TaskCgroup> groups = new TreeMap<>();
    try {
      for (Path each : groups(CPU, parent)) {
        String attempt = attempt(each);
        if (attempt != null) {
          Path memory = MEMORY.resolve(parent).resolve(each.getFileName());
          groups.put(attempt, new TaskCgroup(each, memory, attempt));
        }
      }
    } catch (NoSuchFileException e) {
      return groups; // it ended meanwhile
    }
    return groups;
  }

  /** CPU shares of all containers' groups below a parent, in ascending order. */
  static List<Long> allCpuShares(String parent) throws IOException {
    List<Long> shares = new ArrayList<>();
    for (Path each : groups(CPU, parent)) {
      shares.add(cpuShares(each));
    }
    Collections.sort(shares);
    return shares;
  }

  private static String attempt(Path group) throws IOException {
    for (String process : Files.readAllLines(group.resolve("cgroup.procs"))) {
      try {
        Matcher attempt = ATTEMPT.matcher(read(Paths.get("/proc", process, "cmdline")));
        if (attempt.find()) {
          return attempt.group();
        }
      } catch (IOException e) {
        continue; // no such file, or no such process: it ended meanwhile
      }
    }
    return null;
  }

  /** Returns the ids of the processes; the same in both controllers. */
  List<String> processes() throws IOException {
    return Files.readAllLines(cpu.resolve("cgroup.procs"));
  }

  List<String> processesOfMemory() throws IOException {
    return Files.readAllLines(memory.resolve("cgroup.procs"));
  }

  String attempt() {
    return attempt;
  }

  String container() {
    return cpu.getFileName().toString();
  }

  long cpuShares() throws IOException {
    return cpuShares(cpu);
  }

  private static long cpuShares(Path group) throws IOException {
    return Long.parseLong(read(group.resolve("cpu.shares")).trim());
  }

  /** Keeps it from running, or lets it run again, without YARN's knowing. */
  void stands(boolean still) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(Arrays.asList("kill", still ? "-STOP" : "-CONT"));
    command.addAll(processes());
    int failed = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (failed != 0) {
      throw new IOException(command + " ended with " + failed);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8);
  }
}
