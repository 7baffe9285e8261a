// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RecordedJobs;
import org.yarnext.tools.history.record.RecordedJob;
import org.yarnext.tools.history.record.RecordedUsage;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.site.StockScheduler;

public class HistoryWorkloadTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Reads an application of Spark with one executor, which begins at once. */
  private RecordedJob job(int number, long submitMs, long runMs, String queue)
      throws IOException, ToolException {
    String id = String.format(Locale.ROOT, "application_1700000000000_%04d", number);
    Path file = folder.getRoot().toPath().resolve(id);
    String log =
        "{\"Event\":\"SparkListenerApplicationStart\",\"App Name\":\"n\",\"App ID\":\"%s\","
            + "\"Timestamp\":%d,\"User\":\"u\"}\n"
            + "{\"Event\":\"SparkListenerEnvironmentUpdate\",\"Spark Properties\":"
            + "{\"spark.yarn.queue\":\"%s\",\"spark.executor.memory\":\"1g\"}}\n"
            + "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":%2$d,\"Executor"
            + " ID\":\"1\"}\n"
            + "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":%4$d}\n";
    Files.write(
        file,
        String.format(Locale.ROOT, log, id, submitMs, queue, submitMs + runMs).getBytes("UTF-8"));
    return new RecordedJobs(new Configuration(false))
        .read(new org.apache.hadoop.fs.Path(file.toUri()))
        .get(0);
  }

  private static List<String> ids(List<RecordedJob> jobs) {
    return jobs.stream().map(job -> job.id().substring(28)).collect(Collectors.toList());
  }

  @Test
  public void busiestTimeHasTheMostWork() throws Exception {
    List<RecordedJob> jobs = new ArrayList<>();
    jobs.add(job(1, 1_000, 10_000, "q"));
    jobs.add(job(4, 90_000, 40_000, "q"));
    jobs.add(job(2, 50_000, 30_000, "q"));
    jobs.add(job(3, 55_000, 30_000, "q"));
    assertEquals("[02, 03, 04]", ids(HistoryWorkload.busiest(jobs, 40_000)).toString());
    assertEquals("[02, 03]", ids(HistoryWorkload.busiest(jobs, 20_000)).toString());
    assertEquals("[04]", ids(HistoryWorkload.busiest(jobs, 1)).toString());
    assertEquals("[01, 02, 03, 04]", ids(HistoryWorkload.busiest(jobs, 0)).toString());
  }

  @Test
  public void jobsKeepTheirTimesAndMeasurements() throws Exception {
    List<RecordedJob> jobs = new ArrayList<>();
    jobs.add(job(2, 5_000, 30_000, "root.q"));
    jobs.add(job(1, 1_000, 10_000, "q"));
    OmissionCounter omitted = new OmissionCounter();
    HistoryWorkload workload = HistoryWorkload.of(jobs, 0, cluster(), 128, Profiles.NONE, omitted);
    List<SimJob> simulated = workload.workload().jobs();
    assertEquals(0, simulated.get(0).submitMs());
    assertEquals(4_000, simulated.get(1).submitMs());
    assertEquals(10_000, simulated.get(0).stages().get(0).tasks().get(0).durationMs());
    assertEquals(30_000L, (long) workload.measuredMs().get(simulated.get(1).id()));
    assertEquals(Collections.emptyList(), omitted.lines());
  }

  private static AdvisedCluster cluster() {
    return new AdvisedCluster(
        ClusterTopology.of(1, 4096, 4, 100),
        StockScheduler.CAPACITY,
        Collections.singleton("q"),
        Collections.emptyMap(),
        Collections.emptyList());
  }

  private static RecordedJob job(String id, String framework, long submitMs, long startMs) {
    RecordedJob.Stage stage =
        new RecordedJob.Stage(
            "map",
            20,
            1_024,
            1,
            new int[0],
            new int[] {10_000},
            framework.equals("TEZ")
                ? RecordedUsage.NONE
                : RecordedUsage.of(1_024, 1, 10_000, 256L << 20, 4_000));
    long readyMs = submitMs + startMs;
    return new RecordedJob(
        id,
        id,
        framework,
        "u",
        "q",
        RecordedJob.Times.of(submitMs, readyMs + 20_000).readyAt(readyMs),
        Collections.singletonList(stage));
  }

  @Test
  public void mastersOfEachFrameworkHaveTheirOwnStart() {
    List<RecordedJob> jobs =
        Arrays.asList(
            job("a", "MAPREDUCE", 1_000, 9_000),
            job("b", "TEZ", 2_000, 2_500),
            job("c", "MAPREDUCE", 3_000, 4_000));
    HistoryWorkload workload =
        HistoryWorkload.of(jobs, 0, cluster(), 128, Profiles.NONE, new OmissionCounter());
    assertEquals("{MAPREDUCE=4000, TEZ=2500}", workload.masterMs().toString());
    List<Long> submitMs =
        workload.workload().jobs().stream().map(SimJob::submitMs).collect(Collectors.toList());
    assertEquals("b is ready first", Arrays.asList(0L, 500L, 2_500L), submitMs);
    assertEquals("a waited for 5 s", 25_000L, (long) workload.measuredMs().get(1));
    assertEquals(
        " Application Masters need at least 4.0 s (MAPREDUCE), 2.5 s (TEZ) before their first"
            + " request; the times below do not include it.",
        AdviceBasis.masters(workload.masterMs()));
    assertEquals("", AdviceBasis.masters(Collections.emptyMap()));
    assertEquals("two of three jobs tell", 2 / 3.0, workload.usageShare(), 1e-9);
    assertEquals(0.25, workload.usage().memoryUse(), 1e-9);
    assertEquals(0.4, workload.usage().cpuUse(), 1e-9);
  }
}
