// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.tez;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.tez.common.TezYARNUtils;
import org.apache.tez.dag.api.TezConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.experiment.BenchSystem;
import org.yarnext.benchmarks.jobs.SleepRun;
import org.yarnext.benchmarks.report.BenchResult;
import org.yarnext.benchmarks.report.JobRecord;
import org.yarnext.common.FeatureMode;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.minicluster.jobs.SleepDag;
import org.yarnext.tez.TezEstimatorConfiguration;
import org.yarnext.tez.am.EstimatingTaskScheduler;

/** The mix is the same for every system, and a DAG counts only if each of its tasks has slept. */
public class TezMixTest {
  private static final int TASKS = 3;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private void slept(String task, int attempt, long... times) throws IOException {
    Path file = folder.getRoot().toPath().resolve(task + "-" + attempt);
    StringBuilder lines = new StringBuilder();
    for (long time : times) {
      lines.append(time).append('\n');
    }
    Files.write(file, lines.toString().getBytes(UTF_8));
  }

  private BenchResult result(String failure) throws IOException {
    List<SleepDag.Sleep> sleeps = SleepDag.read(folder.getRoot().toPath());
    JobRecord record = SleepRun.record("job 1", 10_000, TASKS, sleeps, failure);
    return new BenchResult("tez", Collections.singletonList(record), 0);
  }

  @Test
  public void everyTaskThatSleptCountsOnce() throws IOException {
    slept("stage-0-0", 0, 11_000, 12_000);
    slept("stage-0-1", 0, 11_000);
    slept("stage-0-1", 1, 12_500, 13_500);
    slept("stage-1-0", 0, 14_000, 14_500);
    BenchResult result = result("");
    assertEquals(3, result.succeeded());
    assertEquals(0, result.failed());
    assertEquals("begun, and not ended", 1, result.stopped(), 0);
    assertEquals(4.5, result.jobLatency(95), 1e-9);
  }

  @Test
  public void taskThatSleptTwiceCountsOnce() throws IOException {
    slept("stage-0-0", 0, 11_000, 12_000);
    slept("stage-0-0", 1, 11_000, 12_100);
    slept("stage-0-1", 0, 11_000, 12_000);
    slept("stage-1-0", 0, 14_000, 14_500);
    assertEquals(3, result("").succeeded());
  }

  @Test
  public void taskThatNeverSleptIsAFailure() throws IOException {
    slept("stage-0-0", 0, 11_000, 12_000);
    slept("stage-0-1", 0, 11_000, 12_000);
    BenchResult result = result("");
    assertEquals(1, result.failed());
    String why = result.jobs.get(0).attempts.get(2).why;
    assertEquals("2 of 3 tasks slept", why);
    assertEquals(1, result("it was killed").failed());
  }

  @Test
  public void dagThatNeverBeganIsAFailure() throws IOException {
    assertTrue(SleepDag.read(folder.getRoot().toPath().resolve("none")).isEmpty());
    assertEquals(1, result("").failed());
  }

  private static Map<String, String> settings(BenchSystem system) {
    return TezMixComparison.settings(system, Paths.get(".."), Paths.get("history"));
  }

  @Test
  public void unmodifiedTezHasNoCustomSettings() {
    assertTrue(settings(BenchSystem.TEZ_STOCK).isEmpty());
    assertTrue(settings(BenchSystem.TEZ_MERCURY).isEmpty());
  }

  @Test
  public void onlyEstimatorSettingsDifferWithoutEstimates() {
    Map<String, String> with = settings(BenchSystem.TEZ_MERCURY_ESTIMATES);
    Map<String, String> without = settings(BenchSystem.TEZ_MERCURY_SCHEDULER);
    Set<String> differing = new TreeSet<>(with.keySet());
    differing.addAll(without.keySet());
    differing.removeIf(key -> Objects.equals(with.get(key), without.get(key)));
    assertEquals(
        "[tez.estimator.history.dir, tez.estimator.hybrid.threshold, tez.task.launch.env]",
        differing.toString());
    assertEquals("history", with.get("tez.estimator.history.dir"));
    assertEquals(
        EstimatingTaskScheduler.class.getName(),
        without.get(TezConfiguration.TEZ_AM_YARN_SCHEDULER_CLASS));
  }

  @Test
  public void disabledEstimatesKeepChooseAndDeclareNothing() throws Exception {
    Configuration conf = new Configuration(false);
    settings(BenchSystem.TEZ_MERCURY_SCHEDULER).forEach(conf::set);
    TezEstimatorConfiguration read = TezEstimatorConfiguration.read(conf);
    assertEquals(FeatureMode.ON, read.mode());
    assertEquals("", read.historyDir());
    assertFalse(read.executionTypePolicy("dag").mayChoose());
    Map<String, String> environment = new HashMap<>();
    TezYARNUtils.appendToEnvFromInputString(
        environment, conf.get(TezConfiguration.TEZ_TASK_LAUNCH_ENV), ":");
    assertTrue(environment.containsKey(RunTimeHint.ENVIRONMENT_VARIABLE));
    assertNull(RunTimeHint.declared(environment));
  }

  @Test
  public void mixFollowsTheSeed() {
    TezMixLoad load = new TezMixLoad(12, 5, 1, 0);
    TezMixLoad again = new TezMixLoad(12, 5, 1, 0);
    TezMixLoad other = new TezMixLoad(12, 6, 1, 0);
    int[] kinds = new int[TezMixLoad.Kind.values().length];
    for (int job = 0; job < load.jobs(); job++) {
      TezMixLoad.Kind kind = load.kind(job);
      kinds[kind.ordinal()]++;
      assertEquals(load.stages(kind, job), again.stages(kind, job));
      assertTrue(!load.stages(kind, job).equals(other.stages(kind, job)));
    }
    assertEquals("[6, 4, 2]", Arrays.toString(kinds));
  }

  @Test
  public void pausesFollowTheSeedAndHaveTheirMean() {
    assertEquals(0, new TezMixLoad(12, 5, 1, 0).pauseMs(3));
    TezMixLoad load = new TezMixLoad(1_000, 5, 1, 20);
    assertEquals(load.pauseMs(3), new TezMixLoad(1_000, 5, 1, 20).pauseMs(3));
    double mean = IntStream.range(0, 1_000).mapToLong(load::pauseMs).average().getAsDouble();
    assertEquals(20_000, mean, 2_000);
  }

  @Test
  public void eachTenantHasAQueue() {
    String root = "yarn.scheduler.capacity.root.";
    Map<String, String> settings = TenantQueues.settings(3);
    assertEquals("default,tenant-0,tenant-1,tenant-2", settings.get(root + "queues"));
    assertEquals("33", settings.get(root + "tenant-2.capacity"));
    assertEquals("33", settings.get(root + "tenant-2.maximum-capacity"));
    assertEquals("1", settings.get(root + "default.capacity"));
  }

  @Test
  public void taskTimesAreNearTheMeanOfTheirStage() {
    List<Integer> first = new TezMixLoad(1, 1, 1, 0).stages(TezMixLoad.Kind.LONG, 0).get(0);
    assertEquals(6, first.size());
    for (int ms : first) {
      assertEquals(14_000, ms, 14_000 / 3.0 + 1);
    }
    List<Integer> stretched = new TezMixLoad(1, 1, 2, 0).stages(TezMixLoad.Kind.LONG, 0).get(0);
    assertEquals(2.0 * first.get(0), stretched.get(0), 1);
  }
}
