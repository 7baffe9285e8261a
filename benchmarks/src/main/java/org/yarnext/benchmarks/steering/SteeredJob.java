// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.QuasiMonteCarlo;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.RegexMapper;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.LongSumReducer;
import org.yarnext.benchmarks.jobs.ShuffleData;
import org.yarnext.minicluster.jobs.WordText;

/**
 * Kinds of jobs of MROrchestrator's section IV. The first four use the classes of Hadoop's
 * examples, the other two are our own. A map with a share of 1 takes about a second of CPU time.
 */
enum SteeredJob {
  /** The identity over records of 100 bytes. */
  SORT {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      Files.createDirectories(dir);
      for (int f = 0; f < shares.length; f++) {
        long bytes = Math.round(SORTED_BYTES * shares[f]);
        ShuffleData.records(dir.resolve("part-" + f), bytes, new Random(seed * 1_000_003 + f));
      }
    }

    @Override
    void configure(Job job, long seed) {
      job.setMapperClass(Mapper.class);
      job.setReducerClass(Reducer.class);
      job.setInputFormatClass(SequenceFileInputFormat.class);
      job.setOutputFormatClass(SequenceFileOutputFormat.class);
      job.setOutputKeyClass(BytesWritable.class);
      job.setOutputValueClass(BytesWritable.class);
    }
  },

  WORD_COUNT {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      WordText.write(dir, seed, bytes(COUNTED_BYTES, shares));
    }

    @Override
    void configure(Job job, long seed) {
      job.setMapperClass(WordCount.TokenizerMapper.class);
      job.setCombinerClass(WordCount.IntSumReducer.class);
      job.setReducerClass(WordCount.IntSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(IntWritable.class);
    }
  },

  /**
   * The pi estimator. Its input is a file for each map with one record, as the example writes it:
   * offset and number of points.
   */
  PI {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      Files.createDirectories(dir);
      long offset = 0;
      for (int f = 0; f < shares.length; f++) {
        long points = Math.round(PI_POINTS * shares[f]);
        try (SequenceFile.Writer out =
            SequenceFile.createWriter(
                new Configuration(),
                SequenceFile.Writer.file(
                    new org.apache.hadoop.fs.Path(dir.resolve("part" + f).toUri())),
                SequenceFile.Writer.keyClass(LongWritable.class),
                SequenceFile.Writer.valueClass(LongWritable.class))) {
          out.append(new LongWritable(offset), new LongWritable(points));
        }
        offset += points;
      }
    }

    @Override
    void configure(Job job, long seed) {
      job.setMapperClass(QuasiMonteCarlo.QmcMapper.class);
      job.setReducerClass(QuasiMonteCarlo.QmcReducer.class);
      job.setInputFormatClass(SequenceFileInputFormat.class);
      job.setOutputFormatClass(SequenceFileOutputFormat.class);
      job.setOutputKeyClass(BooleanWritable.class);
      job.setOutputValueClass(LongWritable.class);
    }
  },

  /** The search of the example, without the second job, which sorts the matches. */
  GREP {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      WordText.write(dir, seed + 1, bytes(SEARCHED_BYTES, shares));
    }

    @Override
    void configure(Job job, long seed) {
      job.getConfiguration().set(RegexMapper.PATTERN, "w[a-z0-9]*[aeiou]7[a-z0-9]*");
      job.setMapperClass(RegexMapper.class);
      job.setCombinerClass(LongSumReducer.class);
      job.setReducerClass(LongSumReducer.class);
      job.setOutputKeyClass(Text.class);
      job.setOutputValueClass(LongWritable.class);
    }
  },

  /** The paper's Twitter job. */
  RANKING {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      Files.createDirectories(dir);
      Random random = new Random(seed);
      int[] bytes = bytes(RANKED_BYTES, shares);
      for (int f = 0; f < bytes.length; f++) {
        try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("part-" + f), US_ASCII)) {
          for (int written = 0; written < bytes[f]; ) {
            String what = random.nextInt(4) == 0 ? "#" + random.nextInt(50) : user(random);
            String line = user(random) + " " + what + "\n";
            out.write(line);
            written += line.length();
          }
        }
      }
    }

    @Override
    void configure(Job job, long seed) {
      UserRanking.configure(job);
    }
  },

  /** One step of k-means. {@link SteeredLoad} runs several. */
  K_MEANS {
    @Override
    void write(Path dir, double[] shares, long seed) throws IOException {
      Files.createDirectories(dir);
      Random random = new Random(seed);
      List<double[]> middles = points(CLUSTERS, new Random(seed + 2));
      int[] bytes = bytes(CLUSTERED_BYTES, shares);
      for (int f = 0; f < bytes.length; f++) {
        try (BufferedWriter out = Files.newBufferedWriter(dir.resolve("part-" + f), US_ASCII)) {
          for (int written = 0; written < bytes[f]; ) {
            double[] point = middles.get(random.nextInt(CLUSTERS)).clone();
            for (int i = 0; i < DIMENSIONS; i++) {
              point[i] = Math.round(100 * point[i] + 1000 * random.nextGaussian()) / 100.0;
            }
            String line = KMeansCentres.line(point) + "\n";
            out.write(line);
            written += line.length();
          }
        }
      }
    }

    @Override
    void configure(Job job, long seed) {
      KMeansStep.configure(job, firstCentres(seed));
    }
  };

  private static final double MB = 1 << 20;
  private static final double SORTED_BYTES = 16 * MB;
  private static final double COUNTED_BYTES = 3 * MB;
  private static final double SEARCHED_BYTES = 14 * MB;
  private static final double RANKED_BYTES = 5 * MB;
  private static final double CLUSTERED_BYTES = 8 * MB;
  private static final double PI_POINTS = 8e7;
  private static final int USERS = 200_000;
  private static final int CLUSTERS = 200;
  private static final int DIMENSIONS = 8;

  /**
   * Writes an input file for each map.
   *
   * @param shares relative amount of work of each map
   */
  abstract void write(Path dir, double[] shares, long seed) throws IOException;

  /** Configures a job of this kind, with the same seed as for {@link #write}. */
  abstract void configure(Job job, long seed);

  /** Returns a readable name, which is also the job's. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the initial centres of k-means. They are independent of the points' true centres. */
  static KMeansCentres firstCentres(long seed) {
    return new KMeansCentres(points(CLUSTERS, new Random(seed + 3)));
  }

  private static List<double[]> points(int count, Random random) {
    List<double[]> points = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      double[] point = new double[DIMENSIONS];
      for (int i = 0; i < DIMENSIONS; i++) {
        point[i] = 100 * random.nextDouble();
      }
      points.add(point);
    }
    return points;
  }

  /** Returns a random user: few users have many followers. */
  private static String user(Random random) {
    return "u" + (int) Math.floor(Math.pow(USERS, random.nextDouble()));
  }

  private static int[] bytes(double ofOne, double[] shares) {
    int[] bytes = new int[shares.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (int) Math.round(ofOne * shares[i]);
    }
    return bytes;
  }
}
