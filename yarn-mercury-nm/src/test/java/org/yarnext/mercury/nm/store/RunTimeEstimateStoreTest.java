// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.mercury.nm.scheduler.FakeNode;
import org.yarnext.mercury.policy.estimate.UserRunTimeCache;

public class RunTimeEstimateStoreTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final RunTimeEstimateCache estimates = FakeNode.newEstimates();
  private Path directory;
  private Path file;
  private RunTimeEstimateStore record;

  @Before
  public void setUp() {
    directory = folder.getRoot().toPath().resolve("mercury");
    file = directory.resolve("estimates.json");
    record = new RunTimeEstimateStore(directory);
  }

  private void write(String text) throws IOException {
    Files.createDirectories(directory);
    Files.write(file, text.getBytes(UTF_8));
  }

  private void assertSetAside(String text) throws IOException {
    write(text);
    RunTimeEstimateCache fresh = FakeNode.newEstimates();
    IOException e = assertThrows(text, IOException.class, () -> record.load(fresh));
    assertTrue(e.getMessage(), e.getMessage().contains("estimates.json.corrupt"));
    assertEquals("nothing of it is used: " + text, 0, fresh.applications());
    assertFalse(text, Files.exists(file));
    assertEquals(
        text, new String(Files.readAllBytes(directory.resolve("estimates.json.corrupt")), UTF_8));
  }

  @Test
  public void savedEstimatesAreReadBack() throws IOException {
    estimates.observe("application_1_0001", 20, 100);
    estimates.observe("application_1_0001", 20, 300);
    estimates.observe("application_1_0001", -1, 7);
    estimates.observe("application_1_0002", 5, 0);
    record.save(estimates);
    RunTimeEstimateCache loaded = FakeNode.newEstimates();
    record.load(loaded);
    assertEquals(2, loaded.applications());
    assertArrayEquals(
        new double[] {100, 300}, loaded.learnt().get("application_1_0001").get(20), 0);
    assertArrayEquals(new double[] {7}, loaded.learnt().get("application_1_0001").get(-1), 0);
    assertArrayEquals(new double[] {0}, loaded.learnt().get("application_1_0002").get(5), 0);
  }

  /** Otherwise a restart of the NodeManager would give each of them a clean slate. */
  @Test
  public void savedDeclarationsOfUsersAreReadBack() throws IOException {
    assertEquals("of a stranger", 10_000, estimates.estimateMs("new", "nobody", 20, 1L, null));
    for (int i = 0; i < 5; i++) {
      estimates.observe("a", "right", 20, new UserRunTimeCache.Run(30_000, 20_000L, true));
      estimates.observe("b", "wrong", 20, new UserRunTimeCache.Run(30_000, 1L, i > 0));
      estimates.observe("c", "silent", 20, new UserRunTimeCache.Run(7_000, null, true));
    }
    record.save(estimates);
    RunTimeEstimateCache loaded = FakeNode.newEstimates();
    record.load(loaded);
    for (RunTimeEstimateCache each : new RunTimeEstimateCache[] {estimates, loaded}) {
      assertEquals("corrected", 3_000, each.estimateMs("new", "right", 20, 2_000L, null));
      assertEquals(30_000, each.estimateMs("new", "wrong", 20, 2_000L, null));
      assertEquals(7_000, each.estimateMs("new", "silent", 20, 2_000L, null));
      assertEquals("as was signed", 700, each.estimateMs("new", "wrong", 20, 1L, 700L));
      assertEquals("another task", 7_000, each.estimateMs("new", "silent", 5, 2_000L, null));
    }
    assertSetAside("{\"version\":1,\"applications\":{},\"users\":[{\"user\":\"a\"}]}");
  }

  @Test
  public void extremePrioritiesAndRunTimesAreReadBack() throws IOException {
    estimates.observe("a", Integer.MAX_VALUE, 1);
    estimates.observe("a", Integer.MIN_VALUE, 1L << 50);
    record.save(estimates);
    RunTimeEstimateCache loaded = FakeNode.newEstimates();
    record.load(loaded);
    assertEquals(Long.valueOf(1), loaded.learntMs("a", Integer.MAX_VALUE));
    assertEquals(Long.valueOf(1L << 50), loaded.learntMs("a", Integer.MIN_VALUE));
  }

  @Test
  public void savingReplacesTheWholeRecord() throws IOException {
    estimates.observe("a", 1, 100);
    record.save(estimates);
    estimates.forget("a");
    estimates.observe("b", 1, 100);
    record.save(estimates);
    RunTimeEstimateCache loaded = FakeNode.newEstimates();
    record.load(loaded);
    assertEquals(1, loaded.applications());
    assertTrue(loaded.learnt().containsKey("b"));
    assertFalse("no leftover", Files.exists(directory.resolve("estimates.json.new")));
  }

  @Test
  public void missingRecordIsAllowed() throws IOException {
    record.load(estimates);
    assertEquals(0, estimates.applications());
  }

  @Test
  public void truncatedRecordIsSetAside() throws IOException {
    estimates.observe("application_1_0001", 20, 1234);
    estimates.observe("application_1_0002", 20, 5678);
    record.save(estimates);
    String whole = new String(Files.readAllBytes(file), UTF_8);
    for (int length = 0; length < whole.length(); length++) {
      assertSetAside(whole.substring(0, length));
    }
  }

  @Test
  public void deeplyNestedRecordIsSetAside() throws IOException {
    char[] deep = new char[200_000];
    Arrays.fill(deep, '[');
    assertSetAside(new String(deep));
  }

  @Test
  public void invalidRecordIsSetAside() throws IOException {
    List<String> wrong =
        Arrays.asList(
            "",
            "null",
            "[]",
            "7",
            "{}",
            "{\"applications\":{}}",
            "{\"version\":2,\"applications\":{}}",
            "{\"version\":\"1\",\"applications\":{}}",
            "{\"version\":true,\"applications\":{}}",
            "{\"version\":1,\"applications\":{}}]]",
            "{\"version\":1,\"applications\":{}}{\"version\":1,\"applications\":{}}",
            "{\"version\":1}",
            "{\"version\":1,\"applications\":[]}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5]},\"b\":7}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5]},\"b\":{\"1\":7}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5],\"one\":[5]}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"99999999999\":[5]}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5,\"6\"]}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5,null]}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[5,-1]}}}",
            "{\"version\":1,\"applications\":{\"a\":{\"1\":[NaN]}}}");
    for (String text : wrong) {
      assertSetAside(text);
    }
  }

  @Test
  public void savingContinuesAfterARecordIsSetAside() throws IOException {
    assertSetAside("{");
    estimates.observe("a", 1, 100);
    record.save(estimates);
    RunTimeEstimateCache loaded = FakeNode.newEstimates();
    record.load(loaded);
    assertEquals(1, loaded.applications());
  }

  @Test
  public void unwritableDirectoryIsAnIoException() throws IOException {
    Files.write(directory, new byte[0]);
    assertThrows(IOException.class, () -> record.save(estimates));
  }
}
