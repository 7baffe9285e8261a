// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;
import org.yarnext.tools.CommandRun;

/**
 * Numbers, keys, files and options that are wrong are named with their place and fix (T9 to T11).
 */
public class TraceRefusalTest extends TraceTestBase {
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
        "which elastic memory needs",
        simulate(file("sls-bom.json"), "--profiles", profiles.toString()));
  }

  @Test
  public void shapesThatAreNoTracesAreRefused() throws Exception {
    assertRefused(
        "job.tasks[1]: there is a value that is not an object",
        simulate(written("{\"job.tasks\": [{\"duration.ms\": 1}, 7]}")));
    for (String text : new String[] {"", "{}", "[]", "{\"a\": 1}", "{\"job.id\": \"j\"}"}) {
      assertRefused("can be simulated", simulate(written(text)));
    }
    assertRefused("job.tasks is not a list", simulate(written("{\"job.tasks\": 5}")));
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
}
