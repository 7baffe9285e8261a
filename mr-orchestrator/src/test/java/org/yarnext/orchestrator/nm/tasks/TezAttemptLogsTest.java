// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.tasks;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** A directory as Tez's containers leave it, whose files were written to at times of the test. */
public class TezAttemptLogsTest {
  private static final String FIRST = "attempt_1_0001_1_00_000000_0";
  private static final String SECOND = "attempt_1_0001_1_01_000007_0";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private Path directory;
  private TezAttemptLogs logs;
  private long nowMs = System.currentTimeMillis();

  @Before
  public void launch() throws IOException {
    directory = folder.newFolder("container_1_0001_01_000002").toPath();
    logs = new TezAttemptLogs("application_1_0001", directory);
    written("stdout", 10_000);
    written("launch_container.sh", 9_000);
  }

  /** Writes a log with a time in the past. */
  private void written(String name, long agoMs) throws IOException {
    Path file = directory.resolve(name);
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    Files.setLastModifiedTime(file, FileTime.fromMillis(nowMs - agoMs));
  }

  private String seen() throws IOException {
    TezAttemptLogs.RunningAttempt seen = logs.look(nowMs);
    return seen.attempt() == null ? null : seen.attempt().toString();
  }

  @Test
  public void lastWrittenLogNamesTheRunningAttempt() throws IOException {
    assertNull("it does not log yet", seen());
    written("syslog", 8_000);
    assertNull("it has no task yet", seen());
    written("syslog_" + FIRST, 7_000);
    assertEquals(FIRST, seen());
    assertEquals("since it got it", nowMs - 8_000, logs.look(nowMs).begunMs());
    written("syslog", 6_000);
    assertNull("it waits for the next", seen());
    written("syslog", 5_000);
    written("syslog_" + SECOND, 4_000);
    assertEquals(SECOND, seen());
    assertEquals(nowMs - 5_000, logs.look(nowMs).begunMs());
  }

  /** With tez.task.log.level=WARN there are no such lines. */
  @Test
  public void latestAttemptIsUsedIfPausesAreNotLogged() throws IOException {
    written("syslog_" + FIRST, 7_000);
    assertEquals(FIRST, seen());
    assertEquals("long ago", 0, logs.look(nowMs).begunMs());
    written("syslog_" + SECOND, 6_000);
    assertEquals(SECOND, seen());
  }

  @Test
  public void newAttemptIsKnownOnceItsLogIsNewer() throws IOException {
    written("syslog", 5_000);
    written("syslog_" + FIRST, 5_000);
    assertNull(seen());
    written("syslog_" + FIRST, 4_999);
    assertEquals(FIRST, seen());
  }

  @Test
  public void malformedNamesAndOtherApplicationsAreIgnored() throws IOException {
    written("syslog_" + FIRST, 7_000);
    for (String odd :
        new String[] {
          "syslog_attempt_1_0002_1_00_000000_0",
          "syslog_attempt_1_0001_m_000000_0",
          "syslog_" + FIRST + ".1",
          "syslog_" + FIRST + "_post",
          "syslog_",
          "syslog_attempt",
          SECOND,
          "stderr_" + SECOND,
          "syslog_attempt_1_0001_1_00_00000000000000000000_0",
          "syslog_\u00e4\n"
        }) {
      written(odd, 1_000);
    }
    assertEquals(FIRST, seen());
  }

  @Test
  public void directoryWithTooManyFilesIsIgnored() throws IOException {
    written("syslog_" + FIRST, 7_000);
    for (int i = 3; i < TezAttemptLogs.MAX_FILES; i++) {
      Files.createFile(directory.resolve("f" + i));
    }
    assertEquals(FIRST, seen());
    Files.createFile(directory.resolve("another"));
    assertNull(seen());
  }

  /** Existing logs are not read again each time. */
  @Test
  public void directoryIsReadOnlyWhenItHasChanged() throws IOException {
    written("syslog_" + FIRST, 7_000);
    written("syslog_" + SECOND, 6_000);
    FileTime before = FileTime.fromMillis(nowMs - 5_000);
    Files.setLastModifiedTime(directory, before);
    assertEquals(SECOND, seen());
    written("syslog_" + FIRST, 0);
    assertEquals("it is not looked at", SECOND, seen());
    Files.setLastModifiedTime(directory, FileTime.fromMillis(nowMs - 4_000));
    assertEquals(FIRST, seen());
  }

  /** Another may have been made in the same tick of the kernel. */
  @Test
  public void recentlyChangedDirectoryIsReadAgain() throws IOException {
    written("syslog_" + FIRST, 7_000);
    FileTime just = FileTime.fromMillis(nowMs - 10);
    Files.setLastModifiedTime(directory, just);
    assertEquals(FIRST, seen());
    written("syslog_" + SECOND, 5);
    Files.setLastModifiedTime(directory, just);
    assertEquals(SECOND, seen());
  }

  @Test
  public void vanishedDirectoryFailsUntilItReturns() throws IOException {
    written("syslog_" + FIRST, 7_000);
    assertEquals(FIRST, seen());
    Path moved = directory.resolveSibling("moved");
    Files.move(directory, moved);
    assertThrows(NoSuchFileException.class, this::seen);
    Files.createFile(directory);
    assertThrows(NotDirectoryException.class, this::seen);
    Files.delete(directory);
    Files.createSymbolicLink(directory, moved);
    assertThrows("wherever that leads", NotDirectoryException.class, this::seen);
    Files.delete(directory);
    Files.move(moved, directory);
    assertEquals(FIRST, seen());
  }

  @Test
  public void deletedLogIsForgotten() throws IOException {
    written("syslog_" + FIRST, 7_000);
    written("syslog_" + SECOND, 6_000);
    assertEquals(SECOND, seen());
    Files.delete(directory.resolve("syslog_" + SECOND));
    assertEquals(FIRST, seen());
    Files.delete(directory.resolve("syslog_" + FIRST));
    assertNull(seen());
  }
}
