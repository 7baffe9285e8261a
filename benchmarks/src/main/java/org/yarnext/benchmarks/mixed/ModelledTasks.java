// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.mixed;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.yarnext.benchmarks.gain.ModelledSleeper;

/**
 * A map and a reducer of MapReduce that sleep as long as their models predict for the heap that
 * their JVMs really have. The map reads its model from its only input line, the reducer from the
 * job configuration. Stateless.
 */
public final class ModelledTasks {
  private static final String REDUCER = "yarnext.bench.reducer";
  private static final long SLICE_MS = 100;

  private ModelledTasks() {}

  /**
   * Configures a job with these tasks.
   *
   * @param reducer model of the reducer, a field of {@link ModelledSleeper#field}
   */
  static void configure(Job job, String reducer) {
    job.getConfiguration().set(REDUCER, reducer);
    job.setMapperClass(SleepingMapper.class);
    job.setReducerClass(SleepingReducer.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
  }

  private static void sleep(String field, Progress progress) throws InterruptedException {
    long start = System.nanoTime();
    long forMs = ModelledSleeper.durationMs(field, ModelledSleeper.heapBytes());
    for (long slept = 0; slept < forMs; slept = (System.nanoTime() - start) / 1_000_000) {
      Thread.sleep(Math.min(SLICE_MS, forMs - slept));
      progress.tell();
    }
  }

  /** Reports to the master that a task is alive. */
  private interface Progress {
    void tell();
  }

  /** Sleeps for each line, and passes it on. */
  public static final class SleepingMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      sleep(line.toString(), context::progress);
      context.write(line, NullWritable.get());
    }
  }

  /** Sleeps once, and passes all lines on. */
  public static final class SleepingReducer
      extends Reducer<Text, NullWritable, Text, NullWritable> {
    @Override
    protected void setup(Context context) throws InterruptedException {
      sleep(context.getConfiguration().get(REDUCER), context::progress);
    }

    @Override
    protected void reduce(Text line, Iterable<NullWritable> values, Context context)
        throws IOException, InterruptedException {
      for (NullWritable value : values) {
        context.write(line, value);
      }
    }
  }
}
