// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/** Profiles are written beside others; failures name the fix. */
public class ProfileWritingTest extends ProfileCommandTestBase {
  @Test
  public void otherProfilesStayAndTheOldFileIsKept() throws Exception {
    String before =
        "{\"version\": 1, \"profiles\": [ // by hand\n"
            + "{\"job\": \"*\", \"framework\": \"MAPREDUCE\", \"task\": \"map\", \"model\":"
            + " \"step\", \"idealMb\": 2048, \"idealMs\": 1, \"undersized\": 2}]}";
    Files.write(out, before.getBytes(UTF_8));
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertEquals("before the general one", 1024, made("count", "map").model().idealMemoryMb());
    assertEquals(2048, made("other", "map").model().idealMemoryMb());
    Path kept = out.resolveSibling("profiles.json.before");
    assertEquals(before, new String(Files.readAllBytes(kept), UTF_8));
  }

  @Test
  public void fileKeepsItsRightsAndALinkStaysOne() throws Exception {
    Path site = out.resolveSibling("yarn-site.xml");
    Files.write(site, new byte[0]);
    Files.setPosixFilePermissions(site, PosixFilePermissions.fromString("rw-rw-rw-"));
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    assertEquals(ExitCode.DONE, profile().status);
    assertEquals("rw-rw-rw-", permissions(out));
    Path real = out.resolveSibling("real.json");
    Files.move(out, real);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r--rw-"));
    Files.createSymbolicLink(out, real);
    mapRun("sort", 1024, 10_000, true);
    mapRun("sort", 512, 13_000, false);
    assertEquals(ExitCode.DONE, profile().status);
    assertTrue(Files.isSymbolicLink(out));
    assertEquals("rw-r--rw-", permissions(real));
    assertEquals(1024, made("sort", "map").model().idealMemoryMb());
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  public void unchangedProfilesAreNotWritten() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    said(profile(), "Wrote 1 profile to");
    String commented = "// by hand\n" + new String(Files.readAllBytes(out), UTF_8);
    Files.write(out, commented.getBytes(UTF_8));
    CommandRun again = profile();
    assertEquals(again.toString(), ExitCode.DONE, again.status);
    said(again, "Wrote nothing: " + out + " has the same 1 profile already.");
    assertEquals(commented, new String(Files.readAllBytes(out), UTF_8));
    assertFalse(Files.exists(out.resolveSibling("profiles.json.before")));
  }

  @Test
  public void runsMissingFromTheLogAreLeftOut() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path log = folder.newFile("rm.log").toPath();
    Files.write(log, "appId=application_1_0001,name=x,user=u,queue=q\n".getBytes(UTF_8));
    CommandRun run = profile("--rm-log", log.toString());
    assertEquals(run.toString(), ExitCode.FAILED, run.status);
    said(run, "--rm-log do not have all containers");
    assertFalse(Files.exists(out));
  }

  @Test
  public void profilesWrittenConcurrentlyStay() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    mapRun("sort", 1024, 10_000, true);
    mapRun("sort", 512, 13_000, false);
    assertEquals(ExitCode.DONE, profile("--job", "sort").status);
    byte[] ofSort = Files.readAllBytes(out);
    Files.delete(out);
    Files.write(done.resolve("damaged.jhist"), "nothing".getBytes(UTF_8));
    PrintWriter other =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            if (line.contains("damaged.jhist is ignored")) {
              try {
                Files.write(ProfileWritingTest.this.out, ofSort);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            }
          }
        };
    String[] args = {"profile", "--job", "count", "--out", out.toString(), done.toString()};
    assertEquals(ExitCode.DONE, Yarnext.run(new PrintWriter(new StringWriter()), other, args));
    assertEquals(1024, made("sort", "map").model().idealMemoryMb());
    assertEquals(1024, made("count", "map").model().idealMemoryMb());
  }

  @Test
  public void dryRunWritesNothing() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    CommandRun run = CommandRun.of("profile", "--dry-run", done.toString());
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    said(run, "under-sized x1.30");
    assertEquals("only the histories", 1, folder.getRoot().list().length);
  }

  @Test
  public void unreadableHistoryIsReportedAndTheOthersAreUsed() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path damaged = done.resolve("damaged.jhist");
    Files.write(damaged, "Avro-Json\nnothing".getBytes(UTF_8));
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(run.err, run.err.startsWith("Reading 3 histories."));
    assertTrue(run.err, run.err.contains("damaged.jhist is ignored: "));
    assertTrue(run.err, run.err.contains("do not give runs made while"));
  }

  @Test
  public void deeplyNestedHistoryIsReportedAndTheOthersAreUsed() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    String deep = String.join("", Collections.nCopies(200_000, "["));
    Path nested = done.resolve("history.txt.appattempt_1700000000000_0001_000001");
    Files.write(nested, ("{\"a\":" + deep + "\n{}\n").getBytes(UTF_8));
    CommandRun run = profile();
    assertEquals(run.toString(), ExitCode.DONE, run.status);
    assertTrue(run.err, run.err.contains(nested.getFileName() + " is ignored: "));
  }

  @Test
  public void duplicateHistoryCountsOnce() throws Exception {
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    Path copies = Files.createDirectory(done.resolve("intermediate"));
    jobs = 0;
    Path original = done;
    done = copies;
    mapRun("count", 1024, 10_000, true);
    mapRun("count", 512, 13_000, false);
    done = original;
    assertEquals(ExitCode.DONE, profile().status);
    assertEquals(0, made("count", "map").quality().runs());
  }

  @Test
  public void failuresNameTheFix() throws Exception {
    CommandRun nothing = profile();
    assertEquals(ExitCode.FAILED, nothing.status);
    said(nothing, "mapreduce.jobhistory.done-dir");
    mapRun("count", 1024, 10_000, true);
    said(profile("--job", "sort*"), "another --job");
    Files.write(out, "{}".getBytes(UTF_8));
    said(profile(), "Field version is missing");
    String wrongLog = done.resolve("log").toString();
    Files.write(done.resolve("log"), "nothing\n".getBytes(UTF_8));
    said(
        CommandRun.of("profile", "--dry-run", "--rm-log", wrongLog, done.toString()),
        "RMAuditLogger");
    String noLog = done.resolve("no-log").toString();
    said(
        CommandRun.of("profile", "--dry-run", "--rm-log", noLog, done.toString()),
        "--rm-log " + noLog + " cannot be read");
    out = folder.getRoot().toPath();
    said(profile(), "is a directory: give");
    out = folder.getRoot().toPath().resolve("missing").resolve("profiles.json");
    said(profile(), "create it first");
  }

  @Test
  public void wrongCommandLinesAreMisuse() {
    assertEquals(ExitCode.MISUSED, CommandRun.of("profile", done.toString()).status);
    assertEquals(ExitCode.MISUSED, CommandRun.of("profile", "--dry-run").status);
    assertEquals(ExitCode.MISUSED, profile("--minimum-runs", "0").status);
    assertEquals(ExitCode.MISUSED, profile("--max-error", "0").status);
    assertEquals(ExitCode.MISUSED, profile("--ideal", "map=0").status);
    assertEquals(ExitCode.MISUSED, profile("--ideal", "map=much").status);
  }
}
