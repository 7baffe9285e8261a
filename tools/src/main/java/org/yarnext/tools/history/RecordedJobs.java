// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.mapreduce.MapReduceJobReader;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.spark.SparkEventLog;
import org.yarnext.tools.history.spark.SparkLogFiles;
import org.yarnext.tools.history.tez.TezHistory;

/** Reads records of finished jobs from the histories of MapReduce, Tez and Spark. Stateless. */
public final class RecordedJobs {
  private final Configuration conf;

  /**
   * @param conf configures the file systems; not null
   */
  public RecordedJobs(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Reads a history.
   *
   * @param file of the kind MAPREDUCE, TEZ or SPARK; of a log in several files any of these
   * @return the jobs that succeeded; may be empty
   * @throws ToolException if the file cannot be used; the message says why
   */
  public List<RecordedJob> read(Path file) throws IOException, ToolException {
    FileSystem fs = file.getFileSystem(conf);
    switch (HistoryKind.of(file)) {
      case MAPREDUCE:
        return Collections.singletonList(MapReduceJobReader.read(fs, file));
      case TEZ:
        try (InputStream in = new BufferedInputStream(fs.open(file))) {
          return TezHistory.jobs(in);
        }
      case SPARK:
        SparkEventLog log = new SparkEventLog(false);
        SparkLogFiles.read(fs, file, log);
        return Collections.singletonList(log.job());
      default:
        throw new ToolException("it is not a history");
    }
  }
}
