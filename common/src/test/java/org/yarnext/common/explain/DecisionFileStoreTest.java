// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.explain;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.ApplicationKey;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.common.decision.DecisionRecorder;
import org.yarnext.common.decision.DecisionStore;
import org.yarnext.common.metrics.FeatureMetrics;

public class DecisionFileStoreTest {
  private static final int MEMORY_BYTES = 40_000;
  private static final int WAITING_BYTES = 20_000;

  private enum Why implements DecisionReason {
    TOO_LONG;

    @Override
    public String text() {
      return "It waits too long.";
    }
  }

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final DecisionStore store = new DecisionStore();
  private final DecisionRecorder buffer = new DecisionRecorder(store, "Test");
  private final List<Long> delays = new ArrayList<>();
  private DecisionFileStore file;

  private void openIn(Path directory, long maxBytes) {
    open(new DecisionFileStore(directory, maxBytes, WAITING_BYTES, (ms, step) -> delays.add(ms)));
  }

  private void open(DecisionFileStore opened) {
    file = opened;
    store.limit(MEMORY_BYTES);
    store.overflowTo(file::newApplication);
  }

  @After
  public void close() {
    if (file != null) {
      file.close();
    }
  }

  private static ApplicationKey app(int number) {
    return ApplicationKey.parse("application_1700000000000_" + number);
  }

  private static String container(int application, int number) {
    return String.format(Locale.ROOT, "container_1700000000000_%04d_01_%06d", application, number);
  }

  private void record(int application, int number) {
    buffer.record(
        number,
        container(application, number),
        number % 2 == 0,
        Decision.of(1, Why.TOO_LONG)
            .with("wait", number)
            .with("ratio", number / 4.0)
            .with("node", "node\u00e4" + number));
  }

  private List<DecisionRecorder.Entry> visited(int application) {
    List<DecisionRecorder.Entry> visited = new ArrayList<>();
    store.visit(app(application), visited::add);
    return visited;
  }

  private static void assertLatest(int application, int last, List<DecisionRecorder.Entry> kept) {
    for (int i = 0; i < kept.size(); i++) {
      int number = last - i;
      DecisionRecorder.Entry decision = kept.get(i);
      assertEquals(container(application, number), decision.subject());
      assertEquals(number, decision.timeMs());
      assertEquals(number % 2 == 0, decision.applied());
      assertEquals("Test", decision.feature());
      assertEquals(Why.TOO_LONG, decision.reason());
      assertEquals(
          "{wait=" + number + ", ratio=" + number / 4.0 + ", node=node\u00e4" + number + "}",
          decision.inputsText());
    }
  }

  @Test
  public void allDecisionsAreFoundInMemoryOnTheirWayAndInTheFile() throws Exception {
    openIn(folder.getRoot().toPath(), 1 << 20);
    for (int number = 1; number <= 1_000; number++) {
      record(1, number);
      if (number % 40 == 0) {
        file.write();
        assertArrayEquals("nobody can open it", new String[0], folder.getRoot().list());
      }
    }
    record(1, 1_001); // drops one that waits
    assertTrue(store.of(app(1)).size() < 100);
    List<DecisionRecorder.Entry> all = visited(1);
    assertEquals(1_001, all.size());
    assertLatest(1, 1_001, all);
    assertEquals(0, visited(2).size());
    assertEquals(0, store.dropped() + file.overwritten());
    List<DecisionRecorder.Entry> two = new ArrayList<>();
    store.visit(
        app(1),
        decision -> {
          two.add(decision);
          return two.size() < 2;
        });
    assertLatest(1, 1_001, two);
    assertEquals(2, two.size());
    file.close();
    assertEquals(store.of(app(1)).size(), visited(1).size());
    record(1, 1_002);
    assertTrue("a closed one takes none", store.dropped() > 0);
  }

  /** Of many applications each keeps its latest, and what is gone was counted. */
  @Test
  public void latestDecisionsOverwriteTheOldest() throws Exception {
    openIn(folder.getRoot().toPath(), 60_001);
    Random random = new Random(5);
    int[] last = new int[8];
    int recorded = 0;
    for (int step = 0; step < 5_000; step++) {
      int application = random.nextInt(last.length);
      record(application, ++last[application]);
      recorded++;
      if (step % 20 == 0) {
        file.write();
      }
    }
    file.write();
    int kept = 0;
    for (int application = 0; application < last.length; application++) {
      List<DecisionRecorder.Entry> visited = visited(application);
      assertLatest(application, last[application], visited);
      assertTrue("more than in memory", visited.size() > store.of(app(application)).size());
      kept += visited.size();
    }
    assertEquals(recorded, kept + file.overwritten() + store.dropped());
    assertEquals("nothing had to wait too long", 0, store.dropped());
  }

  @Test
  public void readersSeeWholeDecisionsWhileOthersAreOverwritten() throws Exception {
    openIn(folder.getRoot().toPath(), 5_003);
    AtomicBoolean ends = new AtomicBoolean();
    FutureTask<Integer> reader =
        new FutureTask<>(
            () -> {
              int read = 0;
              do {
                for (DecisionRecorder.Entry decision : visited(1)) {
                  assertEquals(container(1, (int) decision.timeMs()), decision.subject());
                  assertEquals(decision.timeMs(), decision.inputs().get("wait"));
                  read++;
                }
              } while (!ends.get());
              return read;
            });
    new Thread(reader, "reader").start();
    for (int number = 1; number <= 20_000; number++) {
      record(1, number);
      file.write();
    }
    ends.set(true);
    assertTrue(reader.get() > 0);
  }

