// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.util.SysInfoLinux;

/**
 * Finds the processes of containers and their memory, and reads and writes their {@code
 * oom_score_adj}. An executor starts each container in a session of its own, whose leader is the
 * process that it reports. Stateless.
 */
final class SessionProcessTable {
  /** Words of {@code /proc/PID/stat} after the name, which may contain spaces. */
  private static final int SESSION = 3;

  private static final int START_TIME = 19;

  /** In pages. */
  private static final int RESIDENT = 21;

  private final Path proc;

  /**
   * Creates a table.
   *
   * @param proc usually {@code /proc}
   */
  SessionProcessTable(Path proc) {
    this.proc = proc;
  }

  /** The processes of some sessions. */
  static final class SessionProcesses {
    private final Map<String, String> sessions = new HashMap<>();
    private final Map<String, Long> pages = new HashMap<>();

    /**
     * Returns the session of each process. A process is its id and its start time, since ids are
     * used again.
     */
    Map<String, String> sessions() {
      return sessions;
    }

    /** Returns the resident memory of a session's processes, in MB. */
    long memoryMb(String session) {
      return pages.getOrDefault(session, 0L) * SysInfoLinux.PAGE_SIZE >> 20;
    }

    private void add(String process, String session, long residentPages) {
      sessions.put(process, session);
      pages.merge(session, residentPages, Long::sum);
    }
  }

  /**
   * Reads the processes of sessions.
   *
   * @param sessions the ids of their leaders
   * @throws IOException if no process can be read
   */
  SessionProcesses read(Set<String> sessions) throws IOException {
    SessionProcesses found = new SessionProcesses();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
      for (Path entry : entries) {
        String stat = text(entry.resolve("stat"));
        String[] words = stat == null ? new String[0] : after(stat, ')').trim().split(" ");
        if (words.length > RESIDENT && sessions.contains(words[SESSION])) {
          found.add(
              entry.getFileName() + " " + words[START_TIME],
              words[SESSION],
              Long.parseLong(words[RESIDENT]));
        }
      }
    }
    return found;
  }

  private static String after(String text, char last) {
    return text.substring(Math.min(text.length(), text.lastIndexOf(last) + 2));
  }

  /**
   * Returns the {@code oom_score_adj} of a process.
   *
   * @param process from {@link #read}, or {@code self}
   * @throws IOException if it has ended or cannot be read
   */
  int score(String process) throws IOException {
    String text = text(file(process));
    try {
      return Integer.parseInt(String.valueOf(text).trim());
    } catch (NumberFormatException e) {
      throw new IOException("cannot read the oom_score_adj of " + process, e);
    }
  }

  /**
   * Sets the {@code oom_score_adj} of a process.
   *
   * @throws IOException if it has ended or the kernel refuses
   */
  void set(String process, int score) throws IOException {
    Files.write(
        file(process), Integer.toString(score).getBytes(ISO_8859_1), WRITE, TRUNCATE_EXISTING);
  }

  /** Returns whether a process has not ended. */
  boolean exists(String process) {
    return Files.exists(file(process));
  }

  private Path file(String process) {
    return proc.resolve(process.split(" ")[0]).resolve("oom_score_adj");
  }

  /** Returns a file's text; null if it cannot be read, as when its process has ended. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (IOException e) {
      return null;
    }
  }
}
