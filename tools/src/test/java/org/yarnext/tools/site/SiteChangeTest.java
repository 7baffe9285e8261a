// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;
import org.yarnext.tools.ToolException;

public class SiteChangeTest {
  private static final Map<String, String> OLD = new TreeMap<>();
  private static final Map<String, String> NEW = new TreeMap<>();

  static {
    OLD.put("yarn-site.xml", "old");
    OLD.put("tez-site.xml", "gone soon");
    OLD.put("linked.xml", "old, elsewhere");
    NEW.put("yarn-site.xml", "new");
    NEW.put("yarn-site.xml.yarnext-backup", "old");
    NEW.put("mapred-site.xml", "made");
    NEW.put("linked.xml", "new, elsewhere");
  }

  /** Kills the command before one of its steps. */
  private static final class Interrupted extends SiteChange {
    private int stepsLeft;

    Interrupted(Path directory, int steps) {
      super(directory);
      stepsLeft = steps;
    }

    @Override
    void step() throws IOException {
      if (stepsLeft-- == 0) {
        throw new IOException("interrupted");
      }
    }
  }

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private Path directory(String name) throws IOException {
    Path directory = folder.newFolder(name).toPath();
    Path elsewhere = folder.newFolder(name + "-elsewhere").toPath().resolve("linked.xml");
    for (Map.Entry<String, String> file : OLD.entrySet()) {
      Path path = directory.resolve(file.getKey());
      if (file.getKey().startsWith("linked")) {
        Files.write(elsewhere, file.getValue().getBytes(UTF_8));
        Files.createSymbolicLink(path, elsewhere);
      } else {
        Files.write(path, file.getValue().getBytes(UTF_8));
      }
    }
    return directory;
  }

  private static void make(SiteChange change, Path directory) throws IOException {
    change.replace(directory.resolve("yarn-site.xml.yarnext-backup"), "old".getBytes(UTF_8));
    change.replace(directory.resolve("yarn-site.xml"), "new".getBytes(UTF_8));
    change.replace(directory.resolve("mapred-site.xml"), "made".getBytes(UTF_8));
    change.replace(directory.resolve("linked.xml"), "new, elsewhere".getBytes(UTF_8));
    change.delete(directory.resolve("tez-site.xml"));
    change.make();
  }

  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.collect(Collectors.toList())) {
        files.put(file.getFileName().toString(), new String(Files.readAllBytes(file), UTF_8));
      }
    }
    return files;
  }

  @Test
  public void changeIsMadeAsAWhole() throws Exception {
    Path directory = directory("conf");
    make(new SiteChange(directory), directory);
    assertEquals(NEW, files(directory));
    assertTrue(Files.isSymbolicLink(directory.resolve("linked.xml")));
  }

  /** It may have passwords. */
  @Test
  public void othersCannotReadAFileBeforeItHasTheRightsOfTheReplacedOne() throws Exception {
    Path directory = directory("conf");
    Path site = directory.resolve("yarn-site.xml");
    Files.setPosixFilePermissions(site, PosixFilePermissions.fromString("rw-r-----"));
    Set<String> rights = new TreeSet<>();
    SiteChange observed =
        new SiteChange(directory) {
          @Override
          void step() throws IOException {
            Path next = directory.resolve("yarn-site.xml.yarnext-next");
            if (Files.exists(next)) {
              rights.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(next)));
            }
          }
        };
    make(observed, directory);
    assertEquals("[rw-------, rw-r-----]", rights.toString());
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(site)));
  }

  @Test
  public void interruptionAtAnyStepLeavesAllOrNothing() throws Exception {
    int undone = 0;
    int finished = 0;
    for (int steps = 0; ; steps++) {
      Path directory = directory("conf" + steps);
      try {
        make(new Interrupted(directory, steps), directory);
        break;
      } catch (IOException e) {
        assertEquals("interrupted", e.getMessage());
      }
      boolean isBegun = SiteChange.isInterrupted(directory);
      assertEquals(isBegun, !SiteChange.recover(directory, false).isEmpty());
      assertEquals("after " + steps + " steps", isBegun ? NEW : OLD, files(directory));
      Path elsewhere = directory.resolve("linked.xml").toRealPath().getParent();
      assertEquals("nothing is left", 1, files(elsewhere).size());
      undone += isBegun ? 0 : 1;
      finished += isBegun ? 1 : 0;
    }
    assertEquals("before and after the journal", "10 6", undone + " " + finished);
  }

  /** As on a full disk. */
  @Test
  public void changeThatFailsBeforeItBeginsLeavesNothing() throws Exception {
    int abandoned = 0;
    for (int steps = 0; steps < 16; steps++) {
      Path directory = directory("conf" + steps);
      SiteChange change = new Interrupted(directory, steps);
      IOException failure = assertThrows(IOException.class, () -> make(change, directory));
      SiteChange.abandon(directory, failure);
      if (SiteChange.isInterrupted(directory)) {
        SiteChange.recover(directory, false);
        assertEquals(NEW, files(directory));
      } else {
        abandoned++;
        assertEquals("after " + steps + " steps", OLD, files(directory));
        Path elsewhere = directory.resolve("linked.xml").toRealPath().getParent();
        assertEquals("nothing is left", 1, files(elsewhere).size());
      }
      assertEquals(0, failure.getSuppressed().length);
    }
    assertEquals(10, abandoned);
  }

  @Test
  public void recoveryDoesNotReplaceAFileEditedSince() throws Exception {
    Path directory = directory("conf");
    // Four are staged in two steps each, the journal takes two steps, and the backup is in place.
    assertThrows(IOException.class, () -> make(new Interrupted(directory, 11), directory));
    Files.write(directory.resolve("yarn-site.xml"), "edited".getBytes(UTF_8));
    ToolException refusal =
        assertThrows(ToolException.class, () -> SiteChange.recover(directory, false));
    assertTrue(refusal.getMessage(), refusal.getMessage().contains("--force"));
    assertTrue(SiteChange.isInterrupted(directory));
    SiteChange.recover(directory, true);
    assertEquals(NEW, files(directory));
  }

  @Test
  public void commandsRefuseAnInterruptedChangeUntilItIsFinished() throws Exception {
    Path directory = directory("conf");
    Files.write(directory.resolve("tez-site.xml"), "<configuration/>".getBytes(UTF_8));
    Files.write(directory.resolve("yarn-site.xml"), "<configuration/>".getBytes(UTF_8));
    assertThrows(IOException.class, () -> make(new Interrupted(directory, 10), directory));
    String conf = directory.toString();
    CommandRun run = CommandRun.of("doctor", "--conf", conf);
    assertEquals(2, run.status);
    assertTrue(run.out, run.out.contains("A change of this directory was interrupted"));
    run = CommandRun.of("configure", "--from", conf, "--in-place", "--dry-run", "--disable");
    assertEquals(1, run.status);
    assertTrue(run.err, run.err.contains("finish it with --from " + conf + " --recover"));
    run = CommandRun.of("configure", "--from", conf, "--recover");
    assertEquals(run.toString(), 0, run.status);
    assertTrue(run.out, run.out.contains("yarn-site.xml."));
    assertEquals(NEW, files(directory));
    run = CommandRun.of("configure", "--from", conf, "--recover");
    assertEquals("There was nothing to do.", run.out.trim());
  }
}
