// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.util.SysInfoLinux;

/**
 * Finds the processes of containers and their memory, and reads and writes their {@code
 * oom_score_adj}. An executor starts each container in a session of its own, whose leader is the
 * process that it reports. A process that leaves the session belongs to the container if it, or the
 * process that started it, was found in the session. All other processes are read once, so that a
 * call costs as much as the containers have processes, and not the host. Not thread-safe.
 */
public final class SessionProcessTable {
  /** Words of {@code /proc/PID/stat} after the name, which may contain spaces. */
  private static final int PARENT = 1;

  private static final int SESSION = 3;

  private static final int START_TIME = 19;

  /** In pages. */
  private static final int RESIDENT = 21;

  /** Time between two calls in which ids may be used again; the rest of the host is read again. */
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Path proc;
  private final LongSupplier nanoTime;
  private long readNanos;

  /** The sessions that the processes found by the last call belong to. */
  private Map<String, String> owners = new HashMap<>();

  /** The sessions of the processes that the last call did not ask for, by the processes' ids. */
  private Map<String, String> others = new HashMap<>();

  /**
   * Creates a table.
   *
   * @param proc usually {@code /proc}
   */
  public SessionProcessTable(Path proc) {
    this(proc, System::nanoTime);
  }

  SessionProcessTable(Path proc, LongSupplier nanoTime) {
    this.proc = proc;
    this.nanoTime = nanoTime;
  }

  /** The processes of some sessions. */
  public static final class SessionProcesses {
    private final Map<String, String> sessions = new HashMap<>();
    private final Map<String, Long> pages = new HashMap<>();
    private final Set<String> live = new HashSet<>();

    /** Returns the sessions that some process is in, and not only belongs to. */
    Set<String> live() {
      return live;
    }

    /** Returns the session that each process belongs to. A process is its id and its start time. */
    public Map<String, String> sessions() {
      return sessions;
    }

    /** Returns the resident memory of a session's processes, in MB. */
    public long memoryMb(String session) {
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
   * @throws IOException if processes cannot be listed or read
   */
  public SessionProcesses read(Set<String> sessions) throws IOException {
    long now = nanoTime.getAsLong();
    if (now - readNanos > MAX_PAUSE_NANOS || !Collections.disjoint(sessions, others.values())) {
      others = new HashMap<>(); // what the processes of a running container started may be in it
    }
    readNanos = now;
    Map<String, String> notAsked = new HashMap<>();
    Map<String, String[]> read = new HashMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(proc, "[1-9]*")) {
      for (Path entry : entries) {
        String id = entry.getFileName().toString();
        String other = others.get(id);
        // Its own session may have begun since. The kernel gives ids in turn, so that one is not
        // used again in a short time, before a call has missed it.
        if (other != null && !sessions.contains(id)) {
          notAsked.put(id, other);
          continue;
        }
        String stat = text(entry.resolve("stat"));
        String[] words = stat == null ? new String[0] : after(stat, ')').trim().split(" ");
        if (words.length > RESIDENT) {
          read.put(id, words);
        }
      }
    }
    SessionProcesses found = new SessionProcesses();
    owners = owners(read, sessions);
    others = notAsked;
    read.forEach(
        (id, words) -> {
          String process = process(id, words);
          String owner = owners.get(process);
          if (owner == null) {
            notAsked.put(id, words[SESSION]);
          } else {
            found.add(process, owner, Long.parseLong(words[RESIDENT]));
            found.live.add(words[SESSION]);
          }
        });
    return found;
  }

  /** Returns a process by its id and its start time, since ids are used again. */
  private static String process(String id, String[] words) {
    return id + " " + words[START_TIME];
  }

  /** Returns the sessions that processes belong to, of those asked for. */
  private Map<String, String> owners(Map<String, String[]> read, Set<String> sessions) {
    Map<String, String> found = new HashMap<>();
    int before;
    do {
      before = found.size();
      read.forEach(
          (id, words) -> {
            String process = process(id, words);
            String[] parent = read.get(words[PARENT]);
            String owner = owners.get(process);
            if (sessions.contains(words[SESSION])) {
              owner = words[SESSION];
            } else if (!sessions.contains(owner) && parent != null) {
              String starter = process(words[PARENT], parent);
              owner = found.getOrDefault(starter, owners.get(starter));
            }
            if (sessions.contains(owner)) {
              found.putIfAbsent(process, owner);
            }
          });
    } while (found.size() > before);
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

  /**
   * Returns a file's text; null if its process has ended, or is hidden from this user.
   *
   * @throws IOException if it cannot be read for another reason, such as too many open files
   */
  private static String text(Path file) throws IOException {
    try {
      return new String(Files.readAllBytes(file), ISO_8859_1);
    } catch (AccessDeniedException e) {
      return null;
    } catch (IOException e) {
      if (Files.exists(file)) {
        throw e;
      }
      return null;
    }
  }
}
