// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.compressors.CompressorStreamFactory;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/** Traces of public bug reports are simulated with the right results. */
public class TraceCasesTest extends TraceTestBase {
  // T1 ------------------------------------------------------------------------------------------

  @Test
  public void otherResourcesAreRequestedAndLimited() throws Exception {
    String trace = file("sls-gpu-jobs.json");
    for (String system : new String[] {"fair", "capacity", "elastic-fair", "srtf", "meganode"}) {
      String stock = system.equals("capacity") ? "capacity" : "fair," + system;
      List<String[]> jobs =
          jobs(system, trace, "--topology", file("sls-gpu-nodes.json"), "--systems", stock);
      assertTrue(system + " " + seconds(jobs.get(0)), seconds(jobs.get(0)) >= 480);
      assertTrue(system + " " + seconds(jobs.get(0)), seconds(jobs.get(0)) < 600);
    }
  }

  @Test
  public void labelsAreNamedAsNotModelled() throws Exception {
    CommandRun run = simulate(file("sls-gpu-jobs.json"), "--topology", file("sls-gpu-nodes.json"));
    assertNamed("not modelled: job.label.expression of jobs (1)", run);
    assertNamed("not modelled: labels of nodes (1)", run);
  }

  @Test
  public void resourcesThatNoNodeHasAreRefused() throws Exception {
    assertRefused("4 yarn.io/gpu, more than any node has", simulate(file("sls-gpu-jobs.json")));
    assertEquals(0, simulate(file("sls-gpu-jobs.json"), "--node-resource", "yarn.io/gpu=8").status);
    assertRefused(
        "mercury-central does not model resources such as yarn.io/gpu",
        simulate(
            file("sls-gpu-jobs.json"),
            "--topology",
            file("sls-gpu-nodes.json"),
            "--systems",
            "mercury-central"));
    assertRefused(
        "is not a resource type",
        simulate(file("sls-gpu-jobs.json"), "--node-resource", "vcores=4"));
  }

  @Test
  public void anyResourceOfTheNodesIsModelled() throws Exception {
    String nodes = written("{'rack':'r','nodes':[{'node':'a','fpga':1}]}".replace('\'', '"'));
    String trace =
        written(
            "{'job.id':'j','job.tasks':[{'duration.ms':10000,'container.fpga':1,'count':3}]}"
                .replace('\'', '"'));
    assertTrue(seconds(jobs("fair", trace, "--topology", nodes).get(0)) >= 30);
    String none = written("{'rack':'r','nodes':[{'node':'a','fpga':1}]}".replace('\'', '"'));
    assertNamed(
        "node resource fpga, which no task requests (1)",
        simulate(file("sls-bom.json"), "--topology", none));
    assertNamed("container.fpga, nearest known", simulate(trace));
  }

  // T2 and T3 -----------------------------------------------------------------------------------

  @Test
  public void rumenJobsAfterOneThatCannotBeMappedAreRead() throws Exception {
    String trace = file("rumen-stops-at-time.json");
    assertEquals(3, jobs("fair", trace, "--format", "rumen").size());
    assertNamed("left out: jobs without timed tasks (1)", simulate(trace, "--format", "rumen"));
  }

  @Test
  public void rumenTraceThatIsCutOffIsRefusedWithThePlace() throws Exception {
    byte[] all = Files.readAllBytes(Paths.get(file("rumen-stops-at-time.json")));
    String cut = written(Arrays.copyOf(all, all.length - 300));
    assertRefused(", line 1", simulate(cut, "--format", "rumen"));
    assertRefused("cut off", simulate(cut, "--format", "rumen"));
  }

  @Test
  public void nullsInRumenTracesAreMissingValues() throws Exception {
    for (String field : new String[] {"properties", "queue", "reduces", "user"}) {
      List<String[]> jobs =
          jobs("fair", file("rumen-null-" + field + ".json"), "--format", "rumen");
      assertEquals(field, 1, jobs.size());
      assertTrue(field, seconds(jobs.get(0)) > 6.8);
      assertEquals(field.equals("user") ? "default" : "u1", jobs.get(0)[6]);
      assertEquals("default", jobs.get(0)[7]);
    }
    assertNamed(
        "assumed: default for jobs without a queue (1)",
        simulate(file("rumen-null-queue.json"), "--format", "rumen"));
    String text =
        new String(
            Files.readAllBytes(Paths.get(file("rumen-null-user.json"))), StandardCharsets.UTF_8);
    for (String field :
        "jobName,taskType,attempts,hostName,preferredLocations,layers,totalMaps,outcome,mapTasks"
            .split(",")) {
      String nulled =
          text.replaceFirst("\"" + field + "\" : [^,\\]}]*", "\"" + field + "\" : null");
      CommandRun run = simulate(written(nulled), "--format", "rumen");
      assertFalse(run.toString(), run.err.contains("Exception: "));
    }
  }

