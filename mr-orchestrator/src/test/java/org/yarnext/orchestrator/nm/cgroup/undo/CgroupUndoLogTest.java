// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.undo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

public class CgroupUndoLogTest {
  private static final Path SHARES = Paths.get("/cg/cpu/p/c1/cpu.shares");

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path file() {
    return folder.getRoot().toPath().resolve("below/journal.json");
  }

  @Test
  public void firstValueIsKeptAcrossRestarts() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    undoLog.recordChange(SHARES, "1024", "300");
    undoLog.recordChange(SHARES, "300", "200");
    ValueChange changed = new CgroupUndoLog(file()).changed(SHARES);
    assertEquals("1024", changed.original);
    for (String ours : new String[] {"1024", "300", "200"}) {
      assertTrue(changed.isOurs(SHARES, ours));
    }
    assertFalse(changed.isOurs(SHARES, "777"));
  }

  @Test
  public void failedWriteDoesNotHideTheCurrentValue() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    undoLog.recordChange(SHARES, "1024", "300");
    undoLog.recordChange(SHARES, "300", "200");
    undoLog.recordChange(SHARES, "300", "100"); // 200 was refused
    assertTrue(undoLog.changed(SHARES).isOurs(SHARES, "300"));
    assertEquals("1024", undoLog.changed(SHARES).original);
  }

  @Test
  public void restoredValueIsRemovedWithoutDiskSpace() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    undoLog.recordChange(SHARES, "1024", "300");
    Path next = file().resolveSibling("journal.json.new");
    Files.createDirectory(next);
    undoLog.recordRestored(Collections.singleton(SHARES));
    assertNull(undoLog.changed(SHARES));
    assertThrows(IOException.class, () -> undoLog.recordChange(SHARES, "1024", "200"));
    Files.delete(next);
    undoLog.recordRestored(Collections.singleton(SHARES));
    assertTrue(new CgroupUndoLog(file()).values().isEmpty());
  }

  @Test
  public void valuesJournaledTogetherAreNotWrittenAgainOneByOne() throws IOException {
    Path other = Paths.get("/cg/cpu/p/c2/cpu.shares");
    Map<Path, String> now = new HashMap<>();
    now.put(SHARES, "1024");
    now.put(other, "2048");
    Map<Path, String> next = new HashMap<>();
    next.put(SHARES, "300");
    next.put(other, "600");
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    undoLog.recordChange(now, next);
    CgroupUndoLog later = new CgroupUndoLog(file());
    assertEquals("1024", later.changed(SHARES).original);
    assertEquals("600", later.changed(other).intended);
    Files.delete(file());
    undoLog.recordChange(SHARES, "1024", "300");
    undoLog.recordChange(other, "2048", "600");
    assertFalse("both are known", Files.exists(file()));
    undoLog.recordChange(SHARES, "300", "200");
    assertEquals("200", new CgroupUndoLog(file()).changed(SHARES).intended);
  }

  @Test
  public void failedJournalWriteIsRepeated() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    Files.createDirectories(file().resolveSibling("journal.json.new"));
    assertThrows(IOException.class, () -> undoLog.recordChange(SHARES, "1024", "200"));
    assertThrows(IOException.class, () -> undoLog.recordChange(SHARES, "1024", "200"));
    Files.delete(file().resolveSibling("journal.json.new"));
    undoLog.recordChange(SHARES, "1024", "200");
    assertEquals("1024", new CgroupUndoLog(file()).changed(SHARES).original);
  }

  @Test
  public void removedCgroupRemovesItsValues() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file());
    undoLog.recordCreation(Collections.singleton(SHARES.getParent()));
    undoLog.recordChange(SHARES, "1024", "300");
    undoLog.recordChange(Paths.get("/cg/cpu/p/c11/cpu.shares"), "1024", "300");
    undoLog.recordRemoved(Collections.singleton(SHARES.getParent()));
    CgroupUndoLog later = new CgroupUndoLog(file());
    assertNull(later.changed(SHARES));
    assertEquals(Collections.singleton(Paths.get("/cg/cpu/p/c11/cpu.shares")), later.values());
    assertTrue(later.groups().isEmpty());
  }

  @Test
  public void memoryLimitsRoundedToPagesAreEqual() {
    Path file = SHARES.resolveSibling("memory.limit_in_bytes");
    ValueChange limit = new ValueChange("9223372036854771712", "100003840", "100003840");
    assertTrue("rounded down by the kernel", limit.isOurs(file, "99999744"));
    assertFalse(limit.isOurs(file, "100073840"));
    assertTrue(ValueChange.isSame(file, "max", "-1"));
    assertTrue(ValueChange.isSame(file, "9223372036854771712", "-1"));
    assertFalse("shares are not rounded", ValueChange.isSame(SHARES, "1024", "1025"));
    assertFalse("nor are large ones", ValueChange.isSame(SHARES, "102400", "81920"));
    Path quota = SHARES.resolveSibling("cpu.max");
    assertFalse(ValueChange.isSame(quota, "max 100000", "50000 100000"));
  }

  @Test
  public void entriesFromBeforeARebootAreDropped() throws IOException {
    CgroupUndoLog undoLog = new CgroupUndoLog(file(), new BootId("a", 0));
    undoLog.recordCreation(Collections.singleton(SHARES.getParent()));
    undoLog.recordChange(SHARES, "1024", "300");
    assertNotNull(new CgroupUndoLog(file(), new BootId("a", 0)).changed(SHARES));
    assertNotNull("it is not known", new CgroupUndoLog(file(), new BootId("", 0)).changed(SHARES));
    CgroupUndoLog later = new CgroupUndoLog(file(), new BootId("b", 0));
    assertNull(later.changed(SHARES));
    assertTrue(later.groups().isEmpty());
  }

  @Test
  public void journalOfAnEarlierVersionIsRead() throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), "{\"values\":{},\"groups\":[\"/cg/cpu/p\"]}".getBytes(UTF_8));
    assertEquals(1, new CgroupUndoLog(file(), new BootId("a", 0)).groups().size());
  }

  @Test
  public void emptyJournalFromBeforeARebootIsAccepted() throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), new byte[0]);
    long written = Files.getLastModifiedTime(file()).toMillis();
    assertThrows(IOException.class, () -> new CgroupUndoLog(file(), new BootId("a", written)));
    Files.write(file(), new byte[0]);
    BootId later = new BootId("a", written + 60_000);
    assertTrue(new CgroupUndoLog(file(), later).groups().isEmpty());
  }

  @Test
  public void bootIdIsReadFromThisMachine() {
    assertTrue(BootId.latest().isAnother("another"));
    assertFalse(BootId.latest().isAnother(BootId.latest().id));
  }

  @Test
  public void journalOfALaterVersionIsSetAsideAndReported() throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), "{\"values\":{},\"groups\":[],\"added\":1}".getBytes(UTF_8));
    IOException e = assertThrows(IOException.class, () -> new CgroupUndoLog(file()));
    assertTrue(e.getMessage(), e.getMessage().contains("journal.json.corrupt"));
    assertTrue("nothing of it is used", new CgroupUndoLog(file()).groups().isEmpty());
  }

  @Test
  public void corruptJournalIsSetAsideAndReported() throws IOException {
    String noText = "{\"original\":null,\"written\":\"1\",\"intended\":\"1\"}";
    for (String corrupt :
        new String[] {
          "",
          "{",
          "{}",
          "[]",
          "{\"values\":{},\"groups\":[]} x",
          "null",
          "{\"values\":null,\"groups\":[]}",
          "{\"values\":{},\"groups\":null}",
          "{\"values\":{\"/cg/cpu/p/c1/cpu.shares\":null},\"groups\":[]}",
          "{\"values\":{\"/cg/cpu/p/c1/cpu.shares\":" + noText + "},\"groups\":[]}",
          "{\"values\":{},\"groups\":[null]}"
        }) {
      Files.createDirectories(file().getParent());
      Files.write(file(), corrupt.getBytes(UTF_8));
      IOException e = assertThrows(IOException.class, () -> new CgroupUndoLog(file()));
      assertTrue(e.getMessage(), e.getMessage().contains("journal.json.corrupt"));
      assertTrue("starts again", new CgroupUndoLog(file()).values().isEmpty());
    }
  }
}
