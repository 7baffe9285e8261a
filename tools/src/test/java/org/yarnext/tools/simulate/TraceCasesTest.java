// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.yarnext.tools.CommandRun;

/** What operators' traces say, and what must come of it: the cases of public bug reports. */
public class TraceCasesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  @Rule public final Timeout timeout = new Timeout(3, TimeUnit.MINUTES);

  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  @After
  public void leaveTheDirectory() {
    Thread.currentThread().setContextClassLoader(before);
  }

  private static String file(String name) throws Exception {
    return Paths.get(TraceCasesTest.class.getResource("/traces/" + name).toURI()).toString();
  }

  private String written(String text) throws Exception {
    return written(text.getBytes(StandardCharsets.UTF_8));
  }

  private String written(byte[] bytes) throws Exception {
    return Files.write(folder.newFile().toPath(), bytes).toString();
  }

  private CommandRun simulate(String trace, String... more) {
    List<String> args = new ArrayList<>(Arrays.asList("simulate", "--trace", trace));
    args.addAll(Arrays.asList("--threads", "1"));
    args.addAll(Arrays.asList(more));
    if (!args.contains("--systems")) {
      args.addAll(Arrays.asList("--systems", "fair,capacity"));
    }
    if (!args.contains("--nodes") && !args.contains("--topology")) {
      args.addAll(Arrays.asList("--nodes", "2"));
    }
    return CommandRun.of(args.toArray(new String[0]));
  }

  /** Runs a trace and returns the lines of jobs.csv of one system, or with {@code ""} of all. */
  private List<String[]> jobs(String system, String trace, String... more) throws Exception {
    File out = folder.newFolder();
    List<String> args = new ArrayList<>(Arrays.asList(more));
    args.addAll(Arrays.asList("--out", out.getPath()));
    CommandRun run = simulate(trace, args.toArray(new String[0]));
    assertEquals(run.toString(), 0, run.status);
    List<String[]> jobs = new ArrayList<>();
    for (String line : Files.readAllLines(out.toPath().resolve("jobs.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[2].equals(system)) {
        jobs.add(fields);
      }
    }
    return jobs;
  }

  private static double seconds(String[] job) {
    return Double.parseDouble(job[12]);
  }

  private void assertRefused(String part, CommandRun run) {
    assertTrue(run.toString(), run.status == 1 || run.status == 2);
    assertTrue(run.toString(), run.err.contains(part));
    assertFalse(run.toString(), run.err.contains("Exception: "));
    if (run.status == 1) {
      String last = run.err.trim();
      last = last.substring(last.lastIndexOf('\n') + 1);
      assertTrue(run.toString(), last.startsWith("yarnext simulate: ") && last.endsWith("."));
    }
  }

  private void assertNamed(String part, CommandRun run) {
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.toString(), run.err.contains(part));
  }

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
        "is no name of a resource type",
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
      String dag = written(String.format(jobs, key, "dag").replace('\'', '"'));
      assertTrue(seconds(jobs("fair", dag).get(0)) < 45);
      String mapReduce = written(String.format(jobs, key, "mapreduce").replace('\'', '"'));
      assertTrue(seconds(jobs("fair", mapReduce).get(0)) > 60);
    }
  }

  @Test
  public void mastersHaveTheirOwnSizes() throws Exception {
    String job = "{'job.id':'j%d','am.memory-mb':%d,'job.tasks':[{'duration.ms':60000}]}";
    String small =
        written((String.format(job, 1, 1024) + String.format(job, 2, 1024)).replace('\'', '"'));
    String large =
        written((String.format(job, 1, 3500) + String.format(job, 2, 3500)).replace('\'', '"'));
    String[] one = {"--nodes", "1", "--systems", "fair", "-D", "yarn.scheduler.fair.x=1"};
    assertTrue(seconds(jobs("fair", small, one).get(1)) < 70);
    assertTrue(seconds(jobs("fair", large, one).get(1)) > 100);
    // More than half of the queue's share, which is all that masters may have: nothing ever starts.
    CommandRun stalled = simulate(written(String.format(job, 1, 5000).replace('\'', '"')), one);
    assertEquals(stalled.toString(), 1, stalled.status);
    assertTrue(stalled.toString(), stalled.out.contains("Nothing could start for an hour"));
    assertRefused(
        "Application Master of job j1 asks for 9000 MB",
        simulate(written(String.format(job, 1, 9000).replace('\'', '"'))));
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
            (String.format(job, "1", "root.a.b") + String.format(job, "2", "a.c"))
                .replace('\'', '"'));
    assertEquals(2, jobs("capacity", paths).size());
    String both =
        written((String.format(job, "1", "a") + String.format(job, "2", "a.c")).replace('\'', '"'));
    assertRefused("let it have one of both", simulate(both));
    for (String wrong : new String[] {"root", "root.", "a..b", ".a", "a,b", "a b", "a."}) {
      assertRefused(
          "no path of a queue", simulate(written(String.format(job, 1, wrong).replace('\'', '"'))));
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

  // T9 to T11 -----------------------------------------------------------------------------------

  private CommandRun withTask(String fields) throws Exception {
    return simulate(
        written(
            ("{'job.id':'j','job.tasks':[{'duration.ms':1000" + fields + "}]}")
                .replace('\'', '"')));
  }

  private CommandRun withJob(String fields) throws Exception {
    return simulate(
        written(("{'job.tasks':[{'duration.ms':1000}]" + fields + "}").replace('\'', '"')));
  }

  @Test
  public void numbersOutOfRangeAreRefusedWithThePlace() throws Exception {
    for (String number :
        "0,-3,4294967297,2147483648,1000000000,1e300,1e-300,1.5,'x','NaN',true,[1],{}".split(",")) {
      String keys = "count,container.vcores";
      for (String key : keys.split(",")) {
        assertRefused("line 1, job.tasks[0]: " + key, withTask(",'" + key + "':" + number));
      }
      assertRefused("line 1: job.count", withJob(",'job.count':" + number));
    }
    for (String field :
        ("container.memory-mb':0 container.memory-mb':-1 container.memory-mb':1e15"
                + " container.request.delay':-5 container.priority':-1"
                + " container.duration.ms':9e18 container.start.ms':'x'"
                + " container.execution.type':'SOMETIMES'")
            .split(" ")) {
      assertRefused("line 1, job.tasks[0]: ", withTask(",'" + field));
    }
    for (String field :
        "job.start.ms':9e18 job.start.ms':-1 am.memory-mb':-1 am.vcores':1e9".split(" ")) {
      assertRefused("line 1: ", withJob(",'" + field));
    }
    assertRefused(
        "more than a year",
        simulate(
            written(
                ("{'job.start.ms':0,'job.tasks':[{'duration.ms':1}]}"
                        + "{'job.start.ms':1400000000000,'job.tasks':[{'duration.ms':1}]}")
                    .replace('\'', '"'))));
  }

  @Test
  public void missingAndMisspeltKeysAreNamed() throws Exception {
    assertNamed("1024 MB for tasks without memory (1)", withTask(""));
    CommandRun misspelt = withTask(",'container.memory':4096,'container.vcore':2");
    assertNamed("container.memory, nearest known container.memory-mb (1)", misspelt);
    assertNamed("container.vcore, nearest known container.vcores (1)", misspelt);
    assertNamed("job.usr, nearest known job.user (1)", withJob(",'job.usr':'x'"));
    assertNamed("default for jobs without a user (1)", withJob(",'job.user':''"));
    assertNamed("default for jobs without a queue (1)", withJob(",'job.queue.name':' '"));
    String job = "{'job.id':'j','job.tasks':[{'duration.ms':1}]}";
    assertNamed(
        "job.id of several jobs, which are simulated as different jobs (1)",
        simulate(written((job + job).replace('\'', '"'))));
    assertRefused("Duplicate field", withJob(",'job.id':'a','job.id':'b'"));
    Path profiles = folder.newFile("profiles.json").toPath();
    String json =
        "{\"version\": 1, \"profiles\": [{\"job\": \"other-*\", \"framework\": \"MAPREDUCE\","
            + " \"task\": \"map\", \"model\": \"step\", \"idealMb\": 3072, \"idealMs\": 30000,"
            + " \"undersized\": 1.2, \"outputMb\": 1}]}";
    Files.write(profiles, json.getBytes(StandardCharsets.UTF_8));
    assertRefused(
        "nothing is elastic", simulate(file("sls-bom.json"), "--profiles", profiles.toString()));
  }

  @Test
  public void shapesThatAreNoTracesAreRefused() throws Exception {
    assertRefused(
        "job.tasks[1]: there is a value that is no object",
        simulate(written("{\"job.tasks\": [{\"duration.ms\": 1}, 7]}")));
    for (String text : new String[] {"", "{}", "[]", "{\"a\": 1}", "{\"job.id\": \"j\"}"}) {
      assertRefused("can be simulated", simulate(written(text)));
    }
    assertRefused("job.tasks is no list", simulate(written("{\"job.tasks\": 5}")));
    for (String text : new String[] {"7", "null", "\"a\"", "[7]", "{\"a\":", "x", "{]", "\u0000"}) {
      assertRefused("line 1", simulate(written(text)));
    }
    StringBuilder deep = new StringBuilder("{\"a\": ");
    for (int i = 0; i < 100_000; i++) {
      deep.append('[');
    }
    assertRefused("more than 50 levels", simulate(written(deep.toString())));
  }

  @Test
  public void filesThatCannotBeReadAreRefused() throws Exception {
    String good = file("sls-bom.json");
    assertRefused("Cannot read", simulate("/nowhere/jobs.json"));
    assertRefused("Cannot read", simulate("nofs://host/jobs.json"));
    assertRefused("is a directory", simulate(folder.getRoot().getPath()));
    assertRefused("Cannot read", simulate(""));
    assertRefused("Cannot read", simulate(good, "--topology", "/nowhere/nodes.json"));
    assertRefused("Cannot read", simulate(good, "--profiles", "/nowhere/profiles.json"));
    assertRefused("Cannot read", simulate("/nowhere/jobs.json", "--format", "rumen"));
    assertRefused("Cannot make --out", simulate(good, "--out", good + "/x"));
    assertRefused("no node", simulate(good, "--topology", written("{\"rack\": \"r\"}")));
    for (String format : new String[] {"rumen", "synth"}) {
      assertRefused("--format", simulate(written("{}{}"), "--format", format));
    }
  }

  @Test
  public void optionsOutOfRangeAreRefused() throws Exception {
    String good = file("sls-bom.json");
    for (String option :
        ("--node-memory --node-vcores --task-memory --task-vcores --allocation-step --limit"
                + " --nodes --threads --seeds")
            .split(" ")) {
      for (String value : "0,-1,1e9,x,9999999999999999999,2147483647".split(",")) {
        if (!(value.equals("2147483647") && option.equals("--limit"))) {
          assertRefused(option, simulate(good, option, value));
        }
      }
    }
    for (String value : "-1,NaN,Infinity,x".split(",")) {
      assertRefused("--node-disk", simulate(good, "--node-disk", value));
    }
    assertRefused("--master-memory", simulate(good, "--master-memory", "-1"));
    assertRefused("Application Master", simulate(good, "--master-memory", "9000"));
    assertRefused(
        "beside its Application Master", simulate(good, "--master-memory", "8000", "--nodes", "1"));
    for (String text : "x,step,step:0.5,step:-1,saw-tooth:NaN,map=step:99999".split(",")) {
      assertRefused("--elasticity", simulate(good, "--elasticity", text));
    }
    for (String text : "x,a=,a=b,a=b;b,=a".split(",")) {
      assertRefused("--compare", simulate(good, "--compare", text));
    }
  }

  // SYNTH ---------------------------------------------------------------------------------------

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
    return written(String.format(SYNTH, reservation, maps, reduces).replace('\'', '"'));
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
    assertTrue(run.err, run.err.contains("tasks of 8 elastic, the others never (8)"));
    assertTrue(run.out, run.out.contains("Ratios of single jobs' times"));
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
    assertTrue(page.contains("Single jobs&#39; times over") || page.contains("Single jobs' times"));
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
        "does not take",
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
