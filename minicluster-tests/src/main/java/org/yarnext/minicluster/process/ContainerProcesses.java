// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds and kills processes that work below a directory, such as containers that outlived their
 * node.
 */
public final class ContainerProcesses {

  private static final int ROUNDS = 5;

  private ContainerProcesses() {}

  /**
   * Kills every process whose working directory is below {@code dir}. Requires /proc, so it works
   * on Linux only.
   */
  public static void killBelow(Path dir) throws IOException {
    // A shell may fork between listing and killing, so repeat until no process is left.
    for (int round = 0; round < ROUNDS; round++) {
      List<String> command = pidsBelow(dir);
      if (command.isEmpty()) {
        return;
      }
      command.add(0, "kill");
      command.add(1, "-KILL");
      Process kill = new ProcessBuilder(command).redirectErrorStream(true).start();
      try {
        kill.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /**
   * Kills the JVMs below {@code dir} whose main class is {@code main}. Returns how many there were.
   */
  public static int killBelow(Path dir, Class<?> main) throws IOException {
    String named = "\0" + main.getName() + "\0";
    int killed = 0;
    for (String pid : pidsBelow(dir)) {
      Path command = Paths.get("/proc", pid, "cmdline");
      if (Files.exists(command) && new String(Files.readAllBytes(command), UTF_8).contains(named)) {
        new ProcessBuilder("kill", "-KILL", pid).inheritIO().start();
        killed++;
      }
    }
    return killed;
  }

  /** Returns the ids of processes whose working directory is below {@code dir}. */
  public static List<String> pidsBelow(Path dir) throws IOException {
    List<String> pids = new ArrayList<>();
    Path proc = Paths.get("/proc");
    if (!Files.isDirectory(proc) || !Files.exists(dir)) {
      return pids;
    }
    Path root = dir.toRealPath();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        try {
          if (Files.readSymbolicLink(process.resolve("cwd")).startsWith(root)) {
            pids.add(process.getFileName().toString());
          }
        } catch (IOException | SecurityException gone) {
          continue; // The process has ended, or belongs to another user.
        }
      }
    }
    return pids;
  }
}
