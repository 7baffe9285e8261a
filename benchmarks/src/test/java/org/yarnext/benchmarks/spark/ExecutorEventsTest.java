// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.shell.AttemptRecord;

/** Lines as Spark 3.5.6 writes them, shortened. */
public class ExecutorEventsTest {
  private static final String ADDED =
      "{\"Event\":\"SparkListenerExecutorAdded\",\"Timestamp\":%d,\"Executor ID\":\"%s\"}";
  private static final String REMOVED =
      "{\"Event\":\"SparkListenerExecutorRemoved\",\"Timestamp\":%d,\"Executor ID\":\"%s\","
          + "\"Removed Reason\":\"%s\"}";
  private static final String END = "{\"Event\":\"SparkListenerApplicationEnd\",\"Timestamp\":900}";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private List<AttemptRecord> read(String... lines) throws IOException {
    Files.write(folder.newFile("application_1_0001_1").toPath(), Arrays.asList(lines), UTF_8);
    return ExecutorEvents.read(folder.getRoot().toPath(), 100);
  }

  @Test
  public void lostExecutorsAreKilledAndReleasedOnesAreNot() throws IOException {
    List<AttemptRecord> records =
        read(
            "{\"Event\":\"SparkListenerApplicationStart\",\"Timestamp\":150}",
            String.format(Locale.ROOT, ADDED, 200, "1"),
            String.format(Locale.ROOT, ADDED, 210, "2"),
            String.format(Locale.ROOT, ADDED, 220, "3"),
            String.format(Locale.ROOT, REMOVED, 300, "1", "Executor killed by driver."),
            String.format(
                Locale.ROOT, REMOVED, 400, "2", "Container container_1 on host: h was preempted."),
            END,
            String.format(Locale.ROOT, REMOVED, 910, "3", "Executor process (pid=1) lost"));
    assertEquals(
        Arrays.asList("200-300 SUCCEEDED", "210-400 KILLED", "220-900 SUCCEEDED"),
        records.stream()
            .map(r -> r.runStartMs + "-" + r.endMs + " " + r.end)
            .collect(Collectors.toList()));
    assertTrue(records.stream().allMatch(r -> r.askedMs == 100));
  }

  @Test
  public void logWithoutAnEndIsRefused() {
    assertThrows(IOException.class, () -> read(String.format(Locale.ROOT, ADDED, 200, "1")));
    assertThrows(
        IOException.class, () -> ExecutorEvents.read(folder.newFolder("empty").toPath(), 0));
  }
}
