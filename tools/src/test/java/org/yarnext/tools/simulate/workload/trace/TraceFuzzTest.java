// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.Timeout;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.SystemRegistry;
import org.yarnext.tools.simulate.engine.ProgressListener;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.outcome.RunOutcome;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulatedSystem;
import org.yarnext.tools.simulate.world.SimulationSettings;

/**
 * Traces with random damage: each is either read, with all its jobs and tasks simulated or counted
 * as left out, or refused in one line. {@code -Dyarnext.trace.mutations=10000} sets their number
 * for each format.
 */
public class TraceFuzzTest {
  private static final int MUTATIONS = Integer.getInteger("yarnext.trace.mutations", 250);
  private static final int RUN_EACH = Math.max(1, MUTATIONS / 20);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Configuration CONF = new Configuration(false);
  private static final ClusterTopology NODES = ClusterTopology.of(2, 8_192, 8, 500);

  /** Written down apart from what is tested. */
  private static final Set<String> SLS_KEYS =
      new HashSet<>(
          Arrays.asList(
              ("am.type yarn.sls.am.type job.start.ms job.end.ms job.label.expression job.id"
                      + " job.user job.queue.name job.count job.tasks am.memory-mb am.vcores"
                      + " num.nodes num.racks count container.host container.start.ms"
                      + " container.end.ms duration.ms container.duration.ms container.priority"
                      + " container.type container.execution.type container.allocation.id"
                      + " container.request.delay container.memory-mb container.vcores"
                      + " container.yarn.io/gpu")
                  .split(" ")));

  private static final String SLS =
      "{'am.type':'mapreduce','job.start.ms':0,'job.end.ms':95375,'job.queue.name':'a.b',"
          + "'job.id':'job_1','job.user':'ann','job.tasks':["
          + "{'container.host':'/r/node1','container.start.ms':6664,'container.end.ms':23707,"
          + "'container.priority':20,'container.type':'map'},"
          + "{'count':3,'duration.ms':5000,'container.memory-mb':2048,'container.vcores':2,"
          + "'container.type':'reduce'}]}\n"
          + "{'yarn.sls.am.type':'dag','job.start.ms':1000,'job.id':'job_2','job.count':2,"
          + "'am.memory-mb':1024,'am.vcores':1,'job.tasks':["
          + "{'container.request.delay':1000,'container.duration.ms':6000,'count':2,"
          + "'container.execution.type':'GUARANTEED','container.allocation.id':-1},"
          + "{'container.duration.ms':60,'container.priority':5}]}\n"
          + "{'num.nodes':3,'num.racks':2}";

  private static final String RUMEN =
      "{'priority':'NORMAL','jobID':'job_1_0001','user':'u1','jobName':'count',"
          + "'submitTime':1285322645148,'launchTime':1285322645614,'finishTime':1285322675837,"
          + "'queue':'default','jobProperties':{'mapreduce.map.memory.mb':'1536','a':'${b}'},"
          + "'mapTasks':[{'startTime':1285322651360,'taskID':'task_1','taskType':'MAP',"
          + "'attempts':[{'location':null,'hostName':'/r/foo','startTime':1285322651366,"
          + "'finishTime':1285322658262,'result':'SUCCESS','attemptID':'a_0'}],"
          + "'preferredLocations':[{'layers':['default-rack','foo']}]},"
          + "{'attempts':[{'startTime':-1,'finishTime':-1}],'taskID':'t'}],"
          + "'reduceTasks':[{'attempts':[{'startTime':1285322651366,"
          + "'finishTime':1285322668262,'result':'SUCCESS'}]}],'otherTasks':[],"
          + "'totalMaps':1,'totalReduces':0,'outcome':'SUCCESS','jobMapMB':1024,'jobReduceMB':512}";

  private static final String SYNTH =
      "{'description':'x','num_nodes':4,'nodes_per_rack':2,'num_jobs':5,'rand_seed':2,'workloads':["
          + "{'workload_name':'w','workload_weight':0.5,'queue_name':'q','job_classes':["
          + "{'class_name':'c','user_name':'u','class_weight':1,'type':'mapreduce',"
          + "'deadline_factor':{'val':10},'duration':{'val':60,'std':5},'reservation':{'val':0},"
          + "'tasks':[{'type':'map','priority':20,'count':{'val':5,'std':1},"
          + "'time':{'val':10,'std':2,'dist':'NORM'},'max_memory':{'val':1024},"
          + "'max_vcores':{'discrete':['1','2'],'weights':[0.5,0.5]},"
          + "'execution_type':'GUARANTEED'}]}],"
          + "'time_distribution':[{'time':1,'weight':100},{'time':60,'weight':0}]},"
          + "{'workload_name':'v','workload_weight':0.5,'queue_name':'p','job_classes':["
          + "{'class_name':'d','class_weight':1,'mtasks_avg':3,'mtasks_stddev':1,'rtasks_avg':1,"
          + "'mtime_avg':100,'rtime_avg':50,'map_max_memory_avg':1500,'chance_of_reservation':1}],"
          + "'time_distribution':[{'time':5,'weight':1}]}]}";

