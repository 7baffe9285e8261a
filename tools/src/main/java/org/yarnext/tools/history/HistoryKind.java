// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import org.apache.hadoop.fs.Path;
import org.yarnext.tools.history.mapreduce.MapReduceHistory;
import org.yarnext.tools.history.spark.SparkLogFiles;
import org.yarnext.tools.history.tez.TezHistory;

/** Kinds of files that may record finished runs, by the file's name. */
public enum HistoryKind {
  MAPREDUCE,
  TEZ,
  SPARK,
  RUMEN,
  /** A file that belongs to a history, such as a job's configuration. */
  COMPANION,
  OTHER;

  /** Returns the kind of a file. */
  public static HistoryKind of(Path file) {
    String name = file.getName();
    if (name.endsWith(MapReduceHistory.SUFFIX)) {
      return MAPREDUCE;
    }
    if (name.startsWith(TezHistory.PREFIX)) {
      return TEZ;
    }
    if (SparkLogFiles.isOfLog(file)) {
      return SparkLogFiles.hasEvents(file) ? SPARK : COMPANION;
    }
    if (name.matches(".*\\.json(\\.(gz|bz2|deflate))?")) {
      return RUMEN;
    }
    return name.endsWith("_conf.xml") || name.endsWith(".crc") || name.endsWith(".summary")
        ? COMPANION
        : OTHER;
  }
}
