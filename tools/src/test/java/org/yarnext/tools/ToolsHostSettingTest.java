// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.testing.HostSetting;
import org.yarnext.tools.cli.YarnextTest;
import org.yarnext.tools.cluster.ClusterDaemonsTest;
import org.yarnext.tools.cluster.DaemonChecksTest;
import org.yarnext.tools.explain.MasterLogReaderTest;

/** Commands print and write the same, byte by byte, in every language of a host. */
public class ToolsHostSettingTest {
  private static final String APPLICATION = "application_1700000000000_0042";
  private static final String CONTAINER = "container_1700000000000_0042_01_000003";

  private static final List<HostSetting> LANGUAGES =
      Arrays.asList(HostSetting.TURKISH, HostSetting.THAI, HostSetting.ARABIC);

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  /** Runs commands, and fails if one fails. */
  public static final class Commands {
    private Commands() {}

    public static void main(String[] arguments) throws IOException {
      Path work = Paths.get(arguments[0]);
      System.setProperty("yarnext.home", "..");
      String conf = work.resolve("conf").toString();
      String configured = work.resolve("configured").toString();
      run(
          work,
          "configure",
          "--from",
          conf,
          "--to",
          configured,
          "--enable",
          "mercury,elastic,orchestrator,tez",
          "--mode",
          "shadow");
      run(work, "doctor", "--conf", configured);
      String page = work.resolve("page.json").toString();
      run(work, "explain", "--format", "json", "--page", page, APPLICATION);
      TimeZone.setDefault(TimeZone.getTimeZone("UTC")); // times are the operator's
      run(work, "explain", "--page", page, CONTAINER);
      run(work, "simulate", "--list");
      run(
          work,
          "simulate",
          "--trace",
          work.resolve("jobs.json").toString(),
          "--nodes",
          "3",
          "--systems",
          "fair,meganode",
          "--out",
          work.resolve("simulated").toString());
    }

    private static void run(Path work, String... command) throws IOException {
      CommandRun run = CommandRun.of(command);
      if (run.status != ExitCode.DONE) {
        throw new AssertionError(Arrays.toString(command) + run);
      }
      int number = work.toFile().list().length;
      Files.write(work.resolve(command[0] + "-" + number + ".out"), run.out.getBytes(UTF_8));
    }
  }

  private Path work() throws IOException {
    Path work = folder.getRoot().toPath().resolve("work");
    FileUtil.fullyDelete(work.toFile());
    Path conf = Files.createDirectories(work.resolve("conf"));
    for (String site : new String[] {"core-site", "yarn-site", "mapred-site"}) {
      write(conf.resolve(site + ".xml"), "<?xml version=\"1.0\"?>\n<configuration/>\n");
    }
    write(
        work.resolve("page.json"),
        "{\"features\":[\"elastic\"],\"decisions\":[{\"daemon\":\"ResourceManager\",\"feature\":"
            + "\"ElasticSchedulerDecisions\",\"timeMs\":1700000003290,\"subject\":\""
            + CONTAINER
            + "\",\"reason\":\"ELASTIC_PLACED\",\"text\":\"Fits.\",\"applied\":true,\"inputs\":"
            + "{\"askedMb\":51200,\"jobEndMs\":1700000047547,\"share\":0.25}}],\"truncated\":false}");
    write(
        work.resolve("jobs.json"),
        "{\"job.id\": \"count-1\", \"job.tasks\": [{\"count\": 1234, \"duration.ms\": 30500,"
            + " \"container.memory-mb\": 3072}]}\n");
    return work;
  }

  private static void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(UTF_8));
  }

  /** Returns the texts of all files, by name. */
  private Map<String, String> outputs(HostSetting host) throws Exception {
    Path work = work();
    host.run(Commands.class, work.toString());
    List<Path> files;
    try (Stream<Path> all = Files.walk(work)) {
      files = all.filter(Files::isRegularFile).collect(Collectors.toList());
    }
    Map<String, String> outputs = new TreeMap<>();
    for (Path file : files) {
      outputs.put(
          work.relativize(file).toString().replace(File.separatorChar, '/'),
          new String(Files.readAllBytes(file), UTF_8));
    }
    return outputs;
  }

  @Test
  public void commandsPrintAndWriteTheSameEverywhere() throws Exception {
    Map<String, String> english = outputs(HostSetting.ENGLISH);
    assertTrue(
        english.keySet().toString(),
        english
            .keySet()
            .containsAll(
                Arrays.asList(
                    "configured/yarn-site.xml", "simulated/runs.csv", "simulated/report.html")));
    for (HostSetting host : LANGUAGES) {
      Map<String, String> outputs = outputs(host);
      assertEquals(host.toString(), english.keySet(), outputs.keySet());
      english.forEach((name, text) -> assertEquals(host + ", " + name, text, outputs.get(name)));
    }
  }

  @Test
  public void testsPassEverywhere() throws Exception {
    for (HostSetting host : LANGUAGES) {
      host.pass(YarnextTest.class, DaemonChecksTest.class, MasterLogReaderTest.class);
    }
    HostSetting.IPV6.pass(ClusterDaemonsTest.class);
  }
}
