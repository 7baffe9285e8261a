// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.server.federation.store.impl.MemoryFederationStateStore;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.function.ThrowingRunnable;
import org.yarnext.federation.SubClusterRecords;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Policies that operators publish in a federation of sub-clusters a and b. */
public class PolicyPublisherTest {
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private Configuration conf;
  private PolicyPublisher book;

  @Before
  public void twoSubClusters() throws Exception {
    conf = zooKeeper.conf();
    conf.set("yarn.federation.cache-ttl.secs", "0");
    MemoryFederationStateStore store = new MemoryFederationStateStore();
    store.init(conf);
    FederationStateStoreFacade.getInstance(conf).reinitialize(store, conf);
    SubClusterRecords.register(store, "a");
    SubClusterRecords.register(store, "b");
    book = PolicyPublisher.open(conf);
  }

  @After
  public void disconnect() {
    book.close();
  }

  private static PolicyWeights weights(float a, float b) {
    Map<String, Float> weights = new HashMap<>();
    weights.put("a", a);
    weights.put("b", b);
    return PolicyWeights.of(weights, weights);
  }

  private static String line(String where, String weights) {
    return "q  " + where + "  HydraPolicyManager  homes " + weights + ", requests " + weights;
  }

  private static String inForce(String weights, int version) {
    return line("in force", weights) + "  version " + version;
  }

  private static List<String> queues(String... names) {
    return Arrays.asList(names);
  }

  @Test
  public void publishedPolicyCanBeRolledBack() throws Exception {
    List<String> said = book.set(queues("q"), weights(1, 1));
    assertEquals(1, said.size());
    assertTrue(said.get(0), said.get(0).startsWith("q: homes {a=1.0, b=1.0}, requests "));
    assertTrue(said.get(0), said.get(0).endsWith(", version 1"));
    assertEquals(Collections.singletonList(inForce("{a=1.0, b=1.0}", 1)), book.list());
    book.set(queues("q"), weights(1, 0));
    assertEquals(
        Arrays.asList(inForce("{a=1.0, b=0.0}", 2), line("previous", "{a=1.0, b=1.0}")),
        book.list());
    book.rollback(queues("q"));
    assertEquals(inForce("{a=1.0, b=1.0}", 3), book.list().get(0));
    book.rollback(queues("q"));
    assertEquals("and back again", inForce("{a=1.0, b=0.0}", 4), book.list().get(0));
  }

  @Test
  public void lastTenVersionsAreKeptForRollback() throws Exception {
    book.set(queues("other"), weights(9, 9));
    for (int a = 1; a <= 12; a++) {
      book.set(queues("q"), weights(a, 1));
    }
    List<String> history = book.history();
    assertEquals(1 + PolicyPublicationStore.MAX_VERSIONS, history.size());
    assertTrue(history.toString(), history.get(0).startsWith("other  version 1  "));
    for (int a = 3; a <= 12; a++) {
      String line = history.get(a - 2);
      assertTrue(line, line.matches("q  version " + a + "  20[-0-9]+T[:.0-9]+Z  Hydra.*"));
      assertTrue(line, line.endsWith("requests {a=" + a + ".0, b=1.0}"));
    }
    book.stage(queues("q"), queues("b"), weights(0, 1));
    String four = "{a=4.0, b=1.0}";
    assertEquals(
        queues("q: returned to homes " + four + ", requests " + four + ", version 13"),
        book.rollback(queues("q"), 4));
    assertEquals(
        "and nothing is staged",
        queues(inForce(four, 13), line("previous", "{a=12.0, b=1.0}")),
        book.list().subList(1, 3));
    assertTrue(
        book.history().get(PolicyPublicationStore.MAX_VERSIONS).startsWith("q  version 13  "));
    book.rollback(queues("q"));
    assertEquals("as ever", inForce("{a=12.0, b=1.0}", 14), book.list().get(1));
  }

  @Test
  public void rollbackToAVersionMissingInOneQueueChangesNone() throws Exception {
    book.set(queues("q", "r"), weights(1, 1));
    book.set(queues("q"), weights(1, 0));
    List<String> before = book.list();
    IllegalArgumentException none =
        assertThrows(IllegalArgumentException.class, () -> book.rollback(queues("q", "r"), 2));
    assertTrue(none.getMessage(), none.getMessage().contains("queue r has no version 2"));
    assertTrue(none.getMessage(), none.getMessage().contains("only [1]"));
    assertEquals(before, book.list());
  }

