// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.security.AccessControlException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.mapreduce.MapReduceHistory;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.spark.SparkEventLog;
import org.yarnext.tools.history.spark.SparkLogFiles;
import org.yarnext.tools.history.tez.TezHistory;

/**
 * Finds and reads the histories of finished runs on any of Hadoop's file systems. Not thread-safe.
 */
public final class RunHistoryReader {
  private static final char OF_TEZ = '{';

  private final Configuration conf;
  private final ResourceManagerLog log;
  private final MapReduceHistory mapReduce;
  private final TezHistory tez;
  private final Set<Path> unlisted = new TreeSet<>();

  /**
   * @param conf configures the file systems; not null
   * @param log the known container sizes; not null
   */
  public RunHistoryReader(Configuration conf, ResourceManagerLog log) {
    this.conf = conf;
    this.log = log;
    this.mapReduce = new MapReduceHistory(log);
    this.tez = new TezHistory(log);
  }

  /**
   * Finds all histories at a place: the file itself, or all files below a directory whose names are
   * those that MapReduce, Tez and Spark give them.
   *
   * @param place a path or a glob pattern. Without a scheme it is a local path if such a file
   *     exists, else a path of the default file system
   * @return in order of their names; not empty
   * @throws ToolException if there is none
   */
  public List<Path> find(String place) throws IOException, ToolException {
    Set<Path> found = new TreeSet<>();
    list(place).forEach(status -> found.add(status.getPath()));
    if (found.isEmpty()) {
      throw new ToolException(
          "There are no histories below "
              + path(place)
              + ", no *"
              + MapReduceHistory.SUFFIX
              + " and no "
              + TezHistory.PREFIX
              + "*, and no event logs of finished Spark applications: give the directory of"
              + " mapreduce.jobhistory.done-dir, tez.simple.history.logging.dir or"
              + " spark.eventLog.dir.");
    }
    return new ArrayList<>(found);
  }

  /**
   * Lists all histories at a place. A log of Spark in several files is listed as the last of them.
   *
   * @param place as {@link #find} takes it
   * @return with sizes, in any order; empty if there is none below its directories
   * @throws ToolException if there is nothing at the place
   */
  public List<FileStatus> list(String place) throws IOException, ToolException {
    Path path = path(place);
    FileSystem fs = path.getFileSystem(conf);
    FileStatus[] matches = fs.globStatus(path);
    if (matches == null || matches.length == 0) {
      throw new ToolException(
          "There is nothing at " + path + " of " + fs.getUri() + ": check the path.");
    }
    Map<Path, FileStatus> found = new HashMap<>();
    Set<Path> unfinished = new HashSet<>();
    for (FileStatus match : matches) {
      if (match.isFile()) {
        add(match, found);
        continue;
      }
      visit(
          fs,
          match.getPath(),
          unlisted,
          file -> {
            if (SparkLogFiles.saysUnfinished(file.getPath())) {
              unfinished.add(SparkLogFiles.whole(file.getPath()));
            } else if (isHistory(file.getPath())) {
              add(file, found);
            }
          });
    }
    found.keySet().removeAll(unfinished);
    return new ArrayList<>(found.values());
  }

  /** Receives files. */
  @FunctionalInterface
  public interface HistoryVisitor {
    void visit(FileStatus file) throws ToolException;
  }

  /**
   * Visits all files below a directory. A directory below it may be another user's, or be removed
   * at this moment: it is left out.
   *
   * @param unlisted receives the directories that this user may not list
   * @throws IOException if the directory itself cannot be listed, or the file system fails
   * @throws ToolException if the visitor throws it
   */
  public static void visit(
      FileSystem fs, Path directory, Collection<Path> unlisted, HistoryVisitor visitor)
      throws IOException, ToolException {
    Deque<Path> open = new ArrayDeque<>();
    open.add(directory);
    while (!open.isEmpty()) {
      Path next = open.pop();
      try {
        RemoteIterator<FileStatus> entries = fs.listStatusIterator(next);
        while (entries.hasNext()) {
          FileStatus entry = entries.next();
          if (entry.isDirectory()) {
            open.push(entry.getPath());
          } else {
            visitor.visit(entry);
          }
        }
      } catch (AccessControlException | AccessDeniedException | FileNotFoundException e) {
        if (next.equals(directory)) {
          throw e;
        }
        if (!(e instanceof FileNotFoundException)) {
          unlisted.add(next);
        }
      }
    }
  }

  /** Returns the directories that were left out so far because this user may not list them. */
  public Set<Path> unlisted() {
    return Collections.unmodifiableSet(unlisted);
  }

  private static void add(FileStatus file, Map<Path, FileStatus> found) {
    found.merge(
        SparkLogFiles.whole(file.getPath()),
        file,
        (one, other) ->
            one.getModificationTime() > other.getModificationTime()
                    || (one.getModificationTime() == other.getModificationTime()
                        && one.getPath().compareTo(other.getPath()) > 0)
                ? one
                : other);
  }

  /** Returns the path of a place, as {@link #find} takes it. */
  public static Path path(String place) {
    File local = new File(place);
    return local.exists() ? new Path(local.toURI()) : new Path(place);
  }

  /**
   * Opens a file.
   *
   * @param place a path as {@link #find} takes it, but no pattern
   */
  public static InputStream open(String place, Configuration conf) throws IOException {
    Path path = path(place);
    return path.getFileSystem(conf).open(path);
  }

  private static boolean isHistory(Path file) {
    HistoryKind kind = HistoryKind.of(file);
    return kind == HistoryKind.MAPREDUCE || kind == HistoryKind.TEZ || kind == HistoryKind.SPARK;
  }

  /**
   * Reads a history.
   *
   * @return the runs of its tasks, with the time of the file's last change as their end, or now if
   *     that is in the future: a host's clock may be wrong; empty if none succeeded
   * @throws ToolException if the history cannot be used; the message says why
   */
  public List<TaskClassRun> read(Path file) throws IOException, ToolException {
    FileSystem fs = file.getFileSystem(conf);
    long changedMs = fs.getFileStatus(file).getModificationTime();
    long endMs = Math.min(changedMs, System.currentTimeMillis());
    return read(fs, file).stream().map(run -> run.endedAt(endMs)).collect(Collectors.toList());
  }

  private List<TaskClassRun> read(FileSystem fs, Path file) throws IOException, ToolException {
    if (HistoryKind.of(file) == HistoryKind.SPARK) {
      SparkEventLog events = new SparkEventLog(true);
      SparkLogFiles.read(fs, file, events);
      return Collections.singletonList(events.run(log));
    }
    try (FSDataInputStream in = fs.open(file)) {
      if (in.read() == OF_TEZ) {
        in.seek(0);
        return tez.read(in);
      }
    }
    return mapReduce.read(fs, file);
  }
}