  @Test
  public void decisionsThatCannotBeWrittenAreDroppedAndCounted() throws Exception {
    File later = new File(folder.getRoot(), "later");
    openIn(later.toPath(), 1 << 20);
    for (int number = 1; number <= 30; number++) {
      record(1, number);
    }
    assertEquals(Collections.singletonList(1_000L), delays);
    IOException refused = assertThrows(IOException.class, file::write);
    assertTrue(refused.getMessage(), refused.getMessage().contains(later.toString()));
    for (int number = 31; number <= 1_000; number++) {
      record(1, number);
    }
    assertEquals("one more plan, later", 60_000L, (long) delays.get(1));
    assertEquals(2, delays.size());
    long dropped = store.dropped();
    List<DecisionRecorder.Entry> kept = visited(1);
    assertEquals(1_000, kept.size() + dropped);
    assertTrue(dropped > 700);
    assertEquals("the first ones wait", 1, kept.get(kept.size() - 1).timeMs());
    assertTrue(later.mkdir());
    file.write();
    record(1, 1_001);
    assertEquals("the next one is kept", dropped, store.dropped());
    assertEquals(kept.size() + 1, visited(1).size());
  }

  @Test
  public void fullDiskIsNoHarm() throws Exception {
    Path full = Paths.get("/dev/full");
    assumeTrue("needs /dev/full", full.toFile().exists());
    open(
        new DecisionFileStore(
            folder.getRoot().toPath(), 1 << 20, WAITING_BYTES, (ms, step) -> delays.add(ms)) {
          @Override
          FileChannel newFile(Path parent) throws IOException {
            return FileChannel.open(full, StandardOpenOption.READ, StandardOpenOption.WRITE);
          }
        });
    for (int number = 1; number <= 1_000; number++) {
      record(1, number);
      if (number % 300 == 0) {
        assertThrows(IOException.class, file::write);
      }
    }
    assertEquals(1_000, visited(1).size() + store.dropped());
    assertTrue(store.dropped() > 700);
  }

  /** A request that is cut off closes a channel that its thread reads. */
  @Test
  public void interruptedReaderDoesNotStopTheWriter() throws Exception {
    openIn(folder.getRoot().toPath(), 1 << 20);
    IntStream.rangeClosed(1, 60).forEach(number -> record(1, number));
    file.write();
    Thread.currentThread().interrupt();
    visited(1);
    assertTrue(Thread.interrupted());
    IntStream.rangeClosed(61, 110).forEach(number -> record(1, number));
    assertThrows(IOException.class, file::write);
    file.write();
    List<DecisionRecorder.Entry> kept = visited(1);
    assertTrue("" + kept.size(), kept.size() >= 50);
    assertLatest(1, 110, kept);
  }

  /** As a daemon uses it: registry, endpoint's report and ACLs. */
  @Test
  public void earlyDecisionIsAnsweredToItsOwnerWhenOthersFilledTheMemory() throws Exception {
    String daemon = "FileTest" + System.nanoTime();
    ApplicationAuthorizer owners = mock(ApplicationAuthorizer.class);
    when(owners.isAlive()).thenReturn(true);
    when(owners.owner(app(1))).thenReturn("alice");
    when(owners.mayView(any(), eq(app(1)), eq("alice"), any()))
        .thenAnswer(
            call -> ((UserGroupInformation) call.getArgument(0)).getUserName().equals("alice"));
    DecisionRegistry registry = DecisionRegistry.of(daemon);
    registry.authorize(owners, null);
    FeatureMetrics metrics = new FeatureMetrics("FileTest", "Test", () -> FeatureMode.ON);
    Configuration conf = new Configuration(false);
    conf.set("yarn.yarnext.decisions.max-mb", "1");
    conf.set("yarn.yarnext.decisions.max-file-mb", "8");
    conf.set("yarn.acl.enable", "true");
    conf.set("yarn.admin.acl", "root");
    try (DecisionLog log = new DecisionLog(metrics, FeatureMode.ON, daemon, "TestDecisions")) {
      log.register(conf);
      Decision<Integer> decision = Decision.of(1, Why.TOO_LONG).with("wait", 1);
      for (int application = 1; application <= 12; application++) {
        for (int number = 1; number <= 700; number++) {
          log.explain(application, container(application, number), decision);
        }
      }
      List<String> inMemory =
          registry.decisions().stream()
              .map(DecisionRecorder.Entry::subject)
              .collect(Collectors.toList());
      assertFalse("no room in memory", inMemory.contains(container(1, 1)));
      assertTrue(shown(registry, "alice", conf).contains(container(1, 1)));
      assertTrue(shown(registry, "root", conf).contains(container(1, 1)));
      assertEquals(Collections.emptyList(), shown(registry, "bob", conf));
      when(owners.owner(app(1))).thenReturn(null);
      assertTrue("the owner is known", shown(registry, "alice", conf).contains(container(1, 1)));
      assertEquals(Collections.emptyList(), shown(registry, "bob", conf));
    }
  }

  private static List<String> shown(DecisionRegistry registry, String user, Configuration conf)
      throws IOException {
    HttpServletRequest request = mock(HttpServletRequest.class);
    when(request.getUserPrincipal()).thenReturn(() -> user);
    DecisionVisibility visibility = new DecisionVisibility(request, conf);
    String text =
        new DecisionsReport(Collections.singletonList(registry)).text(app(1), 1_000, visibility);
    List<String> subjects = new ArrayList<>();
    new ObjectMapper()
        .readTree(text)
        .path("decisions")
        .forEach(decision -> subjects.add(decision.path("subject").asText()));
    return subjects;
  }
}