  @Test
  public void stagedPolicyHoldsUntilRollbackOrPublication() throws Exception {
    book.set(queues("q"), weights(1, 1));
    book.stage(queues("q"), Collections.singleton("b"), weights(0, 1));
    assertEquals(line("staged in b", "{a=0.0, b=1.0}"), book.list().get(1));
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      PolicyPublicationStore staged = new PolicyPublicationStore(records);
      assertEquals("org.yarnext.federation.HydraPolicyManager", staged.staged("b", "q").getType());
      assertEquals("nowhere else", null, staged.staged("a", "q"));
    }
    assertEquals(queues("q: cancelled the policy staged in [b]"), book.rollback(queues("q")));
    assertEquals(1, book.list().size());
    book.stage(queues("q"), Arrays.asList("a", "b"), weights(0, 1));
    assertEquals(3, book.list().size());
    book.set(queues("q"), weights(0, 1));
    List<String> after = book.list();
    assertEquals(after.toString(), 2, after.size());
  }

  @Test
  public void stagingThatIsIgnoredIsExplained() throws Exception {
    String prefix = "yarn.federation.policies.split.";
    assertEquals(
        prefix + "mode is not on, " + prefix + "staging is not true", book.whyStagingIsIgnored());
    Configuration sample = new Configuration(conf);
    sample.addResource(
        new Path(
            Paths.get("../conf-samples/federation/yarn-site-on.xml").toAbsolutePath().toUri()));
    sample.set(prefix + "staging", "true");
    try (PolicyPublisher ofSample = PolicyPublisher.open(sample)) {
      assertNull(ofSample.whyStagingIsIgnored());
    }
    sample.set(prefix + "policy-interval", "0");
    try (PolicyPublisher never = PolicyPublisher.open(sample)) {
      assertEquals(prefix + "policy-interval is 0", never.whyStagingIsIgnored());
    }
  }

  @Test
  public void unusablePolicyIsRefusedBeforePublication() throws Exception {
    IllegalArgumentException zero =
        assertThrows(IllegalArgumentException.class, () -> book.set(queues("q"), weights(0, 0)));
    assertTrue(zero.getMessage(), zero.getMessage().contains("zero"));
    Map<String, Float> unknown = Collections.singletonMap("c", 1f);
    IllegalArgumentException nowhere =
        assertThrows(
            IllegalArgumentException.class,
            () -> book.set(queues("q"), PolicyWeights.of(unknown, unknown)));
    assertTrue(nowhere.getMessage(), nowhere.getMessage().contains("no sub-cluster c"));
    assertThrows(IllegalArgumentException.class, () -> book.set(queues("q"), weights(-1, 1)));
    assertThrows(IllegalArgumentException.class, () -> book.set(queues("a/b"), weights(1, 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> book.set(queues("q"), PolicyWeights.of(new HashMap<>(), new HashMap<>())));
    assertEquals(Collections.emptyList(), book.list());
  }

  private static PolicyParameters parameters(String... namesAndValues) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return PolicyParameters.of(values);
  }

  @Test
  public void parametersArePublishedAndRolledBackWithThePolicy() throws Exception {
    book.set(
        queues("q"), weights(1, 1).with(parameters("relax-after", "20s", "relaxation", "load")));
    String weights = "{a=1.0, b=1.0}";
    String parameters = ", parameters {relax-after=20s, relaxation=load}";
    assertEquals(queues(line("in force", weights) + parameters + "  version 1"), book.list());
    book.set(queues("q"), weights(1, 1));
    assertEquals(
        "others are as configured",
        queues(inForce(weights, 2), line("previous", weights) + parameters),
        book.list());
    book.stage(queues("q"), queues("a"), weights(1, 1).with(parameters("min-gap", "0.5")));
    assertEquals(line("staged in a", weights) + ", parameters {min-gap=0.5}", book.list().get(2));
    book.rollback(queues("q"));
    assertEquals(
        queues(
            "q: returned to homes "
                + weights
                + ", requests "
                + weights
                + parameters
                + ", version 3"),
        book.rollback(queues("q")));
  }

  @Test
  public void invalidParametersAreRefused() throws Exception {
    book.set(queues("q"), weights(1, 1));
    List<String> before = book.list();
    assertRefused("relax-after", "2h", "split.relax-after=2h is outside");
    assertRefused("headroom-weight", "1.1", "split.headroom-weight=1.1 is outside");
    assertRefused("relaxation", "never", "split.relaxation=never is not");
    assertRefused("relax-aftr", "2s", "did you mean yarn.federation.policies.split.relax-after");
    assertRefused("mode", "off", "unknown key yarn.federation.policies.split.mode");
    assertEquals(before, book.list());
  }

  private void assertRefused(String name, String value, String why) {
    PolicyWeights bad = weights(1, 0).with(parameters(name, value));
    for (ThrowingRunnable attempt :
        new ThrowingRunnable[] {
          () -> book.set(queues("r", "q"), bad), () -> book.stage(queues("q"), queues("a"), bad)
        }) {
      IllegalArgumentException e = assertThrows(IllegalArgumentException.class, attempt);
      assertTrue(e.getMessage(), e.getMessage().contains(why));
    }
  }

  @Test
  public void shareParametersAreAcceptedOnlyForTheRootQueue() throws Exception {
    PolicyParameters slow = parameters("share.max-step", "1.5", "relax-after", "20s");
    book.set(queues("root"), weights(1, 1).with(slow));
    assertTrue(
        book.list().get(0), book.list().get(0).contains("{relax-after=20s, share.max-step=1.5}"));
    for (String queue : queues("q", "root.q", "*")) {
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> book.set(queues("root", queue), weights(1, 1).with(slow)));
      assertTrue(e.getMessage(), e.getMessage().endsWith("says of shares, not of " + queue));
    }
    for (String bad : queues("share.max-step=0", "share.mode=off", "share.pauze=1s")) {
      String[] words = bad.split("=");
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class,
              () -> book.set(queues("root"), weights(1, 1).with(parameters(words[0], words[1]))));
      assertTrue(e.getMessage(), e.getMessage().contains("yarn.federation.policies." + words[0]));
    }
    assertTrue(book.list().get(0), book.list().get(0).endsWith("version 1"));
  }

  @Test
  public void stagingAndRollbackNeedAFormerPolicy() throws Exception {
    assertThrows(
        IllegalArgumentException.class,
        () -> book.stage(queues("q"), Collections.singleton("a"), weights(1, 1)));
    assertThrows(IllegalArgumentException.class, () -> book.rollback(queues("q")));
    book.set(queues("q"), weights(1, 1));
    assertThrows(IllegalArgumentException.class, () -> book.rollback(queues("q")));
    assertThrows(
        IllegalArgumentException.class,
        () -> book.stage(queues("q"), Collections.singleton("c"), weights(1, 1)));
  }

  @Test
  public void concurrentPublisherIsRefused() throws Exception {
    book.set(queues("q"), weights(1, 1));
    try (ZooKeeperRecordStore other = zooKeeper.connect()) {
      PolicyPublicationStore records = new PolicyPublicationStore(other);
      assertTrue(records.tryLock());
      IllegalStateException busy =
          assertThrows(IllegalStateException.class, () -> book.set(queues("q"), weights(1, 0)));
      assertTrue(busy.getMessage(), busy.getMessage().contains("another client is publishing"));
      assertThrows(IllegalStateException.class, () -> book.rollback(queues("q")));
      assertThrows(
          IllegalStateException.class, () -> book.stage(queues("q"), queues("a"), weights(1, 0)));
      records.unlock();
      assertEquals(queues(inForce("{a=1.0, b=1.0}", 1)), book.list());
      book.set(queues("q"), weights(1, 0));
      book.set(queues("q"), weights(0, 1));
    }
  }

  @Test
  public void expiredLockHolderDoesNotReleaseTheLockOfAnother() throws Exception {
    try (ZooKeeperRecordStore one = zooKeeper.connect();
        ZooKeeperRecordStore two = zooKeeper.connect()) {
      PolicyPublicationStore late = new PolicyPublicationStore(one);
      PolicyPublicationStore next = new PolicyPublicationStore(two);
      assertTrue(late.tryLock());
      two.remove("policies/publisher"); // as when its session ends
      assertTrue(next.tryLock());
      late.unlock();
      assertFalse(late.tryLock());
      next.unlock();
      assertTrue(late.tryLock());
    }
  }

  @Test
  public void onlyOnePublisherOfTheSameVersionSucceeds() throws Exception {
    book.set(queues("q"), weights(1, 1));
    try (ZooKeeperRecordStore connection = zooKeeper.connect()) {
      PolicyPublicationStore records = new PolicyPublicationStore(connection);
      for (String queue : queues("q", "never published")) {
        int version = records.version(queue);
        assertTrue(records.recordPublication(queue, null, version));
        assertFalse("late", records.recordPublication(queue, null, version));
        assertEquals(version + 1, records.version(queue));
      }
    }
  }

  @Test
  public void allQueuesAreCheckedBeforeAnyIsChanged() throws Exception {
    book.set(queues("q", "r"), weights(1, 1));
    book.set(queues("q"), weights(1, 0));
    List<String> before = book.list();
    assertThrows(IllegalArgumentException.class, () -> book.set(queues("q", "a/b"), weights(0, 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> book.stage(queues("q", "unset"), queues("a"), weights(0, 1)));
    IllegalArgumentException nothing =
        assertThrows(IllegalArgumentException.class, () -> book.rollback(queues("q", "r")));
    assertTrue(
        nothing.getMessage(), nothing.getMessage().contains("queue r has no earlier policy"));
    assertEquals(before, book.list());
  }

  @Test
  public void policyPublishedByYarnHasNoVersion() throws Exception {
    book.set(queues("q"), weights(1, 1));
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.remove("policies/previous/q");
    }
    assertEquals(queues(line("in force", "{a=1.0, b=1.0}")), book.list());
    book.set(queues("q"), weights(1, 0));
    assertEquals(inForce("{a=1.0, b=0.0}", 1), book.list().get(0));
    book.rollback(queues("q"));
    assertEquals(inForce("{a=1.0, b=1.0}", 2), book.list().get(0));
  }
}
