// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

public class SlsTraceReaderTest {
  private static final Configuration CONF = new Configuration();

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file(String... lines) throws IOException {
    Path file = folder.newFile().toPath();
    return Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private static Workload jobs(Path file, long defaultMb, int defaultVcores) throws ToolException {
    return SlsTraceReader.jobs(
        file.toString(),
        CONF,
        defaultMb,
        defaultVcores,
        Collections.emptySet(),
        new TraceSummary());
  }

  private static ClusterTopology ownNodes(
      Path file, long memoryMb, int vcores, double diskMbPerSecond) throws ToolException {
    return SlsNodeReader.ownNodes(file.toString(), CONF, memoryMb, vcores, diskMbPerSecond);
  }

  private static final String JOB =
      "{'am.type':'mapreduce','job.start.ms':2000,'job.end.ms':95375,"
          + "'job.queue.name':'root.etl.night','job.id':'job_7','job.user':'ann','job.tasks':["
          + "{'container.host':'/rack1/n4','container.start.ms':6664,'container.end.ms':23707,"
          + "'container.priority':20,'container.type':'map'},"
          + "{'count':'3','duration.ms':5000,'container.memory-mb':2048,'container.vcores':'2'},"
          + "{'container.duration.ms':7000,'container.type':'reduce'}]}";

  @Test
  public void jobsAreReadAsInTheSchedulerLoadSimulator() throws Exception {
    Workload workload =
        jobs(
            file(
                JOB.replace('\'', '"'),
                "{\"job.count\": 2, \"job.tasks\": [{\"duration.ms\": 1}]}"),
            1_024,
            3);
    assertEquals(3, workload.jobs().size());
    SimJob job = workload.jobs().stream().filter(j -> j.id() == 1).findFirst().get();
    assertEquals("job_7", job.name());
    assertEquals("etl.night", job.queue());
    assertEquals("ann", job.user());
    assertEquals(2_000, job.submitMs());
    assertEquals(4, job.stages().get(0).tasks().size());
    SimTask first = job.stages().get(0).tasks().get(0);
    assertEquals(17_043, first.durationMs());
    assertEquals(1_024, first.memoryMb());
    assertEquals(3, first.vcores());
    assertEquals(Collections.singletonList("n4"), first.hosts());
    SimTask second = job.stages().get(0).tasks().get(3);
    assertEquals(2_048, second.memoryMb());
    assertEquals(2, second.vcores());
    assertEquals(5_000, second.durationMs());
    assertEquals(7_000, job.stages().get(1).tasks().get(0).durationMs());
    assertEquals(1.0, job.stages().get(1).predecessors().get(0), 0);
    assertEquals("default", workload.jobs().get(0).user());
  }

  private static String task(String kind, long startMs, long endMs) {
    return String.format(
        Locale.ROOT,
        "{\"container.type\": \"%s\", \"container.start.ms\": %d, \"container.end.ms\": %d}",
        kind,
        startMs,
        endMs);
  }

  @Test
  public void waitOfAReducerForItsMapsIsNotCountedTwice() throws Exception {
    String tasks =
        String.join(
            ", ",
            task("map", 0, 60_000),
            task("map", 10_000, 100_000),
            task("reduce", 5_000, 120_000),
            task("reduce", 110_000, 125_000),
            task("reduce", 5_000, 90_000),
            "{\"container.type\": \"reduce\", \"duration.ms\": 115000}");
    Path file = file("{\"job.tasks\": [" + tasks + "]}");
    SimJob job = jobs(file, 1_024, 1).jobs().get(0);
    assertEquals(90_000, job.stages().get(0).tasks().get(1).durationMs());
    // The first waited until 100 s, the second began later; the third ended before its maps, and
    // the last one's time is given as such.
    assertEquals(
        Arrays.asList(20_000L, 15_000L, 1L, 115_000L),
        job.stages().get(1).tasks().stream().map(SimTask::durationMs).collect(Collectors.toList()));
  }

  @Test
  public void submitTimesStartWithTheFirstJob() throws Exception {
    String job = "{\"job.start.ms\": %d, \"job.tasks\": [{\"duration.ms\": 1}]}";
    Path file =
        file(
            String.format(Locale.ROOT, job, 1_400_000_009_000L),
            String.format(Locale.ROOT, job, 1_400_000_000_000L));
    Workload workload = jobs(file, 1_024, 1);
    assertEquals(0, workload.jobs().get(0).submitMs());
    assertEquals(9_000, workload.jobs().get(1).submitMs());
  }

  @Test
  public void nodesAreReadWithTheirOwnSizes() throws Exception {
    ClusterTopology nodes =
        SlsNodeReader.nodes(
            file(
                    "{\"rack\": \"r1\", \"nodes\": [{\"node\": \"n1\"},"
                        + " {\"node\": \"n2\", \"memory-mb\": \"4096\", \"vcores\": 3}]}",
                    "{\"rack\": \"r2\", \"nodes\": [{\"node\": \"n3\"}]}")
                .toString(),
            CONF,
            8_192,
            8,
            100,
            new TraceSummary());
    assertEquals(3, nodes.nodes().size());
    assertEquals("/r1", nodes.nodes().get(1).rack());
    assertEquals(4_096, nodes.nodes().get(1).memoryMb());
    assertEquals(3, nodes.nodes().get(1).vcores());
    assertEquals(8_192, nodes.nodes().get(2).memoryMb());
  }

  @Test
  public void nodesAreThoseNamedInTheTrace() throws Exception {
    Path counted = file("{\"num.nodes\": 5, \"num.racks\": \"2\"}", JOB.replace('\'', '"'));
    ClusterTopology nodes = ownNodes(counted, 8_192, 8, 100);
    assertEquals(6, nodes.nodes().size());
    assertEquals("node0", nodes.nodes().get(0).host());
    assertEquals("/rack0", nodes.nodes().get(0).rack());
    assertEquals("/rack1", nodes.nodes().get(3).rack());
    assertEquals("n4", nodes.nodes().get(5).host());
    assertEquals("/rack1", nodes.nodes().get(5).rack());
    assertEquals(8_192, nodes.nodes().get(5).memoryMb());
    nodes = ownNodes(file(JOB.replace('\'', '"')), 8_192, 8, 100);
    assertEquals(1, nodes.nodes().size());
    nodes =
        ownNodes(
            file("{\"job.tasks\": [{\"duration.ms\": 1, \"container.host\": \"h\"}]}"), 1, 1, 1);
    assertEquals("/default-rack", nodes.nodes().get(0).rack());
    assertNull(ownNodes(file("{\"job.tasks\": [{\"duration.ms\": 1}]}"), 8_192, 8, 100));
  }

  private void assertRefused(String part, String... lines) throws IOException {
    Path file = file(lines);
    ToolException e = assertThrows(ToolException.class, () -> jobs(file, 1_024, 1));
    assertTrue(e.getMessage(), e.getMessage().contains(part));
  }

  @Test
  public void unsupportedTraceIsRefusedByName() throws Exception {
    assertRefused(
        "am.type=slider", "{\"am.type\": \"slider\", \"job.tasks\": [{\"duration.ms\": 1}]}");
    assertRefused("jobs without timed tasks", "{\"job.id\": \"j\", \"job.tasks\": [{}]}");
    assertRefused("duration.ms=soon", "{\"job.tasks\": [{\"duration.ms\": \"soon\"}]}");
    assertRefused("jobs without timed tasks (1)", "{\"job.tasks\": []}");
    assertRefused("line 1, column", "{\"job.tasks\": ");
    assertRefused("give job.tasks", "{\"num.nodes\": 3}");
  }
}
