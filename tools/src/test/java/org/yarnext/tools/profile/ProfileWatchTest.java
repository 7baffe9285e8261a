// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.tez.common.counters.TaskCounter;
import org.junit.Test;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;
import org.yarnext.tools.history.FinishedDag;
import org.yarnext.tools.history.FinishedJob;

/** Histories appear, one a day, and {@code yarnext profile --watch} looks at them. */
public class ProfileWatchTest extends ProfileCommandTestBase {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One look, as after a restart. */
  private CommandRun look() {
    CommandRun run = profile("--watch", "--iterations", "1");
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    return run;
  }

  private Path ran(int mb, long ms, boolean once) throws IOException {
    return dated(mapRun("count", mb, ms, once));
  }

  private Path dated(Path history) throws IOException {
    long ms = FinishedJob.CLUSTER + TimeUnit.DAYS.toMillis(jobs);
    return Files.setLastModifiedTime(history, FileTime.fromMillis(ms));
  }

  private Path state() {
    return out.resolveSibling("profiles.json.watch");
  }

  /** The runs of a class of tasks that the state has. */
  private int remembered(String task) throws IOException {
    for (JsonNode known : JSON.readTree(Files.readAllBytes(state())).path("classes")) {
      if (known.path("task").asText().equals(task)) {
        return known.path("runs").size();
      }
    }
    return 0;
  }

  private double idealMs() throws Exception {
    return ((StepModel) made("count", "map").model()).idealMs();
  }

  private void measured() throws Exception {
    ran(1024, 10_000, true);
    said(look(), "Read 1 history, 0 ignored so far: no profile changed.");
    assertFalse(Files.exists(out));
    ran(512, 13_000, false);
    said(look(), "1 profile made.");
    assertEquals(13_000, made("count", "map").model().runTimeMs(512), 1e-6);
  }

  @Test
  public void profileFollowsTheHistories() throws Exception {
    assertEquals("nothing there yet", "", look().out);
    measured();
    byte[] written = Files.readAllBytes(out);
    assertEquals("nothing new", "", look().out);
    ran(1024, 20_000, true);
    look();
    ran(512, 26_000, false);
    said(look(), "no profile changed");
    assertArrayEquals(written, Files.readAllBytes(out));
    ran(1024, 20_000, true);
    CommandRun replaced = look();
    said(replaced, "1 profile replaced.");
    said(
        replaced,
        "count, map: Replaced, because its last 3 runs took 2.00 times as long as the profile"
            + " says.");
    assertEquals(20_000, idealMs(), 0);
    assertArrayEquals(
        "the one before is kept",
        written,
        Files.readAllBytes(out.resolveSibling("profiles.json.before")));
    for (int i = 0; i < 3; i++) {
      ran(1024, 40_000, true);
    }
    CommandRun removed = look();
    said(removed, "Read 3 histories, 0 ignored so far: 1 profile outdated.");
    said(removed, "count, map: Removed, because its last 3 runs took 2.00 times");
    said(removed, "run it once more with less memory");
    assertNull(made("count", "map"));
  }

  @Test
  public void outdatedProfileOfOthersStays() throws Exception {
    String byHand =
        "{\"version\": 1, \"profiles\": [ // by hand\n"
            + "{\"job\": \"count\", \"framework\": \"MAPREDUCE\", \"task\": \"map\","
            + " \"model\": \"step\", \"idealMb\": 1024, \"idealMs\": 1000, \"undersized\": 2}]}";
    Files.write(out, byHand.getBytes(UTF_8));
    for (int i = 0; i < 3; i++) {
      ran(1024, 10_000, true);
    }
    said(look(), "took 10.00 times as long as the profile says. It stays, since others have");
    assertEquals(byHand, new String(Files.readAllBytes(out), UTF_8));
    ran(1024, 10_000, true);
    said(look(), "no profile changed");
  }

  @Test
  public void historiesThatAreMovedCopiedOrRemovedCountOnce() throws Exception {
    measured();
    ran(1024, 20_000, true);
    ran(512, 26_000, false);
    ran(1024, 20_000, true);
    said(look(), "1 profile replaced.");
    assertEquals("older ones do not count any more", 3, remembered("map"));
    Path below = Files.createDirectories(done.resolve("2026/11"));
    for (Path file : (Iterable<Path>) Files.list(done).filter(Files::isRegularFile)::iterator) {
      Files.move(file, below.resolve(file.getFileName()));
    }
    said(look(), "Read 5 histories, 0 ignored so far: no profile changed.");
    assertEquals(3, remembered("map"));
    for (Path file : (Iterable<Path>) Files.list(below)::iterator) {
      Files.copy(file, done.resolve(file.getFileName()));
    }
    look();
    assertEquals(3, remembered("map"));
    for (Path directory : new Path[] {done, below}) {
      for (Path file :
          (Iterable<Path>) Files.list(directory).filter(Files::isRegularFile)::iterator) {
        Files.delete(file);
      }
    }
    ran(1024, 20_000, true);
    said(look(), "Read 1 history, 0 ignored so far: no profile changed.");
    assertEquals("the runs outlive their histories", 4, remembered("map"));
    assertEquals(20_000, idealMs(), 0);
    assertEquals(1, JSON.readTree(Files.readAllBytes(state())).path("files").size());
  }

