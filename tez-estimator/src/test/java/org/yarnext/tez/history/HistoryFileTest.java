// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.Test;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/** Older, corrupt and busy files. */
public class HistoryFileTest extends HistoryStoreTestBase {
  private static final String DAG_LIKE = "0123456789abcdef0123456789abcdef";

  /** A file from before the run times of containers' first tasks were recorded separately. */
  @Test
  public void fileOfAnOlderFormatIsRead() throws IOException {
    store(9).add(DAG, run("a", 100));
    Path file = files()[0].toPath();
    String text = new String(Files.readAllBytes(file), UTF_8);
    String older = text.replace(",\"firstExtraMs\":3.0", "");
    assertNotEquals(text, older);
    Files.write(file, older.getBytes(UTF_8));
    VertexRunSummary run = store(9).read(DAG).get("a").oldestFirst().get(0);
    assertEquals(0, run.firstExtraMs(), 0);
    assertEquals(77, run.bytesPerTask());
  }

  @Test
  public void unknownDagHasNoHistory() throws IOException {
    assertTrue(store(9).read(DAG).isEmpty());
    store(9).add("other", run("a", 1));
    assertTrue(store(9).read(DAG).isEmpty());
  }

  @Test
  public void runWithoutVerticesIsNotKept() throws IOException {
    store(9).add(DAG, Collections.emptyMap());
    assertTrue(!directory.exists());
  }

  @Test
  public void verticesOfEarlierRunsAreKept() throws IOException {
    store(9).add(DAG, run("a", 1));
    store(9).add(DAG, run("b", 2));
    assertEquals(2, store(9).read(DAG).size());
  }

  @Test
  public void numberOfVerticesIsBoundedAndTheLatestAreKept() throws IOException {
    Map<String, VertexRunSummary> many = new LinkedHashMap<>();
    for (int i = 0; i < HistoryStore.MAX_VERTICES; i++) {
      many.putAll(run("v" + i, i));
    }
    store(9).add(DAG, run("old", 1));
    store(9).add(DAG, many);
    assertEquals(many.keySet(), store(9).read(DAG).keySet());
  }

  @Test
  public void corruptFileIsReportedAndReplaced() throws IOException {
    for (String damage :
        Arrays.asList(
            "",
            "{",
            "[]",
            "{\"version\": 2}",
            "{\"version\": 1, \"dag\": \"another\", \"vertices\": {}}",
            "{\"version\": 1, \"dag\": \"report *\"}",
            "{\"version\": 1, \"dag\": \"report *\", \"vertices\": {\"a\": [{}]}}",
            "{\"version\": 1, \"dag\": \"report *\", \"vertices\":"
                + " {\"a\": [{\"ms\": [5, 4, 3, 2, 1], \"bytes\": 1, \"msPerByte\": 0}]}}",
            "{\"version\": 1, \"dag\": \"report *\", \"vertices\":"
                + " {\"a\": [{\"ms\": [1, 2, 3, 4, \"x\"], \"bytes\": 1, \"msPerByte\": 0}]}}",
            "{\"version\": 1, \"dag\": \"report *\", \"vertices\":"
                + " {\"a\": [{\"ms\": [1, 2, 3, 4, 5], \"bytes\": 1, \"msPerByte\": 1e300}]}}",
            String.join("", Collections.nCopies(1 << 20, "[")),
            "{\"version\": 1, \"dag\": \"report *\", \"vertices\": {}} and more")) {
      store(9).add(DAG, run("a", 1));
      Path file = files()[0].toPath();
      Files.write(file, damage.getBytes(UTF_8));
      Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
      try {
        store(9).read(DAG);
        fail(damage + " was read");
      } catch (IOException e) {
        assertTrue(e.getMessage(), e.getMessage().contains("is damaged and not used"));
      }
      store(9).add(DAG, run("a", 5));
      assertEquals(damage, 1, store(9).read(DAG).get("a").oldestFirst().size());
    }
  }

  @Test
  public void leastRecentlyRunDagsAreRemovedFirst() throws IOException {
    for (int i = 0; i < 4; i++) {
      store(9).add("dag" + i, run("a", i));
      for (File file : files()) {
        assertTrue(file.setLastModified(file.lastModified() - 10_000));
      }
    }
    store(3).add("dag4", run("a", 4));
    assertEquals(3, files().length);
    assertTrue(store(3).read("dag0").isEmpty());
    assertTrue(store(3).read("dag1").isEmpty());
    assertEquals(1, store(3).read("dag4").size());
  }

  @Test
  public void leftoverOfACrashIsRemovedAfterAnHour() throws IOException {
    store(9).add(DAG, run("a", 1));
    File left = new File(directory, UUID.randomUUID() + ".tmp");
    assertTrue(left.createNewFile());
    store(9).add(DAG, run("a", 2));
    assertTrue("may be another's, still writing", left.exists());
    assertTrue(left.setLastModified(left.lastModified() - 3_700_000));
    store(9).add(DAG, run("a", 3));
    assertTrue(!left.exists());
  }

  @Test
  public void otherFilesInTheDirectoryAreKept() throws IOException {
    store(1).add(DAG, run("a", 1));
    List<File> others =
        Arrays.asList(
            new File(directory, "settings.json"),
            new File(directory, "x.tmp"),
            new File(directory, DAG_LIKE + ".json"),
            new File(directory, UUID.randomUUID() + ".tmp"));
    assertTrue(others.get(0).createNewFile());
    assertTrue(others.get(1).createNewFile());
    assertTrue("a directory", others.get(2).mkdir());
    assertTrue("a directory", others.get(3).mkdir());
    for (File other : others) {
      assertTrue(other.setLastModified(other.lastModified() - 3_700_000));
    }
    store(1).add(DAG, run("a", 2));
    for (File other : others) {
      assertTrue(other + " is gone", other.exists());
    }
    assertEquals("nor do they count", 2, store(1).read(DAG).get("a").oldestFirst().size());
  }

  @Test
  public void temporarilyUnreadableHistoryIsKept() throws IOException {
    busy(() -> {}).add(DAG, run("a", 1));
    busy(() -> {}).add(DAG, run("a", 2));
    HistoryStore failing =
        busy(
            () -> {
              throw new IOException("no such replica now");
            });
    assertThrows(IOException.class, () -> failing.add(DAG, run("a", 3)));
    assertEquals(2, busy(() -> {}).read(DAG).get("a").oldestFirst().size());
  }

  @Test
  public void fileReplacedDuringAReadIsReadAsItWas() throws IOException {
    busy(() -> {}).add(DAG, run("a", 1));
    Path file = files()[0].toPath();
    HistoryStore overtaken =
        busy(
            () -> {
              Path longer = file.resolveSibling("longer");
              Files.write(longer, new byte[10_000]);
              Files.move(longer, file, StandardCopyOption.REPLACE_EXISTING);
            });
    overtaken.add(DAG, run("a", 2));
    assertEquals(2, busy(() -> {}).read(DAG).get("a").oldestFirst().size());
  }
}
