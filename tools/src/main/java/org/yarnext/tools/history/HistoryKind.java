// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import org.apache.hadoop.fs.Path;
import org.yarnext.tools.history.mapreduce.MapReduceHistory;
import org.yarnext.tools.history.tez.TezHistory;

/** Kinds of files that may record finished runs, by the file's name. */
public enum HistoryKind {
  MAPREDUCE,
  TEZ,
  SPARK,
  RUMEN,
  /** A Spark event log that is compressed, which only Spark's own codecs read. */
  COMPRESSED_SPARK,
  /** A file that belongs to a history, such as a job's configuration. */
  COMPANION,
  OTHER;

  private static final String APPLICATION = "(spark-|local-)?application_\\d+_\\d+(_\\w+)?";

  /** Returns the kind of a file. */
  public static HistoryKind of(Path file) {
    String name = file.getName();
    if (name.endsWith(MapReduceHistory.SUFFIX)) {
      return MAPREDUCE;
    }
    if (name.startsWith(TezHistory.PREFIX)) {
      return TEZ;
    }
    boolean isRolling =
        file.getParent() != null && file.getParent().getName().startsWith(SparkEventLog.ROLLING);
    boolean isSpark = name.matches(APPLICATION + "(\\..*)?");
    if (isRolling || isSpark) {
      boolean isEvents = isRolling ? name.startsWith(SparkEventLog.EVENTS) : true;
      if (!isEvents || name.endsWith(".inprogress")) {
        return COMPANION;
      }
      return name.matches(".*\\.(lz4|lzf|snappy|zstd)(\\.compact)?") ? COMPRESSED_SPARK : SPARK;
    }
    if (name.matches(".*\\.json(\\.(gz|bz2|deflate))?")) {
      return RUMEN;
    }
    return name.endsWith("_conf.xml") || name.endsWith(".crc") || name.endsWith(".summary")
        ? COMPANION
        : OTHER;
  }
}
