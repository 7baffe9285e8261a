// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.idle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.minicluster.process.Await;

/** Tasks as processes of this machine. */
public class IdleTaskTest {
  private static final long TIMEOUT_MS = 30_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path dir;
  private Process process;

  @Before
  public void prepare() {
    dir = folder.getRoot().toPath();
  }

  @After
  public void kill() {
    process.destroyForcibly();
  }

  private void start(String command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("/bin/bash", "-c", "exec " + command).inheritIO();
    builder.environment().put("CONTAINER_ID", "container_1");
    process = builder.start();
  }

  private String[] result() throws IOException {
    return Files.readAllLines(dir.resolve("container_1" + IdleTask.RESULT)).get(0).split(" ");
  }

  @Test
  public void taskDoesItsWorkAndHoldsItsMemory() throws Exception {
    start(IdleTask.command(dir, 160, 160, 1_000, 1, 50));
    assertTrue(process.waitFor(TIMEOUT_MS, TimeUnit.MILLISECONDS));
    assertEquals(0, process.exitValue());
    assertEquals(IdleTask.work(0, 50_000), Long.parseLong(result()[0]));
    assertEquals(IdleTask.expected(50_000), Long.parseLong(result()[0]));
    assertEquals(50, Integer.parseInt(result()[1]));
    assertEquals("memory in MB", 160, Long.parseLong(result()[2]), 30);
    double cpu = Double.parseDouble(result()[3]);
    assertTrue("CPU " + cpu, cpu > 0 && cpu < 8);
  }

  @Test
  public void taskGrowsWhileThereIsASpikeAndShrinksAfterIt() throws Exception {
    start(IdleTask.command(dir, 60, 200, 1_000, 1, 0));
    for (int spike = 1; spike <= 2; spike++) {
      Path part = Files.write(dir.resolve("part"), "300".getBytes(UTF_8));
      Path trigger = Files.move(part, dir.resolve(IdleTask.SPIKE));
      int lines = spike;
      Await.until("growth", TIMEOUT_MS, () -> growths().size() == lines);
      String[] growth = growths().get(spike - 1).split(" ");
      assertEquals("memory in MB", 200, Long.parseLong(growth[2]), 30);
      long growthMs = Long.parseLong(growth[1]) - Long.parseLong(growth[0]);
      assertTrue("grown in " + growthMs + " ms", growthMs >= 300);
      Files.delete(trigger);
      Await.until("memory to be returned", TIMEOUT_MS, () -> residentMb() < 120);
    }
    Files.createFile(dir.resolve(IdleTask.END));
    assertTrue(process.waitFor(TIMEOUT_MS, TimeUnit.MILLISECONDS));
    assertEquals(0, process.exitValue());
    assertEquals(
        IdleTask.expected(1_000 * Long.parseLong(result()[1])), Long.parseLong(result()[0]));
  }

  private List<String> growths() throws IOException {
    Path file = dir.resolve("container_1" + IdleTask.GROWTH);
    return Files.exists(file) ? Files.readAllLines(file) : Collections.emptyList();
  }

  private long residentMb() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) >> 10;
      }
    }
    throw new IOException("the task has ended");
  }
}
