// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.tools.rumen.TraceBuilder;
import org.apache.hadoop.util.ToolRunner;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.FinishedJob;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

public class RumenTraceReaderTest {
  private static final String ATTEMPT = "attempt_1400000000000_0001_";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private String file(String text) throws IOException {
    Path file = folder.newFile("trace" + System.nanoTime() + ".json").toPath();
    Files.write(file, text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    return file.toUri().toString();
  }

  private static String attempt(String kind, int task, int n, String result, long from, long to) {
    return String.format(
        Locale.ROOT,
        "{'attemptID':'%s%s_%06d_%d','result':'%s','startTime':%d,'finishTime':%d,"
            + "'hostName':'/r1/n1'}",
        ATTEMPT,
        kind,
        task,
        n,
        result,
        from,
        to);
  }

  private static String task(String kind, int number, String hosts, String... attempts) {
    return String.format(
        Locale.ROOT,
        "{'taskID':'task_1400000000000_0001_%s_%06d','taskType':'%s','preferredLocations':[%s],"
            + "'attempts':[%s]}",
        kind,
        number,
        kind.equals("m") ? "MAP" : "REDUCE",
        hosts,
        String.join(",", attempts));
  }

  private static String job(long submit, String maps, String reduces) {
    return "{'jobID':'job_1400000000000_0001','jobName':'count','user':'ann','queue':'etl',"
        + "'submitTime':"
        + submit
        + ",'jobMapMB':1536,'mapTasks':["
        + maps
        + "],'reduceTasks':["
        + reduces
        + "],'otherTasks':[]}\n";
  }

  @Test
  public void tasksRunAsLongAsTheirSuccessfulAttempt() throws Exception {
    String map =
        task(
            "m",
            0,
            "{'layers':['/r1','n1']}",
            attempt("m", 0, 0, "FAILED", 1_000, 3_000),
            attempt("m", 0, 1, "SUCCESS", 4_000, 10_000),
            attempt("m", 0, 2, "KILLED", 4_500, 5_000));
    String untimed = task("m", 1, "", attempt("m", 1, 0, "KILLED", 0, 0));
    // It waited for the last map, which ended at 10 s.
    String reduce = task("r", 0, "", attempt("r", 0, 0, "SUCCESS", 6_000, 15_000));
    Workload workload =
        jobs(file(job(500_000, map, "") + job(100_000, map + "," + untimed, reduce)), 1);
    assertEquals(2, workload.jobs().size());
    SimJob first = workload.jobs().get(0);
    assertEquals(0, first.submitMs());
    assertEquals(400_000, workload.jobs().get(1).submitMs());
    assertEquals("count", first.name());
    assertEquals("etl", first.queue());
    assertEquals("ann", first.user());
    assertEquals(1, first.stages().get(0).tasks().size());
    assertEquals(6_000, first.stages().get(0).tasks().get(0).durationMs());
    assertEquals(1_536, first.stages().get(0).tasks().get(0).memoryMb());
    assertEquals(Collections.singletonList("n1"), first.stages().get(0).tasks().get(0).hosts());
    assertEquals(5_000, first.stages().get(1).tasks().get(0).durationMs());
    assertEquals(1_024, first.stages().get(1).tasks().get(0).memoryMb());
  }

  /** Reads MapReduce's histories through Rumen's own builder, as the documentation describes. */
  @Test
  public void finishedJobIsReadThroughTheTraceBuilder() throws Exception {
    Path done = folder.newFolder("done").toPath();
    for (int number = 1; number <= 2; number++) {
      new FinishedJob("count", number)
          .memory(2_048, 1_600)
          .set("mapreduce.job.name", "count")
          .set("mapreduce.job.queuename", "q")
          .set("mapreduce.map.cpu.vcores", "2")
          .map(30_000, 100, 100, 1_000)
          .map(40_000, 100, 100, 1_000)
          .reducer(20_000, 1_000, 2, 100, 0)
          .write(done);
    }
    String trace = new File(folder.getRoot(), "jobs.json").toURI().toString();
    String topology = new File(folder.getRoot(), "topology.json").toURI().toString();
    TraceBuilder builder = new TraceBuilder();
    String[] arguments = {"-recursive", trace, topology, done.toUri().toString()};
    assertEquals(0, ToolRunner.run(new Configuration(), builder, arguments));
    Workload workload = jobs(trace, 1);
    assertEquals(2, workload.jobs().size());
    SimJob job = workload.jobs().get(0);
    assertEquals("count", job.name());
    assertEquals("q", job.queue());
    SimTask map = job.stages().get(0).tasks().get(1);
    assertEquals(40_000, map.durationMs());
    assertEquals(2_048, map.memoryMb());
    assertEquals(2, map.vcores());
    assertEquals(20_000, job.stages().get(1).tasks().get(0).durationMs());
    CommandRun run =
        CommandRun.of(
            "simulate",
            "--format",
            "rumen",
            "--trace",
            trace,
            "--topology",
            topology,
            "--systems",
            "fair,elastic-fair");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("trace, jobs.json"));
    assertFalse(run.out, run.out.contains("did not finish"));
  }