  // T4 ------------------------------------------------------------------------------------------

  @Test
  public void jobsTasksAndRacksWithNothingInThemAreLeftOutAndCounted() throws Exception {
    assertEquals(1, jobs("fair", file("sls-empty-tasks.json")).size());
    assertNamed("left out: jobs without timed tasks (1)", simulate(file("sls-empty-tasks.json")));
    assertEquals("1", jobs("fair", file("sls-unfinished-attempt.json")).get(0)[8]);
    assertNamed(
        "left out: tasks without a start and an end (1)",
        simulate(file("sls-unfinished-attempt.json")));
    assertNamed(
        "left out: racks without nodes (1)",
        simulate(file("sls-bom.json"), "--topology", file("sls-nodes-empty-rack.json")));
    String twice =
        written(
            "{'rack':null,'nodes':[{'node':'n'},{'node':'n'},{'node':null}]}".replace('\'', '"'));
    assertNamed(
        "left out: nodes with the name of another (1)",
        simulate(file("sls-bom.json"), "--topology", twice));
  }

  // T5 ------------------------------------------------------------------------------------------

  @Test
  public void containersOfDagsWaitForTheirDelaysAlone() throws Exception {
    for (String system : new String[] {"fair", "capacity", "meganode"}) {
      String stock = system.equals("meganode") ? "fair,meganode" : system;
      String[] job = jobs(system, file("sls-dag.json"), "--systems", stock).get(0);
      // The second is requested a minute after the master has started, and takes 14.9 s.
      assertTrue(system + " " + seconds(job), seconds(job) >= 74.9 && seconds(job) < 80);
    }
    assertNamed(
        "container.execution.type=OPPORTUNISTIC, simulated as guaranteed (1)",
        simulate(file("sls-dag.json")));
    assertRefused(
        "does not model delays of requests",
        simulate(file("sls-dag.json"), "--systems", "stock-federation"));
    String map = "{'container.type':'map','duration.ms':30000}";
    String reduce = "{'container.type':'reduce','duration.ms':30000}";
    String jobs = "{'%s':'%s','job.id':'j','job.tasks':[" + map + "," + reduce + "]}";
    for (String key : new String[] {"am.type", "yarn.sls.am.type"}) {
      String dag = written(String.format(Locale.ROOT, jobs, key, "dag").replace('\'', '"'));
      assertTrue(seconds(jobs("fair", dag).get(0)) < 45);
      String mapReduce =
          written(String.format(Locale.ROOT, jobs, key, "mapreduce").replace('\'', '"'));
      assertTrue(seconds(jobs("fair", mapReduce).get(0)) > 60);
    }
  }

  @Test
  public void mastersHaveTheirOwnSizes() throws Exception {
    String job = "{'job.id':'j%d','am.memory-mb':%d,'job.tasks':[{'duration.ms':60000}]}";
    String small =
        written(
            (String.format(Locale.ROOT, job, 1, 1024) + String.format(Locale.ROOT, job, 2, 1024))
                .replace('\'', '"'));
    String large =
        written(
            (String.format(Locale.ROOT, job, 1, 3500) + String.format(Locale.ROOT, job, 2, 3500))
                .replace('\'', '"'));
    String[] one = {"--nodes", "1", "--systems", "fair", "-D", "yarn.scheduler.fair.x=1"};
    assertTrue(seconds(jobs("fair", small, one).get(1)) < 70);
    assertTrue(seconds(jobs("fair", large, one).get(1)) > 100);
    // More than half of the queue's share, which is all that masters may have: nothing ever starts.
    CommandRun stalled =
        simulate(written(String.format(Locale.ROOT, job, 1, 5000).replace('\'', '"')), one);
    assertEquals(stalled.toString(), 1, stalled.status);
    assertTrue(stalled.toString(), stalled.out.contains("No task could start for an hour"));
    assertRefused(
        "Application Master of job j1 requests 9000 MB",
        simulate(written(String.format(Locale.ROOT, job, 1, 9000).replace('\'', '"'))));
  }

  // T6 ------------------------------------------------------------------------------------------

  private void useConfiguration(String directory) throws Exception {
    URL url = new File(file(directory)).toURI().toURL();
    Thread.currentThread()
        .setContextClassLoader(
            new URLClassLoader(new URL[] {url}, before) {
              @Override
              public URL getResource(String name) {
                URL own = findResource(name);
                return own == null ? super.getResource(name) : own;
              }
            });
  }

