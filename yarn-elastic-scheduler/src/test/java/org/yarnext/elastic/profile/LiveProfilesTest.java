// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.elastic.policy.profile.Profiles;

public class LiveProfilesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final StringWriter log = new StringWriter();
  private final WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), log);
  private Path file;
  private LiveProfiles live;
  private long modifiedMs = 1_000_000_000_000L;

  @Before
  public void start() {
    file = folder.getRoot().toPath().resolve("profiles.json");
    live = new LiveProfiles(file);
    Logger logger = Logger.getLogger(LiveProfiles.class);
    logger.setLevel(Level.INFO);
    logger.addAppender(appender);
  }

  @After
  public void stopListening() {
    Logger.getLogger(LiveProfiles.class).removeAppender(appender);
  }

  private void write(String text) throws Exception {
    Files.write(file, text.getBytes(UTF_8));
    modifiedMs += 1000;
    Files.setLastModifiedTime(file, FileTime.fromMillis(modifiedMs));
  }

  private void writeStep(int idealMb) throws Exception {
    write(
        "{\"version\": 1, \"profiles\": [{\"job\": \"*\", \"framework\": \"MAPREDUCE\","
            + " \"task\": \"map\", \"model\": \"step\", \"idealMs\": 1, \"undersized\": 1,"
            + " \"idealMb\": "
            + idealMb
            + "}]}");
  }

  private long idealMb() {
    return live.current().find("j", "MAPREDUCE", "map").model().idealMemoryMb();
  }

  private int warnings() {
    return log.toString().split("WARN", -1).length - 1;
  }

  @Test
  public void firstPollReadsTheFile() throws Exception {
    writeStep(1024);
    assertSame("not before", Profiles.NONE, live.current());
    assertTrue(live.poll());
    assertEquals(1024, idealMb());
    assertNull(live.problem());
    assertTrue(log.toString(), log.toString().startsWith("INFO 1 profiles read from " + file));
  }

  @Test
  public void changedFileIsReadAtTheNextPoll() throws Exception {
    writeStep(1024);
    live.poll();
    writeStep(2048);
    assertEquals(1024, idealMb());
    assertTrue(live.poll());
    assertEquals(2048, idealMb());
  }

  @Test
  public void unchangedFileIsNotReadAgain() throws Exception {
    writeStep(1024);
    live.poll();
    Profiles before = live.current();
    assertFalse(live.poll());
    assertSame(before, live.current());
  }

  @Test
  public void rewrittenFileWithTheSameProfilesIsNoChange() throws Exception {
    writeStep(1024);
    live.poll();
    Files.delete(file);
    writeStep(1024);
    assertFalse("a new file with the same profiles", live.poll());
    write(new String(Files.readAllBytes(file), UTF_8).replace("{\"job\"", "// by hand\n{\"job\""));
    assertFalse("a comment", live.poll());
    assertEquals(1024, idealMb());
    assertEquals("not told every time", 1, log.toString().split("INFO", -1).length - 1);
    writeStep(1025);
    assertTrue(live.poll());
  }

  @Test
  public void differentSizeAtTheSameTimeIsAChange() throws Exception {
    writeStep(1024);
    live.poll();
    modifiedMs -= 1000;
    writeStep(16_384);
    assertTrue(live.poll());
    assertEquals(16_384, idealMb());
  }

  @Test
  public void invalidFileKeepsTheOldProfilesAndIsLoggedOnce() throws Exception {
    writeStep(1024);
    live.poll();
    writeStep(0);
    assertFalse(live.poll());
    assertFalse(live.poll());
    assertFalse(live.poll());
    assertEquals(1024, idealMb());
    assertEquals(log.toString(), 1, warnings());
    assertTrue(log.toString(), log.toString().contains("field idealMb=0 is outside"));
    assertTrue(log.toString(), log.toString().contains("The 1 profiles read before stay in use."));
    assertTrue(live.problem(), live.problem().startsWith("Profile file " + file));
  }

  @Test
  public void anotherInvalidFileIsLoggedAgain() throws Exception {
    writeStep(0);
    live.poll();
    writeStep(-7);
    live.poll();
    assertEquals(log.toString(), 2, warnings());
    assertSame(Profiles.NONE, live.current());
  }

  @Test
  public void correctedFileIsRead() throws Exception {
    writeStep(0);
    live.poll();
    writeStep(1024);
    assertTrue(live.poll());
    assertEquals(1024, idealMb());
    assertNull(live.problem());
  }

  @Test
  public void deletedFileKeepsTheProfilesUntilItReturns() throws Exception {
    writeStep(1024);
    live.poll();
    Files.delete(file);
    assertFalse(live.poll());
    assertFalse(live.poll());
    assertEquals(1024, idealMb());
    assertEquals(1, warnings());
    assertEquals(
        "Profile file " + file + " does not exist: create it or correct its path.", live.problem());
    modifiedMs -= 1000;
    writeStep(1024);
    assertFalse("as it was before", live.poll());
    assertNull(live.problem());
    writeStep(2048);
    assertTrue(live.poll());
  }

  @Test
  public void unreadableFileIsReportedWithTheReason() throws Exception {
    Files.createDirectory(file);
    assertFalse(live.poll());
    assertFalse(live.poll());
    assertTrue(live.problem(), live.problem().contains("cannot be read"));
    assertEquals(1, warnings());
  }

  @Test
  public void noFileMeansNoProfiles() {
    LiveProfiles none = new LiveProfiles(null);
    assertFalse(none.poll());
    assertSame(Profiles.NONE, none.current());
    assertNull(none.problem());
    assertEquals("", log.toString());
  }
}
