// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;

/**
 * Finds the current attempt of a Tez container from its log directory. Tez writes a log {@code
 * syslog_attempt_...} for each attempt, and writes to {@code syslog} while the container has no
 * attempt. So the log that was written last shows whether an attempt runs, and which. Files are not
 * opened, because the user's code in the container may have created them. Not thread-safe.
 */
public final class TezAttemptLogs {
  /** Maximum number of files; a directory with more is not searched. */
  public static final int MAX_FILES = 4_096;

  /**
   * A directory that was modified less than this before it was read may change again within the
   * clock tick.
   */
  private static final long UNSURE_MS = 2_000;

  private static final String BESIDE = "syslog";
  private static final String PREFIX = BESIDE + "_";

  private final String application;
  private final Path directory;
  private final Path beside;
  private Path newest;
  private long readMs;
  private long changedMs = Long.MIN_VALUE;

  /**
   * @param application id of the application; attempts of others are ignored
   * @param directory directory of the container's logs
   */
  public TezAttemptLogs(String application, Path directory) {
    this.application = application;
    this.directory = directory;
    this.beside = directory.resolve(BESIDE);
  }

  /** An attempt that a container runs. Immutable. */
  public static final class RunningAttempt {
    public static final RunningAttempt NOTHING = new RunningAttempt(null, 0);

    private final TezAttemptId attempt;
    private final long begunMs;

    private RunningAttempt(TezAttemptId attempt, long begunMs) {
      this.attempt = attempt;
      this.begunMs = begunMs;
    }

    /** Returns the attempt; null if unknown. */
    public TezAttemptId attempt() {
      return attempt;
    }

    /** Returns when the attempt began, or a lower bound if that is unknown; wall clock, in ms. */
    public long begunMs() {
      return begunMs;
    }
  }

  /**
   * Finds the current attempt by the newest log.
   *
   * @param nowMs wall clock, like the files' times
   * @throws IOException if the directory cannot be read
   */
  public RunningAttempt look(long nowMs) throws IOException {
    BasicFileAttributes now = attributes(directory);
    if (!now.isDirectory()) {
      throw new NotDirectoryException(directory.toString());
    }
    long changed = now.lastModifiedTime().toMillis();
    if (changed != changedMs || readMs - changed < UNSURE_MS) {
      newest = newest();
      changedMs = changed;
      readMs = nowMs;
    }
    if (newest == null) {
      return RunningAttempt.NOTHING;
    }
    FileTime lastBeside = lastBeside();
    // If both logs were written within a clock tick, the attempt's own log grows soon.
    return lastBeside.compareTo(lastWrite(newest)) >= 0
        ? RunningAttempt.NOTHING
        : new RunningAttempt(attempt(newest), lastBeside.toMillis());
  }

  /** Returns the newest log of an attempt; null if there is none or there are too many files. */
  private Path newest() throws IOException {
    Path last = null;
    FileTime lastTime = null;
    int files = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      for (Path each : all) {
        files++;
        if (files > MAX_FILES) {
          return null;
        }
        if (attempt(each) != null) {
          FileTime time = lastWrite(each);
          if (last == null || time.compareTo(lastTime) > 0) {
            last = each;
            lastTime = time;
          }
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return last;
  }

  /** Returns null if the file is not the log of an attempt of this application. */
  private TezAttemptId attempt(Path file) {
    String name = file.getFileName().toString();
    TezAttemptId attempt =
        name.startsWith(PREFIX) ? TezAttemptId.parse(name.substring(PREFIX.length())) : null;
    return attempt != null && attempt.application().equals(application) ? attempt : null;
  }

  /** Returns the last write of the container's own log; the epoch if there is none. */
  private FileTime lastBeside() throws IOException {
    try {
      return lastWrite(beside);
    } catch (NoSuchFileException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static FileTime lastWrite(Path file) throws IOException {
    return attributes(file).lastModifiedTime();
  }

  /** Links are not followed: a user's link could point to any file. */
  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
