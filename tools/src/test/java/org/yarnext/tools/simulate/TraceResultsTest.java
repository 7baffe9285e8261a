// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/** Generated traces, and what the command writes about the jobs of a run. */
public class TraceResultsTest extends TraceTestBase {
  private static final String SYNTH =
      "{'num_nodes':4,'nodes_per_rack':2,'num_jobs':6,'rand_seed':2,'workloads':["
          + "{'workload_name':'w','workload_weight':1,'queue_name':'q','job_classes':["
          + "{'class_name':'c','user_name':'u','class_weight':1,'type':'mapreduce',"
          + "'deadline_factor':{'val':10},'duration':{'val':60,'std':5},'reservation':{'val':%s},"
          + "'tasks':[{'type':'map','priority':20,'count':%s,"
          + "'time':{'val':60000,'std':2000},'max_memory':{'val':2048},'max_vcores':{'val':2}},"
          + "{'type':'reduce','priority':10,'count':%s,'time':{'discrete':['5000','7000']}}]}],"
          + "'time_distribution':[{'time':1,'weight':100},{'time':60,'weight':0}]}]}";

  private String synth(String reservation, String maps, String reduces) throws Exception {
    return written(
        String.format(Locale.ROOT, SYNTH, reservation, maps, reduces).replace('\'', '"'));
  }

  @Test
  public void synthFilesGenerateTheirJobs() throws Exception {
    String trace = synth("0", "4", "1");
    List<String[]> jobs =
        jobs("fair", trace, "--format", "synth", "--systems", "fair", "--nodes", "4");
    assertEquals(6, jobs.size());
    for (String[] job : jobs) {
      assertEquals("5", job[8]);
      assertEquals("q", job[7]);
      assertEquals("u", job[6]);
      assertTrue(seconds(job) > 60);
    }
    assertNamed("reservations of jobs (6)", simulate(synth("1", "4", "1"), "--format", "synth"));
    assertNamed(
        "jobs without tasks",
        simulate(synth("0", "{'discrete':[0,1]}", "0"), "--format", "synth", "--nodes", "4"));
    assertRefused("none of its 6 jobs", simulate(synth("0", "0", "0"), "--format", "synth"));
    assertRefused("count", simulate(synth("0", "1e12", "0"), "--format", "synth"));
    assertRefused(
        "dist=UNIFORM",
        simulate(synth("0", "{'val':4,'std':1,'dist':'UNIFORM'}", "0"), "--format", "synth"));
    assertRefused("std=-1", simulate(synth("0", "{'val':4,'std':-1}", "0"), "--format", "synth"));
    for (String odd :
        "{'discrete':[]} {'discrete':[1],'weights':[0]} {'discrete':[1,2],'weights':[1]} {'x':1}"
            .split(" ")) {
      assertRefused("line 1", simulate(synth("0", "4", odd), "--format", "synth"));
    }
  }

  // Results -------------------------------------------------------------------------------------

  @Test
  public void jobsAreListedWithStockAndOursAndTheirGains() throws Exception {
    String trace =
        written(
            ("{'job.id':'big','job.tasks':[{'count':6,'duration.ms':60000,"
                    + "'container.memory-mb':5000}]}"
                    + "{'job.id':'small','job.start.ms':1000,'job.tasks':[{'count':2,"
                    + "'duration.ms':20000,'container.memory-mb':1000}]}")
                .replace('\'', '"'));
    File out = folder.newFolder();
    CommandRun run =
        simulate(
            trace,
            "--systems",
            "fair-reserving,elastic-fair",
            "--paper-cluster",
            "--nodes",
            "1",
            "--elasticity",
            "saw-tooth:1.5",
            "--out",
            out.getPath());
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.err, run.err.contains("tasks of 8 elastic, the others are not (8)"));
    assertTrue(run.out, run.out.contains("Ratios of the times of single jobs"));
    assertTrue(run.out, run.out.contains("yarn.elastic.heap.floor=16"));
    List<String> lines = Files.readAllLines(out.toPath().resolve("jobs.csv"));
    assertEquals(5, lines.size());
    for (String line : lines.subList(3, 5)) {
      String[] job = line.split(",", -1);
      assertEquals("elastic-fair", job[2]);
      assertEquals("fair-reserving", job[14]);
      double ratio = Double.parseDouble(job[12]) / Double.parseDouble(job[17]);
      assertEquals(ratio, Double.parseDouble(job[18]), 1e-3);
      double end = Double.parseDouble(job[11]);
      assertEquals(Double.parseDouble(job[9]) + Double.parseDouble(job[12]), end, 1e-9);
      assertTrue(Double.parseDouble(job[10]) <= end);
    }
    assertTrue(lines.get(3), Integer.parseInt(lines.get(3).split(",")[13]) > 0);
    String page =
        new String(Files.readAllBytes(out.toPath().resolve("report.html")), StandardCharsets.UTF_8);
    assertTrue(page.contains("Largest winners of elastic-fair"));
    assertTrue(page.contains("Largest losers of elastic-fair"));
    assertTrue(page.contains("Times of single jobs"));
  }

  @Test
  public void settingsOfAKeyAreComparedInOneRun() throws Exception {
    CommandRun run =
        simulate(
            file("sls-bom.json"),
            "--systems",
            "fair,elastic-fair",
            "--elasticity",
            "step:1.5",
            "--compare",
            "yarn.elastic.policy=algorithm-1,min-occupancy");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("elastic-fair:policy=algorithm-1"));
    assertTrue(run.out, run.out.contains("elastic-fair:policy=min-occupancy"));
    assertFalse(run.out, run.out.contains("fair:policy=algorithm-1  fair:"));
    String node = "yarn.scheduler.fair.assignmultiple";
    run = simulate(file("sls-bom.json"), "--systems", "fair", "--compare", node + "=true,false");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("fair:assignmultiple=true"));
    assertTrue(run.out, run.out.contains("fair:assignmultiple=false"));
    assertRefused(
        "did you mean", simulate(file("sls-bom.json"), "--compare", "yarn.elastic.polcy=a,b"));
    assertRefused(
        "does not support",
        simulate(file("sls-bom.json"), "--compare", "yarn.scheduler.minimum-allocation-mb=1,2"));
    run =
        simulate(
            file("sls-bom.json"),
            "--systems",
            "fair,elastic-fair",
            "--compare",
            "yarn.elastic.policy=algorithm-1,bogus");
    assertRefused("elastic-fair:policy=bogus: ", run);
  }
}
