// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Test;

/** Reads parts of logs of masters of MapReduce and Tez, recorded with other ids. */
public class MasterLogReaderTest {
  private static final Path LOGS = Paths.get("src", "test", "resources", "explain");
  private static final String CONTAINER = "container_1700000000000_0042_01_000003";
  private static final String TASK = "attempt_1700000000000_0042_m_000001_0";

  private static List<TimelineEntry> read(String file, ZoneOffset offset) throws IOException {
    String log = new String(Files.readAllBytes(LOGS.resolve(file)), UTF_8);
    return MasterLogReader.read("a log", Arrays.asList(log, log), CONTAINER, offset, 1_000);
  }

  private static List<String> texts(List<TimelineEntry> entries) {
    return entries.stream().map(TimelineEntry::text).collect(Collectors.toList());
  }

  @Test
  public void linesOfMapReduceAboutTheContainerAreFound() throws Exception {
    List<TimelineEntry> entries = read("master-syslog.txt", ZoneOffset.ofHours(2));
    assertEquals(
        Arrays.asList(
            "RMContainerAllocator: Assigned container " + CONTAINER + " to " + TASK,
            "ContainerLauncherImpl: Processing the event EventType: CONTAINER_REMOTE_LAUNCH for"
                + " container "
                + CONTAINER
                + " taskAttempt "
                + TASK,
            "TaskAttemptImpl: TaskAttempt: ["
                + TASK
                + "] using containerId: ["
                + CONTAINER
                + " on NM: [node7:8041]"),
        texts(entries));
    assertEquals(
        "in UTC, and by the clock of this host",
        Instant.parse("2023-11-14T20:13:22.377Z").toEpochMilli(),
        entries.get(0).timeMs());
  }

  @Test
  public void estimatesForTheTaskOfATezContainerAreFound() throws Exception {
    List<String> texts = texts(read("master-syslog-dag.txt", ZoneOffset.UTC));
    assertTrue(texts.toString(), texts.get(0).startsWith("EstimatorMetrics: attempt_"));
    assertTrue(texts.toString(), texts.get(0).contains("The task is short"));
    assertTrue(
        texts.toString(),
        texts.stream().anyMatch(text -> text.startsWith("DagAwareYarnTaskScheduler: Assigning")));
    assertFalse(
        "of another task", texts.stream().anyMatch(text -> text.contains("_1_00_000005_0")));
  }

  @Test
  public void otherContainersAndLinesWithoutATimeAreLeftOut() {
    String log =
        "2023-11-14 22:13:23,377 INFO [main] a.B: of " + CONTAINER + "7\n\tat " + CONTAINER + "\n";
    assertEquals(
        Collections.emptyList(),
        MasterLogReader.read("a log", Collections.singleton(log), CONTAINER, ZoneOffset.UTC, 0));
  }

  /** An application writes what it likes into its log. */
  @Test
  public void linesWithAnImpossibleTimeAreLeftOut() {
    String end = " INFO [main] a.B: of " + CONTAINER + "\n";
    String log = "2023-99-14 22:13:23,377" + end + "2023-11-14 22:13:23,377" + end;
    assertEquals(
        1,
        MasterLogReader.read("a log", Collections.singleton(log), CONTAINER, ZoneOffset.UTC, 0)
            .size());
  }

  @Test
  public void masterHasTheFirstNumberOfItsAttempt() {
    assertEquals(
        "container_e17_1700000000000_0042_02_000001",
        MasterLogReader.master("container_e17_1700000000000_0042_02_000317"));
    assertNull(MasterLogReader.master("container_1700000000000_0042_01_000001"));
  }
}