  /** The process may end between writing the two files. */
  @Test
  public void roundThatIsRepeatedChangesNothing() throws Exception {
    ran(1024, 10_000, true);
    look();
    Path before = Files.copy(state(), folder.getRoot().toPath().resolve("state.before"));
    ran(512, 13_000, false);
    look();
    byte[] profiles = Files.readAllBytes(out);
    String after = new String(Files.readAllBytes(state()), UTF_8);
    Files.copy(before, state(), StandardCopyOption.REPLACE_EXISTING);
    said(look(), "Read 1 history, 0 ignored so far: no profile changed.");
    assertArrayEquals(profiles, Files.readAllBytes(out));
    assertEquals(2, remembered("map"));
    JsonNode files = JSON.readTree(after).path("files");
    assertEquals(files, JSON.readTree(Files.readAllBytes(state())).path("files"));
  }

  @Test
  public void damagedHistoryIsSkippedCountedAndNamed() throws Exception {
    Path damaged = done.resolve("damaged.jhist");
    Files.write(damaged, "Avro-Json\nnothing".getBytes(UTF_8));
    ran(1024, 10_000, true);
    CommandRun run = look();
    said(run, "damaged.jhist is ignored: ");
    said(run, "Read 2 histories, 1 ignored so far");
    said(look(), "Read 1 history, 1 ignored so far");
    said(look(), "Read 1 history, 1 ignored so far");
    assertEquals("it was tried often enough", "", look().out);
    ran(512, 13_000, false);
    said(look(), "Read 1 history, 1 ignored so far: 1 profile made.");
    Path whole = ran(1024, 10_000, true);
    Files.move(whole, damaged, StandardCopyOption.REPLACE_EXISTING);
    said(look(), "0 ignored so far");
    assertEquals(3, remembered("map"));
  }

  /** The history server moves a history before its configuration. */
  @Test
  public void configurationMayComeLater() throws Exception {
    Path history = ran(1024, 10_000, true);
    Path conf = done.resolve(new FinishedJob("count", jobs).id() + "_conf.xml");
    Path aside = Files.move(conf, folder.getRoot().toPath().resolve("aside"));
    said(look(), history.getFileName() + " is ignored: the job's configuration");
    Files.move(aside, conf);
    said(look(), "Read 1 history, 0 ignored so far");
    assertEquals(1, remembered("map"));
  }

  /** The first round may find years of histories, and may be stopped. */
  @Test
  public void manyHistoriesAreReadInPartsOldestFirst() throws Exception {
    Files.move(ran(1024, 10_000, true), done.resolve("0.jhist"));
    for (int i = 1; i <= ProfileWatch.MAX_PART; i++) {
      Path old = Files.write(done.resolve(i + ".jhist"), new byte[0]);
      Files.setLastModifiedTime(old, FileTime.fromMillis(i));
    }
    List<String> files = new ArrayList<>();
    PrintWriter output =
        onLine(
            "Read 1 history",
            line ->
                JSON.readTree(Files.readAllBytes(state()))
                    .path("files")
                    .fieldNames()
                    .forEachRemaining(files::add));
    String[] args = {
      "profile", "--watch", "--iterations", "1", "--out", out.toString(), done.toString()
    };
    assertEquals(ExitCode.DONE, Yarnext.run(output, new PrintWriter(new StringWriter()), args));
    assertEquals(ProfileWatch.MAX_PART, files.size());
    assertTrue(files.stream().noneMatch(file -> file.endsWith("/0.jhist")));
  }