  @Test
  public void leafQueuesAreFoundForAllSchedulers() throws Exception {
    useConfiguration("conf-leaf");
    for (String system : new String[] {"fair", "capacity"}) {
      assertEquals("prod.etl", jobs(system, file("sls-leaf-queue.json")).get(0)[7]);
    }
  }

  @Test
  public void queuesOfAllSystemsAreCheckedBeforeTheFirstRun() throws Exception {
    useConfiguration("conf-leaf");
    String text =
        new String(
            Files.readAllBytes(Paths.get(file("sls-leaf-queue.json"))), StandardCharsets.UTF_8);
    CommandRun run =
        simulate(
            written(text.replace("\"etl\"", "\"nowhere\"")),
            "--systems",
            "fair,capacity,elastic-capacity");
    assertRefused("capacity: the scheduler refuses job job_1 in queue nowhere", run);
    assertTrue(run.err, run.err.contains("; elastic-capacity: "));
    assertFalse(run.err, run.err.contains("average job time"));
  }

  @Test
  public void pathsOfQueuesWorkWithoutConfiguration() throws Exception {
    String job = "{'job.id':'%s','job.queue.name':'%s','job.tasks':[{'duration.ms':1000}]}";
    String paths =
        written(
            (String.format(Locale.ROOT, job, "1", "root.a.b")
                    + String.format(Locale.ROOT, job, "2", "a.c"))
                .replace('\'', '"'));
    assertEquals(2, jobs("capacity", paths).size());
    String both =
        written(
            (String.format(Locale.ROOT, job, "1", "a")
                    + String.format(Locale.ROOT, job, "2", "a.c"))
                .replace('\'', '"'));
    assertRefused("remove one of the two", simulate(both));
    for (String wrong : new String[] {"root", "root.", "a..b", ".a", "a,b", "a b", "a."}) {
      assertRefused(
          "not the path of a queue",
          simulate(written(String.format(Locale.ROOT, job, 1, wrong).replace('\'', '"'))));
    }
  }

  // T7 and T8 -----------------------------------------------------------------------------------

  @Test
  public void numbersAndShapesOfGeneratorsAreRead() throws Exception {
    assertTrue(seconds(jobs("fair", file("sls-fractions.json")).get(0)) > 7.7);
    assertEquals("4", jobs("fair", file("sls-container-type.json")).get(0)[8]);
    assertEquals("sls_queue_1", jobs("fair", file("sls-object-of-jobs.json")).get(0)[7]);
    assertTrue(seconds(jobs("fair", file("sls-bom.json")).get(0)) >= 9);
    String job =
        "{\"job.id\": \"j\", \"job.tasks\": [{\"duration.ms\": 1.5E3, \"count\": \"2.0\","
            + " \"container.memory-mb\": 1e3}]}";
    for (String shape : new String[] {"[" + job + "]", job + job, "\n" + job}) {
      assertEquals("2", jobs("fair", written(shape)).get(0)[8]);
    }
    for (String charset : new String[] {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32BE"}) {
      byte[] bytes = job.getBytes(Charset.forName(charset));
      assertEquals("2", jobs("fair", written(bytes)).get(0)[8]);
    }
    byte[] latin = job.replace("\"j\"", "\"\u00e9\"").getBytes(StandardCharsets.ISO_8859_1);
    assertRefused("correct the JSON", simulate(written(latin)));
  }

  @Test
  public void compressedTracesAndHadoopPathsAreRead() throws Exception {
    String gpu = "yarn.io/gpu=4";
    String zipped = file("sls-gzipped.json.gz");
    assertEquals(1, jobs("fair", zipped, "--node-resource", gpu).size());
    Path renamed = folder.getRoot().toPath().resolve("renamed");
    Files.copy(Paths.get(zipped), renamed);
    assertEquals(1, jobs("fair", renamed.toString(), "--node-resource", gpu).size());
    String uri = new File(file("sls-bom.json")).toURI().toString();
    assertEquals(1, jobs("fair", uri).size());
    byte[] all = Files.readAllBytes(Paths.get(zipped));
    assertRefused("correct the JSON", simulate(written(Arrays.copyOf(all, all.length / 2))));
  }

  @Test
  public void anyUsualCompressionIsRead() throws Exception {
    byte[] trace = Files.readAllBytes(Paths.get(file("sls-bom.json")));
    for (String name : Arrays.asList("gz", "bzip2", "zstd", "lz4-framed", "deflate")) {
      ByteArrayOutputStream packed = new ByteArrayOutputStream();
      try (OutputStream out =
          new CompressorStreamFactory().createCompressorOutputStream(name, packed)) {
        out.write(trace);
      }
      assertEquals(name, 1, jobs("fair", written(packed.toByteArray())).size());
    }
  }
}
