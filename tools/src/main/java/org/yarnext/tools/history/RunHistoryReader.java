// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.mapreduce.MapReduceHistory;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.tez.TezHistory;

/** Finds and reads the histories of finished runs on any of Hadoop's file systems. */
public final class RunHistoryReader {
  private static final char OF_TEZ = '{';

  private final Configuration conf;
  private final MapReduceHistory mapReduce;
  private final TezHistory tez;

  /**
   * @param conf configures the file systems; not null
   * @param log the known container sizes; not null
   */
  public RunHistoryReader(Configuration conf, ResourceManagerLog log) {
    this.conf = conf;
    this.mapReduce = new MapReduceHistory(log);
    this.tez = new TezHistory(log);
  }

  /**
   * Finds all histories at a place: the file itself, or all files below a directory whose names are
   * those that MapReduce and Tez give them.
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
              + "*: give the directory of mapreduce.jobhistory.done-dir or"
              + " tez.simple.history.logging.dir.");
    }
    return new ArrayList<>(found);
  }

  /**
   * Lists all histories at a place.
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
    List<FileStatus> found = new ArrayList<>();
    for (FileStatus match : matches) {
      if (match.isFile()) {
        found.add(match);
        continue;
      }
      RemoteIterator<LocatedFileStatus> below = fs.listFiles(match.getPath(), true);
      while (below.hasNext()) {
        FileStatus file = below.next();
        if (isHistory(file.getPath().getName())) {
          found.add(file);
        }
      }
    }
    return found;
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

  private static boolean isHistory(String name) {
    return name.endsWith(MapReduceHistory.SUFFIX) || name.startsWith(TezHistory.PREFIX);
  }

  /**
   * Reads a history.
   *
   * @return the runs of its tasks, with the time of the file's last change as their end; empty if
   *     none succeeded
   * @throws ToolException if the history cannot be used; the message says why
   */
  public List<TaskClassRun> read(Path file) throws IOException, ToolException {
    FileSystem fs = file.getFileSystem(conf);
    long endMs = fs.getFileStatus(file).getModificationTime();
    return read(fs, file).stream().map(run -> run.endedAt(endMs)).collect(Collectors.toList());
  }

  private List<TaskClassRun> read(FileSystem fs, Path file) throws IOException, ToolException {
    try (FSDataInputStream in = fs.open(file)) {
      if (in.read() == OF_TEZ) {
        in.seek(0);
        return tez.read(in);
      }
    }
    return mapReduce.read(fs, file);
  }
}
