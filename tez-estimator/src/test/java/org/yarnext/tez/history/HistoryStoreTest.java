// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.tez.policy.estimate.VertexHistory;
import org.yarnext.tez.policy.estimate.VertexRunSummary;

/** What is kept is read back, whatever happened to the files in between. */
public class HistoryStoreTest {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryStoreTest.class);
  private static final String DAG = "report *";
  private static final String DAG_LIKE = "0123456789abcdef0123456789abcdef";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private File shared;
  private File directory;

  @Before
  public void directory() throws IOException {
    shared = new File(folder.getRoot(), "a/b");
    directory = new File(shared, "alice");
  }

  private HistoryStore store(int maxDags) throws IOException {
    return store("alice", maxDags);
  }

  private HistoryStore store(String user, int maxDags) throws IOException {
    return new HistoryStore(new Configuration(), shared.toURI().toString(), user, maxDags);
  }

  private static Map<String, VertexRunSummary> run(String vertex, double ms) {
    return Collections.singletonMap(
        vertex,
        new VertexRunSummary(Arrays.asList(ms, ms + 1, ms + 2, ms + 3, ms + 4), 77, 0.25, 3));
  }

  private File[] files() {
    return directory.listFiles((dir, name) -> !name.startsWith("."));
  }

  @Test
  public void writtenHistoryIsReadBack() throws IOException {
    store(9).add(DAG, run("a", 100));
    store(9).add(DAG, run("a", 200));
    VertexHistory past = store(9).read(DAG).get("a");
    assertEquals(2, past.oldestFirst().size());
    VertexRunSummary latest = past.oldestFirst().get(1);
    assertEquals(Arrays.asList(200.0, 201.0, 202.0, 203.0, 204.0), latest.quantilesMs());
    assertEquals(77, latest.bytesPerTask());
    assertEquals(0.25, latest.msPerByte(), 0);
    assertEquals(3, latest.firstExtraMs(), 0);
    assertEquals("nothing unfinished is left", 1, files().length);
  }

  private static int mode(File file) throws IOException {
    return (int) Files.getAttribute(file.toPath(), "unix:mode") & 07777;
  }

  @Test
  public void eachUserHasAPrivateDirectory() throws IOException {
    store(9).add(DAG, run("a", 100));
    assertTrue(store("bob", 9).read(DAG).isEmpty());
    store("bob", 9).add(DAG, run("b", 200));
    assertEquals(Collections.singleton("a"), store(9).read(DAG).keySet());
    assertEquals("all may make theirs", 01777, mode(shared));
    assertEquals(0700, mode(directory));
    assertEquals(0700, mode(new File(shared, "bob")));
  }

  @Test
  public void existingSharedDirectoryIsUnchanged() throws IOException {
    Files.createDirectories(shared.toPath());
    Files.setPosixFilePermissions(shared.toPath(), PosixFilePermissions.fromString("rwxrwx---"));
    store(9).add(DAG, run("a", 100));
    assertEquals(0770, mode(shared));
  }

  private void assertNotUsed(String why) {
    IOException read = assertThrows(IOException.class, () -> store(9).read(DAG));
    assertTrue(read.getMessage(), read.getMessage().contains(why));
    IOException kept = assertThrows(IOException.class, () -> store(9).add(DAG, run("a", 1)));
    assertTrue(kept.getMessage(), kept.getMessage().contains(why));
  }

  /** As another user makes it in the shared directory before the first run. */
  @Test
  public void directoryOpenToOthersIsNotUsed() throws IOException {
    Files.createDirectories(directory.toPath());
    for (String mode : Arrays.asList("rwxrwxrwx", "rwx--x---", "rwx---r--")) {
      Files.setPosixFilePermissions(directory.toPath(), PosixFilePermissions.fromString(mode));
      assertNotUsed("chmod 700");
      assertEquals("nothing is told", 0, files().length);
    }
  }

  @Test
  public void directoryOfAnotherUserIsNotUsed() throws IOException {
    Files.createDirectories(directory.toPath());
    Files.setPosixFilePermissions(directory.toPath(), PosixFilePermissions.fromString("rwx------"));
    assumeTrue("only root may give it away", "root".equals(System.getProperty("user.name")));
    Files.setAttribute(directory.toPath(), "unix:uid", 65_534);
    assertNotUsed("belongs to");
    assertEquals(0, files().length);
  }

  @Test
  public void symbolicLinkIsNotUsedAsADirectory() throws IOException {
    Path elsewhere = folder.newFolder().toPath();
    Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(shared.toPath());
    Files.createSymbolicLink(directory.toPath(), elsewhere);
    assertNotUsed("is not a directory");
    assertEquals(0, elsewhere.toFile().list().length);
  }

  @Test
  public void linkedFileIsNotRead() throws IOException {
    store(9).add(DAG, run("a", 1));
    Path file = files()[0].toPath();
    Path planted = folder.newFile().toPath();
    Files.move(file, planted, StandardCopyOption.REPLACE_EXISTING);
    Files.createSymbolicLink(file, planted);
    assertThrows(IOException.class, () -> store(9).read(DAG));
  }

  @Test
  public void noUserNameLeavesTheSharedDirectory() throws IOException {
    for (String user : Arrays.asList("..", "a/../../b", "/")) {
      store(user, 9).add(DAG, run("a", 100));
    }
    assertEquals(3, shared.listFiles().length);
    assertEquals(1, shared.getParentFile().listFiles().length);
  }

  /** As written before it was told apart how long the first task of a container runs. */
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

  private interface Reading {
    void begins() throws IOException;
  }

  /** A file system on which something happens while a file is read. */
  public static final class BusyFs extends DelegateToFileSystem {
    static Reading reading;

    public BusyFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
      super(uri, new Local(), conf, "busy", false);
    }

    private static final class Local extends RawLocalFileSystem {
      @Override
      public URI getUri() {
        return URI.create("busy:///");
      }

      /** Hadoop's own tells no owner of a file that is not under its own scheme. */
      @Override
      public FileStatus getFileLinkStatus(org.apache.hadoop.fs.Path path) throws IOException {
        FileStatus status = super.getFileLinkStatus(path);
        return new FileStatus(
            status.getLen(),
            status.isDirectory(),
            1,
            1,
            status.getModificationTime(),
            0,
            new FsPermission(status.isDirectory() ? 0700 : 0600),
            System.getProperty("user.name"),
            "",
            path);
      }

      @Override
      public FSDataInputStream open(org.apache.hadoop.fs.Path path, int size) throws IOException {
        FSDataInputStream in = super.open(path, size);
        reading.begins();
        return in;
      }
    }
  }

  private HistoryStore busy(Reading reading) throws IOException {
    BusyFs.reading = reading;
    Configuration conf = new Configuration();
    conf.setClass("fs.AbstractFileSystem.busy.impl", BusyFs.class, AbstractFileSystem.class);
    return new HistoryStore(conf, "busy://" + shared.getPath(), "alice", 9);
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

  @Test
  public void oversizedFileIsCorrupt() throws IOException {
    busy(() -> {}).add(DAG, run("a", 1));
    Files.write(files()[0].toPath(), new byte[5 << 20]);
    assertThrows(CorruptHistoryException.class, () -> busy(() -> {}).read(DAG));
  }

  /**
   * Of those that write at once some may fail where a file system cannot replace a file at once.
   */
  @Test
  public void concurrentWritersLeaveAUsableHistory() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    AtomicInteger kept = new AtomicInteger();
    for (int i = 0; i < 40; i++) {
      int ms = i;
      threads.execute(
          () -> {
            try {
              store(9).add(DAG, run("a", ms));
              kept.incrementAndGet();
            } catch (IOException e) {
              LOG.info("Not kept", e);
            }
          });
    }
    threads.shutdown();
    assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    assertTrue("some were kept", kept.get() > 0);
    store(9).add(DAG, run("a", 77));
    List<VertexRunSummary> past = store(9).read(DAG).get("a").oldestFirst();
    assertEquals(77, past.get(past.size() - 1).quantilesMs().get(0), 0);
    assertEquals("nothing unfinished is left", 1, files().length);
  }
}