  @Test
  public void secondWatchOfAFileIsRefused() throws Exception {
    ran(1024, 10_000, true);
    try (FileChannel lock =
        FileChannel.open(
            out.resolveSibling("profiles.json.watch.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE)) {
      lock.lock();
      CommandRun second = profile("--watch", "--iterations", "1");
      assertEquals(ExitCode.FAILED, second.status);
      said(second, "Another watch keeps " + out);
      assertFalse(Files.exists(state()));
    }
    look();
    assertTrue(Files.exists(state()));
  }

  /** A session writes its DAGs into one file. */
  @Test
  public void historyThatGrowsIsReadAgain() throws Exception {
    Path first = dag(1, done);
    look();
    assertEquals(1, remembered("Map 1"));
    Path second = dag(2, folder.newFolder("second").toPath());
    Files.deleteIfExists(first.resolveSibling("." + first.getFileName() + ".crc"));
    Files.write(first, Files.readAllBytes(second), StandardOpenOption.APPEND);
    said(look(), "Read 1 history, 0 ignored so far");
    assertEquals(2, remembered("Map 1"));
    assertEquals("", look().out);
  }

  private static Path dag(int number, Path directory) throws IOException {
    return new FinishedDag("query " + number, number)
        .set("tez.am.mode.session", "true")
        .set("tez.task.launch.cmd-opts", "-Xmx800m")
        .vertex("Map 1")
        .task(5_000)
        .counter(TaskCounter.OUTPUT_BYTES_PHYSICAL, 7 * MB)
        .counter(TaskCounter.ADDITIONAL_SPILL_COUNT, 0)
        .vertex("Reducer 2")
        .task(1_000)
        .counter(TaskCounter.SHUFFLE_BYTES_DECOMPRESSED, 400 * MB)
        .counter(TaskCounter.SHUFFLE_BYTES, 400 * MB)
        .counter(TaskCounter.SHUFFLE_BYTES_DISK_DIRECT, 100 * MB)
        .counter(TaskCounter.NUM_SHUFFLED_INPUTS, 40)
        .write(directory);
  }

  @Test
  public void watchReadsHistoriesAsTheyAppear() throws Exception {
    StringWriter text = new StringWriter();
    String[] args = {
      "profile", "--watch", "--interval", "50ms", "--out", out.toString(), done.toString()
    };
    Thread watch =
        new Thread(
            () -> Yarnext.run(new PrintWriter(text, true), new PrintWriter(text, true), args));
    watch.start();
    try {
      mapRun("count", 1024, 10_000, true);
      mapRun("count", 512, 13_000, false);
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!Files.exists(out) && System.nanoTime() < end) {
        Thread.sleep(20);
      }
    } finally {
      watch.interrupt();
      watch.join(TimeUnit.SECONDS.toMillis(60));
    }
    assertFalse(text.toString(), watch.isAlive());
    assertEquals(text.toString(), 10_000, idealMs(), 0);
  }

  @Test
  public void roundThatFailsIsRepeated() throws Exception {
    ran(1024, 10_000, true);
    List<String> failures = new ArrayList<>();
    PrintWriter output = onLine("Read 1 history", line -> Files.write(out, "{}".getBytes(UTF_8)));
    PrintWriter errors =
        onLine(
            "This round failed, and the next one repeats it: ",
            line -> {
              failures.add(line);
              Files.delete(out);
            });
    String[] args = {
      "profile",
      "--watch",
      "--interval",
      "20ms",
      "--iterations",
      "3",
      "--out",
      out.toString(),
      done.toString()
    };
    assertEquals(ExitCode.DONE, Yarnext.run(output, errors, args));
    assertEquals(failures.toString(), 1, failures.size());
    assertTrue(failures.toString(), failures.get(0).contains("Field version is missing"));
  }

  private interface LineAction {
    void accept(String line) throws IOException;
  }

  /** Does something at each line with a text. */
  private static PrintWriter onLine(String text, LineAction action) {
    return new PrintWriter(new StringWriter()) {
      @Override
      public void println(String line) {
        if (line.contains(text)) {
          try {
            action.accept(line);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      }
    };
  }

  @Test
  public void firstRoundThatFailsEndsTheCommand() throws Exception {
    Files.write(out, "{}".getBytes(UTF_8));
    assertEquals(ExitCode.FAILED, profile("--watch", "--iterations", "1").status);
    Files.delete(out);
    Files.write(state(), "{\"version\": 2}".getBytes(UTF_8));
    CommandRun later = profile("--watch", "--iterations", "1");
    assertEquals(ExitCode.FAILED, later.status);
    said(later, "profiles.json.watch cannot be read (its version is 2, not 1): use the version");
  }

  /** The first version wrote such a file. */
  @Test
  public void stateOfVersionOneIsRead() throws Exception {
    Files.write(
        state(),
        ("{\"version\":1,\"files\":{},\"seen\":[\"job_1_0001"
                + " map\"],\"classes\":[{\"jobs\":\"count\","
                + "\"framework\":\"MAPREDUCE\",\"task\":\"map\",\"fittedMs\":0,\"runs\":[{\"job\":"
                + "\"count\",\"id\":\"job_1_0001\",\"framework\":\"MAPREDUCE\",\"task\":\"map\","
                + "\"endMs\":1700000000000,\"priority\":20,\"requestedMb\":512,\"heapMb\":288,"
                + "\"sizes\":[{\"lostMb\":0,\"tasks\":2,\"ms\":13000,\"inputMb\":10,\"outputs\":0,"
                + "\"localOutputs\":0,\"outputMb\":10,\"spilledShare\":0,\"writtenOnce\":0}]}]}]}")
            .getBytes(UTF_8));
    ran(1024, 10_000, true);
    said(look(), "1 profile made.");
    assertEquals(13_000, made("count", "map").model().runTimeMs(512), 1e-6);
  }

  @Test
  public void wrongOptionsAreMisuse() {
    assertEquals(
        ExitCode.MISUSED, CommandRun.of("profile", "--watch", "--dry-run", done.toString()).status);
    assertEquals(ExitCode.MISUSED, profile("--watch", "--interval", "0s").status);
    assertEquals(ExitCode.MISUSED, profile("--watch", "--half-life", "long").status);
    assertEquals(ExitCode.MISUSED, profile("--watch", "--max-drift", "0").status);
    assertEquals(ExitCode.MISUSED, profile("--watch", "--iterations", "-1").status);
    assertTrue(profile("--watch", "--interval", "0s").err.contains("--interval 0s is not above 0"));
  }
}
