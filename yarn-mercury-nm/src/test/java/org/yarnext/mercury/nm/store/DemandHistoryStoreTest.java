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
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.policing.DemandHistory;

public class DemandHistoryStoreTest {
  private static final long WINDOW = 240_000;
  private static final long PERIOD = 288_000;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final DemandHistory history = history();
  private Path file;
  private DemandHistoryStore record;

  @Before
  public void setUp() {
    Path directory = folder.getRoot().toPath();
    file = directory.resolve("demand.json");
    record = new DemandHistoryStore(directory, WINDOW, PERIOD);
    for (int i = 0; i < 1_000; i++) {
      history.observe(i * 777, ResourceVector.of(i % 50, i % 7));
    }
  }

  private static DemandHistory history() {
    return new DemandHistory(WINDOW, PERIOD, 0.7);
  }

  private static void assertSame(DemandHistory expected, DemandHistory actual) {
    expected
        .saved()
        .forEach((name, rows) -> assertArrayEquals(name, rows, actual.saved().get(name)));
  }

  @Test
  public void savedHistoryIsReadBackAndSmall() throws IOException {
    record.save(history);
    DemandHistory loaded = history();
    record.load(loaded);
    assertSame(history, loaded);
    assertTrue(Files.size(file) + " bytes", Files.size(file) < 50_000);
  }

  @Test
  public void missingRecordLeavesAnEmptyHistory() throws IOException {
    DemandHistory loaded = history();
    record.load(loaded);
    assertSame(history(), loaded);
  }

  @Test
  public void recordOfAnotherWindowOrPeriodIsIgnored() throws IOException {
    record.save(history);
    DemandHistory loaded = history();
    new DemandHistoryStore(folder.getRoot().toPath(), WINDOW, PERIOD + 1).load(loaded);
    new DemandHistoryStore(folder.getRoot().toPath(), WINDOW + 1, PERIOD).load(loaded);
    assertSame(history(), loaded);
    assertTrue(Files.exists(file));
  }

  @Test
  public void corruptRecordIsSetAsideAndNotUsed() throws IOException {
    record.save(history);
    String right = new String(Files.readAllBytes(file), UTF_8);
    String[] wrong = {
      "",
      "[]",
      "{}",
      right.substring(0, right.length() / 2),
      right + "}",
      right.replace("\"version\":1", "\"version\":2"),
      right.replace("recentVcores", "recentCores"),
      right.replaceFirst("\\[\\[\\d+", "[[-1"),
      right.replaceFirst("\\[\\[\\d+", "[[1.5"),
      right.replaceFirst("\\[\\[\\d+", "[[\"1\""),
      right.replaceFirst("\\[\\[\\d+,", "[["),
      right.replaceFirst("\\[\\[\\d+", "[[99999999999999999999"),
      right.replaceFirst("\\[\\[.*?\\]\\]", "[null]"),
      right.replaceFirst("\\[\\[.*?\\]\\]", "{\"a\":1}")
    };
    for (String text : wrong) {
      Files.write(file, text.getBytes(UTF_8));
      DemandHistory fresh = history();
      IOException e = assertThrows(text, IOException.class, () -> record.load(fresh));
      assertTrue(e.getMessage(), e.getMessage().contains("demand.json.corrupt"));
      assertSame(history(), fresh);
      assertFalse(text, Files.exists(file));
    }
    assertEquals("nothing else is left", 1, folder.getRoot().list().length);
  }
}
