// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.mapreduce;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.jobhistory.EventReader;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.LineLimit;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;

/**
 * Reads a MapReduce job's history file with Hadoop's own parser. Stateless except for the
 * ResourceManager's log.
 */
public final class MapReduceHistory {
  public static final String SUFFIX = ".jhist";

  private static final long MAX_CONF_BYTES = 16 << 20;

  /** Version and schema, which Hadoop's reader reads in time that grows with their square. */
  private static final int HEAD_LINES = 2;

  private final ResourceManagerLog log;

  public MapReduceHistory(ResourceManagerLog log) {
    this.log = log;
  }

  /**
   * Reads a history.
   *
   * @return the run of the maps, and that of the reducers if there were any; empty if the job did
   *     not succeed
   * @throws ToolException if the file cannot be used; the message says why
   */
  public List<TaskClassRun> read(FileSystem fs, Path file) throws IOException, ToolException {
    JobInfo job = parse(fs, file);
    if (!"SUCCEEDED".equals(job.getJobStatus())) {
      return new ArrayList<>();
    }
    if (job.getUberized()) {
      throw new ToolException(
          "its tasks ran inside the application master, so their own memory is"
              + " unknown: run the job with mapreduce.job.ubertask.enable=false");
    }
    MapReduceJob settings = new MapReduceJob(configuration(fs, file, job.getJobId().toString()));
    List<TaskClassRun> runs = new ArrayList<>();
    runs.add(new MapReduceTasks(job, settings, TaskType.MAP, log).run());
    if (job.getTotalReduces() > 0) {
      runs.add(new MapReduceTasks(job, settings, TaskType.REDUCE, log).run());
    }
    return runs;
  }

  private static JobInfo parse(FileSystem fs, Path file) throws IOException, ToolException {
    JobHistoryParser parser;
    JobInfo job;
    try (FSDataInputStream in = fs.open(file)) {
      parser = new JobHistoryParser(in);
      job = parser.parse(events(in));
    } catch (RuntimeException e) { // the parser throws these for inconsistent records
      throw new ToolException("it is damaged (" + e + "): remove it", e);
    }
    if (parser.getParseException() != null) {
      throw new ToolException(
          "it is damaged (" + parser.getParseException().getMessage() + "): remove it",
          parser.getParseException());
    }
    if (job.getJobId() == null || job.getJobStatus() == null) {
      throw new ToolException(
          "the end of its job is missing: wait for it, or remove the history if"
              + " it was cut off");
    }
    return job;
  }

  /** Returns a reader of the events in a history, which rejects overlong lines. */
  static EventReader events(FSDataInputStream in) throws IOException {
    return new EventReader(
        new DataInputStream(new LineLimit(new BufferedInputStream(in), HEAD_LINES)));
  }

  /**
   * Reads the configuration of a job.
   *
   * @param file the job's history, beside which the configuration is
   * @param id the job's id
   * @throws ToolException if it is missing or damaged
   */
  static JobConf configuration(FileSystem fs, Path file, String id)
      throws IOException, ToolException {
    Path conf = new Path(file.getParent(), id + "_conf.xml");
    if (!fs.exists(conf)) {
      throw new ToolException(
          "the job's configuration, with the memory of its tasks, is missing:"
              + " put "
              + conf.getName()
              + " beside it");
    }
    if (fs.getFileStatus(conf).getLen() > MAX_CONF_BYTES) {
      throw new ToolException(conf.getName() + " has more than " + MAX_CONF_BYTES + " bytes");
    }
    Configuration read = new Configuration(false);
    try (FSDataInputStream in = fs.open(conf)) {
      read.addResource(in, conf.getName(), true);
      read.size(); // parses it now
    } catch (RuntimeException e) {
      throw new ToolException(conf.getName() + " is damaged (" + e + "): remove both", e);
    }
    return new JobConf(read);
  }
}