  @Test
  public void vcoresAreThoseOfTheJobConfiguration() throws Exception {
    String map = task("m", 0, "", attempt("m", 0, 0, "SUCCESS", 1_000, 3_000));
    String reduce = task("r", 0, "", attempt("r", 0, 0, "SUCCESS", 4_000, 5_000));
    String with = "'jobProperties':{'mapreduce.map.cpu.vcores':'3'},'jobMapMB'";
    String job = job(0, map, reduce).replace("'jobMapMB'", with);
    SimJob read = jobs(file(job), 2).jobs().get(0);
    assertEquals(3, read.stages().get(0).tasks().get(0).vcores());
    assertEquals(2, read.stages().get(1).tasks().get(0).vcores());
    String wrong = file(job.replace("'3'", "'some'"));
    ToolException e = assertThrows(ToolException.class, () -> jobs(wrong, 2));
    assertTrue(e.getMessage(), e.getMessage().contains("mapreduce.map.cpu.vcores=some"));
  }

  @Test
  public void jobWithoutASubmitTimeIsLeftOut() throws Exception {
    String map = task("m", 0, "", attempt("m", 0, 0, "SUCCESS", 1_000, 3_000));
    String known = job(1_400_000_000_000L, map, "") + job(1_400_000_007_000L, map, "");
    String file = file(job(-1, map, "") + known);
    List<String> warnings = new ArrayList<>();
    Workload workload = RumenTraceReader.jobs(file, 1_024, 1, new Configuration(), warnings::add);
    assertEquals(2, workload.jobs().size());
    assertEquals(0, workload.jobs().get(0).submitMs());
    assertEquals(7_000, workload.jobs().get(1).submitMs());
    assertEquals(1, warnings.size());
    assertTrue(warnings.get(0), warnings.get(0).contains("jobs without a submit time (1)"));
    String none = file(job(-1, map, ""));
    ToolException e = assertThrows(ToolException.class, () -> jobs(none, 1));
    assertTrue(e.getMessage(), e.getMessage().contains("timed tasks and a submit time"));
  }

  private static Workload jobs(String file, int vcores) throws IOException, ToolException {
    return RumenTraceReader.jobs(file, 1_024, vcores, new Configuration(), warning -> {});
  }

  @Test
  public void traceWithoutTimedTasksIsRefused() throws Exception {
    String file = file(job(0, "", ""));
    assertThrows(ToolException.class, () -> jobs(file, 1));
  }

  @Test
  public void nodesAreTheLeavesOfTheTopology() throws Exception {
    ClusterTopology nodes =
        RumenTraceReader.nodes(
            file(
                "{'name':'<root>','children':[{'name':'r1','children':[{'name':'n1','children':null},"
                    + "{'name':'n2','children':null}]},{'name':'r2','children':"
                    + "[{'name':'n3','children':null}]}]}"),
            4_096,
            4,
            100,
            new Configuration(),
            new TraceSummary());
    assertEquals(3, nodes.nodes().size());
    assertEquals("n3", nodes.nodes().get(2).host());
    assertEquals("/r2", nodes.nodes().get(2).rack());
    assertEquals(3 * 4_096, nodes.memoryMb());
  }
}