  private static final String[] ODD = {
    "null",
    "-1",
    "0",
    "1e300",
    "-1e300",
    "1.5",
    "0.1",
    "4294967297",
    "2147483648",
    "1e9",
    "9e18",
    "\"\"",
    "\" \"",
    "\"x\"",
    "\"\\u0000\\n\"",
    "[]",
    "{}",
    "true",
    "[[1]]",
    "{\"a\": 1}",
    "1e-300",
    "123456789012345678901234567890",
    "\"1e5\"",
    "\"NaN\"",
    "\"root\"",
    "\"a,b\"",
    "2",
    "\"..\""
  };

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  @Rule public final Timeout timeout = new Timeout(30, TimeUnit.MINUTES);

  private interface Reader {
    Workload read(String file, TraceSummary summary) throws ToolException;
  }

  /** Counts a trace's jobs and tasks independently of the tested readers. */
  private interface Count {
    /** Returns the number of jobs, and of tasks or -1. */
    long[] of(List<JsonNode> objects, String line);
  }

  @Test
  public void slsTracesAreAccountedForOrRefused() throws Exception {
    fuzz(
        SLS,
        (file, summary) ->
            SlsTraceReader.jobs(
                file, CONF, 1_024, 1, Collections.singleton("yarn.io/gpu"), summary),
        TraceFuzzTest::slsCount);
  }

  @Test
  public void rumenTracesAreAccountedForOrRefused() throws Exception {
    fuzz(
        RUMEN,
        (file, summary) -> RumenTraceReader.jobs(file, CONF, 1_024, 1, summary),
        (objects, line) -> {
          long tasks = 0;
          for (JsonNode job : objects) {
            tasks += job.path("mapTasks").size() + job.path("reduceTasks").size();
          }
          return new long[] {objects.size(), tasks};
        });
  }

  @Test
  public void synthTracesAreAccountedForOrRefused() throws Exception {
    fuzz(
        SYNTH,
        (file, summary) -> SynthTraceReader.jobs(file, CONF, 1_024, 1, summary),
        (objects, line) -> new long[] {number(objects.get(0), "num_jobs"), -1});
  }

  private static long[] slsCount(List<JsonNode> objects, String line) {
    long jobs = 0;
    long tasks = 0;
    for (JsonNode object : objects) {
      List<String> keys = new ArrayList<>();
      object.fieldNames().forEachRemaining(keys::add);
      for (JsonNode task : object.path("job.tasks")) {
        task.fieldNames().forEachRemaining(keys::add);
      }
      for (String key : keys) {
        boolean named = SLS_KEYS.contains(key) || line.contains(TraceRecord.shortened(key).trim());
        assertTrue(key + " is not in " + line, named || line.contains("others ("));
      }
      if (keys.stream().anyMatch(key -> key.startsWith("job."))) {
        long count = object.path("job.count").isMissingNode() ? 1 : number(object, "job.count");
        jobs += count;
        for (JsonNode task : object.path("job.tasks")) {
          tasks += count * number(task, "count");
        }
      }
    }
    return new long[] {jobs, tasks};
  }

  /** Returns a number; 1 if it is missing or blank. */
  private static long number(JsonNode object, String key) {
    String text = object.path(key).asText("").trim();
    boolean missing = text.isEmpty() || object.path(key).isNull();
    return missing ? 1 : Math.round(Double.parseDouble(text));
  }

  private void fuzz(String base, Reader reader, Count count) throws Exception {
    Path file = folder.newFile("trace.json").toPath();
    int read = 0;
    int refused = 0;
    for (int seed = 1; seed <= MUTATIONS; seed++) {
      Random random = new Random(seed);
      byte[] damaged = damaged(base.replace('\'', '"'), random);
      Files.write(file, damaged);
      String about = "seed " + seed + ": " + new String(damaged, StandardCharsets.UTF_8);
      TraceSummary summary = new TraceSummary();
      long startNs = System.nanoTime();
      try {
        Workload workload = reader.read(file.toString(), summary);
        assertAccounted(about, workload, summary, damaged, count);
        if (workload.tasks() <= 2_000 && seed % RUN_EACH == 0) {
          assertRuns(about, workload);
        }
        read++;
      } catch (ToolException e) {
        assertOneLine(about, e.getMessage());
        refused++;
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError(about, e);
      }
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
      assertTrue(tookMs + " ms, " + about, tookMs < 60_000);
    }
    // Otherwise the damage is too large, or too small, to find anything.
    assertTrue(read + " read", read > MUTATIONS / 20);
    assertTrue(refused + " refused", refused > MUTATIONS / 20);
  }

