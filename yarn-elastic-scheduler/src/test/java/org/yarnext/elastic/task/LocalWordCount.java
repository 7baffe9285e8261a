// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.task;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.StringTokenizer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** The usual job without a combiner, run by MapReduce's own tasks in one process. */
public final class LocalWordCount {
  private LocalWordCount() {}

  /** Mapper that emits each word. */
  public static final class Words extends Mapper<LongWritable, Text, Text, IntWritable> {
    private final IntWritable one = new IntWritable(1);
    private final Text word = new Text();

    @Override
    protected void map(LongWritable at, Text line, Context context)
        throws IOException, InterruptedException {
      for (StringTokenizer words = new StringTokenizer(line.toString()); words.hasMoreTokens(); ) {
        word.set(words.nextToken());
        context.write(word, one);
      }
    }
  }

  /** Counts them. */
  public static final class Sum extends Reducer<Text, IntWritable, Text, IntWritable> {
    @Override
    protected void reduce(Text word, Iterable<IntWritable> counts, Context context)
        throws IOException, InterruptedException {
      int sum = 0;
      for (IntWritable count : counts) {
        sum += count.get();
      }
      context.write(word, new IntWritable(sum));
    }
  }

  static Job job(Path input, Path output, String collector, String sortMb) throws IOException {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", output.resolveSibling("tmp").toString());
    conf.setInt("mapreduce.client.completion.pollinterval", 50);
    conf.set("mapreduce.job.map.output.collector.class", collector);
    conf.set("mapreduce.task.io.sort.mb", sortMb);
    Job job = Job.getInstance(conf);
    job.setJarByClass(LocalWordCount.class);
    job.setMapperClass(Words.class);
    job.setReducerClass(Sum.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(IntWritable.class);
    FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
    FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));
    return job;
  }

  /** Input, output, collector class, sort buffer in MB; exits with 1 if the job fails. */
  public static void main(String[] args) throws Exception {
    Job job = job(Paths.get(args[0]), Paths.get(args[1]), args[2], args[3]);
    System.exit(job.waitForCompletion(false) ? 0 : 1);
  }
}
