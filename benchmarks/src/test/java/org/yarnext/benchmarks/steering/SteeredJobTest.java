// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The jobs in this process, with little to do. */
public class SteeredJobTest {
  private static final double[] SHARES = {0.002, 0.004};

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path dir(String name) {
    return folder.getRoot().toPath().resolve(name);
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }

  private interface SetUp {
    void on(Job job);
  }

  /** Returns how many records the maps read. */
  private long run(Path input, Path output, SetUp setUp) throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", dir("tmp").toString());
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 50);
    conf.set("mapreduce.input.fileinputformat.split.minsize", Long.toString(Long.MAX_VALUE));
    Job job = Job.getInstance(conf);
    setUp.on(job);
    FileInputFormat.addInputPath(job, hadoop(input));
    FileOutputFormat.setOutputPath(job, hadoop(output));
    assertTrue(job.waitForCompletion(false));
    return job.getCounters().findCounter(TaskCounter.MAP_INPUT_RECORDS).getValue();
  }

  private static List<String> lines(Path output) throws IOException {
    return Files.readAllLines(output.resolve("part-r-00000"), US_ASCII);
  }

  @Test
  public void everyJobRunsOnItsInput() throws Exception {
    for (SteeredJob job : SteeredJob.values()) {
      Path input = dir("in-" + job);
      job.write(input, SHARES, 5);
      long records = run(input, dir("out-" + job), mapReduce -> job.configure(mapReduce, 5));
      assertTrue(job + " read " + records, records >= SHARES.length);
      File[] output = dir("out-" + job).toFile().listFiles((d, name) -> !name.startsWith("."));
      assertTrue(job + " wrote " + Arrays.toString(output), output.length >= 2);
    }
  }

  @Test
  public void sharesDetermineTheSizesOfTextFiles() throws Exception {
    for (SteeredJob job : new SteeredJob[] {SteeredJob.SORT, SteeredJob.GREP, SteeredJob.K_MEANS}) {
      Path input = dir("sizes-" + job);
      job.write(input, new double[] {0.01, 0.03}, 5);
      List<Long> sizes = new ArrayList<>();
      for (File file : input.toFile().listFiles((d, name) -> !name.startsWith("."))) {
        sizes.add(file.length());
      }
      sizes.sort(null);
      assertEquals(job.toString(), 2, sizes.size());
      assertEquals(job.toString(), 3.0, sizes.get(1) / (double) sizes.get(0), 0.1);
    }
  }

  @Test
  public void usersAreRankedByFollowersAndMessages() throws Exception {
    Path input = dir("users");
    Files.createDirectories(input);
    Files.write(input.resolve("a"), Arrays.asList("x y", "z y", "x #3", "w #15"), US_ASCII);
    Files.write(input.resolve("b"), Arrays.asList("y x", "w #4"), US_ASCII);
    run(input, dir("ranks"), UserRanking::configure);
    assertEquals(Arrays.asList("x\t13", "w\t19", "y\t20"), lines(dir("ranks")));
  }

  @Test
  public void kMeansStepMovesCentresToTheMeanOfTheirPoints() throws Exception {
    Path input = dir("points");
    Files.createDirectories(input);
    Files.write(input.resolve("a"), Arrays.asList("0,0", "2,0", "10,10"), US_ASCII);
    Files.write(input.resolve("b"), Arrays.asList("1,3", "12,10"), US_ASCII);
    KMeansCentres from = KMeansCentres.parse("0,0;11,11;500,500");
    run(input, dir("moved"), job -> KMeansStep.configure(job, from));
    assertEquals(Arrays.asList("0\t1.0,1.0", "1\t11.0,10.0"), lines(dir("moved")));
  }
}