  private static void assertOneLine(String about, String message) {
    assertTrue(message + " of " + about, message.contains("trace.json"));
    assertTrue(message + " of " + about, message.endsWith(".") && message.contains(": "));
    assertTrue(message + " of " + about, message.split("[\\r\\n]").length == 1);
    boolean place =
        message.contains(", line ")
            || message.startsWith("No job ")
            || message.contains(": job ")
            || message.contains(" objects: ");
    assertTrue(message + " of " + about, place);
  }

  private static void assertAccounted(
      String about, Workload workload, TraceSummary summary, byte[] trace, Count count)
      throws Exception {
    List<JsonNode> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(trace)) {
      while (all.hasNextValue()) {
        JsonNode next = all.nextValue();
        if (next.isArray()) {
          next.forEach(objects::add);
        } else {
          objects.add(next);
        }
      }
    }
    String line = summary.line("trace.json");
    long[] says = count.of(objects, line == null ? "" : line);
    assertEquals(about, says[0], workload.jobs().size() + summary.jobsLeftOut());
    if (says[1] >= 0) {
      assertEquals(about, says[1], workload.tasks() + summary.tasksLeftOut());
    }
  }

  private static void assertRuns(String about, Workload workload) {
    long endMs =
        3_600_000 + workload.jobs().stream().mapToLong(job -> job.submitMs()).max().getAsLong();
    SimulationSettings settings =
        SimulationSettings.DEFAULT.withStep(128).withLimit(Math.min(endMs, 20_000_000));
    for (SimulatedSystem system : SystemRegistry.find(Arrays.asList("srtf", "fair", "capacity"))) {
      try {
        system.check(workload, NODES, settings);
        RunOutcome outcome = system.run(workload, NODES, settings, 1, ProgressListener.NONE);
        assertEquals(about, workload.jobs().size(), outcome.jobs().size());
        long ran = outcome.classes().values().stream().mapToLong(c -> c.runsMs().count()).sum();
        if (outcome.unfinished() == 0) {
          assertEquals(system.name() + ", " + about, workload.tasks(), ran);
        }
      } catch (SimulationException e) {
        assertTrue(e.getMessage() + ", " + about, e.getMessage().contains(": "));
      }
    }
  }

  private static byte[] damaged(String base, Random random) throws Exception {
    if (random.nextInt(3) == 0) {
      return bytesDamaged(base.getBytes(StandardCharsets.UTF_8), random);
    }
    List<JsonNode> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(base)) {
      while (all.hasNextValue()) {
        objects.add(all.nextValue());
      }
    }
    int times = 1 + random.nextInt(3);
    for (int i = 0; i < times; i++) {
      damage(objects.get(random.nextInt(objects.size())), random);
    }
    StringBuilder text = new StringBuilder();
    objects.forEach(object -> text.append(object).append('\n'));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] bytesDamaged(byte[] bytes, Random random) {
    int at = random.nextInt(bytes.length);
    byte[] copy = bytes.clone();
    switch (random.nextInt(5)) {
      case 0:
        copy[at] = (byte) random.nextInt(256);
        return copy;
      case 1:
        return Arrays.copyOf(bytes, at);
      case 2:
        copy[at] ^= (byte) (1 << random.nextInt(8));
        return copy;
      case 3:
        int more = 1 + random.nextInt(20);
        ByteArrayOutputStream without = new ByteArrayOutputStream();
        without.write(bytes, 0, at);
        int rest = Math.min(bytes.length, at + more);
        without.write(bytes, rest, bytes.length - rest);
        return without.toByteArray();
      default:
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(bytes, 0, at);
        int again = random.nextInt(at + 1);
        twice.write(bytes, again, bytes.length - again);
        return twice.toByteArray();
    }
  }

  /** Changes one value, key or element somewhere below a node. */
  private static void damage(JsonNode root, Random random) throws Exception {
    List<ContainerNode<?>> all = new ArrayList<>();
    collect(root, all);
    ContainerNode<?> node = all.get(random.nextInt(all.size()));
    if (node.size() == 0) {
      return;
    }
    int at = random.nextInt(node.size());
    JsonNode odd = JSON.readTree(ODD[random.nextInt(ODD.length)]);
    if (node instanceof ArrayNode) {
      ArrayNode array = (ArrayNode) node;
      int copies = random.nextInt(3);
      JsonNode element = array.get(at);
      if (copies == 0) {
        array.remove(at);
      } else if (copies == 1) {
        array.set(at, odd);
      } else {
        IntStream.range(0, random.nextInt(50)).forEach(i -> array.add(element.deepCopy()));
      }
      return;
    }
    ObjectNode object = (ObjectNode) node;
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    String name = names.get(at);
    switch (random.nextInt(4)) {
      case 0:
        object.remove(name);
        break;
      case 1:
        JsonNode value = object.remove(name);
        int cut = random.nextInt(name.length());
        object.set(name.substring(0, cut) + "q" + name.substring(cut), value);
        break;
      default:
        object.set(name, odd);
    }
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> all) {
    if (node instanceof ContainerNode) {
      all.add((ContainerNode<?>) node);
      node.forEach(child -> collect(child, all));
    }
  }
}
