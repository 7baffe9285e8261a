// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.util.SysInfoLinux;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Values of processes in a made up {@code /proc}. */
public class OomScoreActuatorTest {
  private static final int OWN = 100;
  private static final ContainerId A = id(1);
  private static final ContainerId B = id(2);

  @Rule public final TemporaryFolder proc = new TemporaryFolder();

  private final Map<ContainerId, String> leaders = new HashMap<>();
  private final Set<ContainerId> known = new HashSet<>(Arrays.asList(A, B));
  private OomScoreActuator actuator;
  private long nowNanos;

  private static ContainerId id(int number) {
    return ContainerId.newContainerId(
        ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), number);
  }

  @Before
  public void start() throws IOException {
    restart();
    write("self", "oom_score_adj", OWN);
    Files.createDirectory(path().resolve("sys"));
    leaders.put(A, "10");
    leaders.put(B, "20");
    process(10, 10, 0);
    process(11, 10, 300);
    process(20, 20, 0);
    process(30, 30, 0);
  }

  private void restart(ContainerId... recovered) {
    actuator =
        new OomScoreActuator(
            new SessionProcessTable(path(), () -> nowNanos),
            leaders::get,
            new HashSet<>(Arrays.asList(recovered)));
  }

  private Path path() {
    return proc.getRoot().toPath();
  }

  private void write(String process, String file, Object text) throws IOException {
    Path folder = Files.createDirectories(path().resolve(process));
    Files.write(folder.resolve(file), (text + "\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  private void process(int pid, int session, int score) throws IOException {
    process(pid, session, score, 0);
  }

  private void process(int pid, int session, int score, long memoryMb) throws IOException {
    long pages = (memoryMb << 20) / SysInfoLinux.PAGE_SIZE;
    String name = pid + " (a name) with)) ";
    String counts = " 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 ";
    write(
        "" + pid,
        "stat",
        name + "S 1 " + session + " " + session + counts + pid * 7 + " 0 " + pages);
    write("" + pid, "oom_score_adj", score);
  }

  private int score(int pid) throws IOException {
    byte[] text = Files.readAllBytes(path().resolve(pid + "/oom_score_adj"));
    return Integer.parseInt(new String(text, StandardCharsets.ISO_8859_1).trim());
  }

  private Map<ContainerId, Long> apply(ContainerId... over) throws IOException {
    return actuator.apply(new HashSet<>(Arrays.asList(over)), known);
  }

  private void assertScores(int... expected) throws IOException {
    int[] scores = {score(10), score(11), score(20), score(30)};
    assertEquals(Arrays.toString(expected), Arrays.toString(scores));
  }

  @Test
  public void processesOfOverallocatedContainersAreRaisedAndPutBack() throws IOException {
    apply(A);
    assertScores(900, 900, 0, 0);
    assertEquals(2, actuator.raisedCount());
    apply(B);
    assertScores(0, 300, 900, 0);
    apply();
    apply();
    assertScores(0, 300, 0, 0);
    assertEquals(0, actuator.raisedCount());
    assertFalse(actuator.hasWork());
  }

  @Test
  public void processStartedByARaisedOneIsPutBackToo() throws IOException {
    apply(A);
    process(12, 10, 900);
    apply(A);
    assertEquals(3, actuator.raisedCount());
    apply();
    process(13, 10, 900); // started while the others were put back
    apply();
    assertEquals(OWN, score(12));
    assertEquals(OWN, score(13));
    apply();
    assertFalse(actuator.hasWork());
  }

  @Test
  public void higherValueStays() throws IOException {
    process(10, 10, 950);
    apply(A);
    assertScores(950, 900, 0, 0);
    apply();
    assertScores(950, 300, 0, 0);
  }

  @Test
  public void containerThatHasNotStartedIsRaisedLater() throws IOException {
    leaders.remove(A);
    apply(A);
    assertScores(0, 300, 0, 0);
    leaders.put(A, "10");
    apply(A);
    assertScores(900, 900, 0, 0);
  }

  @Test
  public void processesOfOverallocatedContainersTellWhatTheyHold() throws IOException {
    process(10, 10, 0, 300);
    process(11, 10, 0, 212);
    process(20, 20, 0, 100);
    assertEquals(Collections.singletonMap(A, 512L), apply(A));
    assertEquals(Collections.emptyMap(), apply());
  }

  /** As after a failure, if the container has a retry policy. */
  @Test
  public void containerThatIsLaunchedAgainIsRaisedAgain() throws IOException {
    apply(A);
    write("10", "stat", "it has ended");
    write("11", "stat", "it has ended");
    apply(A);
    assertEquals(0, actuator.raisedCount());
    leaders.put(A, "30");
    apply(A);
    assertEquals(900, score(30));
    apply();
    assertEquals(0, score(30));
  }

  @Test
  public void anotherProcessWithTheSameIdIsAnother() throws IOException {
    process(10, 10, 50);
    apply(A);
    assertEquals(900, score(10));
    process(10, 10, 20); // it has ended, and the id is used again
    write("10", "stat", "10 (b) S 1 10 10 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 999 0 0");
    apply(A);
    apply();
    assertEquals(20, score(10));
  }

  @Test
  public void processesOfOthersAreReadOnceUntilTheirContainerIsOverallocated() throws IOException {
    process(21, 20, 0);
    apply(A);
    assertScores(900, 900, 0, 0);
    process(30, 10, 0); // the kernel never does this
    apply(A);
    assertScores(900, 900, 0, 0);
    Path away = path().resolve("away");
    Files.move(path().resolve("30"), away);
    apply(A);
    Files.move(away, path().resolve("30")); // another process with the same id
    apply(A);
    assertScores(900, 900, 0, 900);
    apply(A, B);
    assertScores(900, 900, 900, 900);
    assertEquals(900, score(21));
  }

  @Test
  public void idMayBeUsedAgainAfterAPause() throws IOException {
    apply(A);
    process(30, 10, 0);
    nowNanos += 6_000_000_000L;
    apply(A);
    assertScores(900, 900, 0, 900);
  }

  private void processOf(int parent, int pid) throws IOException {
    String counts = " 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 ";
    String ids = " (b) S " + parent + " " + pid + " " + pid;
    write("" + pid, "stat", pid + ids + counts + pid * 7 + " 0 0");
  }

  @Test
  public void processThatLeavesTheSessionIsPutBackToo() throws IOException {
    processOf(20, 25);
    write("25", "oom_score_adj", 0);
    apply(A); // the other container runs within the allocation
    apply(A, B);
    assertEquals("it left before", 900, score(25));
    processOf(10, 15);
    write("15", "oom_score_adj", 900); // inherited
    processOf(15, 16);
    write("16", "oom_score_adj", 900);
    apply(A, B);
    processOf(1, 15); // its parent has ended
    processOf(1, 11); // it leaves now
    processOf(1, 26);
    write("26", "oom_score_adj", 900); // nobody knows where it comes from
    apply(A, B);
    apply(B);
    apply(B);
    assertScores(0, 300, 900, 0);
    assertEquals(OWN, score(15));
    assertEquals(OWN, score(16));
    assertEquals(900, score(26));
    apply();
    apply();
    assertEquals(0, score(25));
    assertFalse(actuator.hasWork());
  }

  @Test
  public void containerIsRaisedAgainThoughAProcessOfItsFirstRunLives() throws IOException {
    processOf(10, 15);
    write("15", "oom_score_adj", 0);
    apply(A);
    assertEquals(900, score(15));
    write("10", "stat", "it has ended");
    write("11", "stat", "it has ended");
    processOf(1, 15);
    leaders.put(A, "30");
    apply(A);
    apply(A);
    assertEquals(900, score(30));
    assertEquals(900, score(15));
    apply();
    apply();
    assertEquals(0, score(30));
    assertEquals(0, score(15));
    assertFalse(actuator.hasWork());
  }

  @Test
  public void containerThatEndedIsForgotten() throws IOException {
    apply(A);
    known.remove(A);
    apply();
    assertFalse(actuator.hasWork());
    assertEquals(0, actuator.raisedCount());
  }

  @Test
  public void restartPutsBackWhatIsNotOverallocatedAnyMore() throws IOException {
    apply(A, B);
    restart(A, B);
    assertTrue(actuator.hasWork());
    String leader = leaders.remove(A);
    apply(B);
    assertScores(900, 900, 900, 0);
    leaders.put(A, leader);
    apply(B);
    assertScores(OWN, OWN, 900, 0);
    apply();
    assertScores(OWN, OWN, OWN, 0);
    apply();
    assertFalse(actuator.hasWork());
  }

  @Test
  public void refusalIsCountedOnce() throws IOException {
    Files.delete(path().resolve("10/oom_score_adj"));
    Files.createDirectory(path().resolve("10/oom_score_adj")); // can be neither read nor written
    apply(A);
    apply(A);
    assertEquals(1, actuator.refused());
    assertEquals(1, actuator.raisedCount());
    apply();
    apply();
    assertFalse(actuator.hasWork());
  }

  /** As with too many open files. */
  @Test
  public void valueThatCannotBePutBackIsTriedAgain() throws IOException {
    apply(A);
    Path file = path().resolve("10/oom_score_adj");
    Path away = path().resolve("away");
    Files.move(file, away);
    Files.createDirectory(file);
    apply();
    apply();
    assertTrue(actuator.hasWork());
    assertEquals(1, actuator.refused());
    assertEquals(300, score(11));
    Files.delete(file);
    Files.move(away, file);
    apply();
    assertScores(0, 300, 0, 0);
    apply();
    assertFalse(actuator.hasWork());
  }

  @Test
  public void processThatCannotBeReadHasNotEnded() throws IOException {
    apply(A);
    Path file = path().resolve("11/stat");
    Path away = path().resolve("away");
    Files.move(file, away);
    Files.createDirectory(file);
    assertThrows(IOException.class, () -> apply());
    Files.delete(file);
    Files.move(away, file);
    apply();
    assertScores(0, 300, 0, 0);
  }

  @Test
  public void nothingIsListedWithoutOverallocatedContainers() throws IOException {
    proc.delete();
    apply();
    assertFalse(actuator.hasWork());
  }
}
