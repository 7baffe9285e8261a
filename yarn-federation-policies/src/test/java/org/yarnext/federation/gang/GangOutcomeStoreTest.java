// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.ApplicationSubmissionContextProto;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.common.testing.LogLines;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** Ends of gangs take bounded room, whoever makes many of them, and bounded time. */
public class GangOutcomeStoreTest {
  private static final String PATH = "gangs/ends";
  private static final String TOKEN = "a secret token";

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private ZooKeeperRecordStore records;

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
  }

  @After
  public void disconnect() {
    records.close();
  }

  private static GangOutcome killed(String user, String id) {
    PendingGang gang = PendingGang.of(id, "root.a", 1, 2, 0);
    return GangOutcome.killed(GangJob.of(user, gang, 5, new byte[] {1}));
  }

  /** A submission of nearly one MB. */
  private static byte[] submission(ApplicationId id) {
    byte[] tokens = Arrays.copyOf(TOKEN.getBytes(ISO_8859_1), 900_000);
    ContainerLaunchContext master = Records.newRecord(ContainerLaunchContext.class);
    master.setTokens(ByteBuffer.wrap(tokens));
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setApplicationName("a name");
    context.setApplicationType("a type");
    context.setApplicationTags(Collections.singleton("gang=1x2"));
    context.setPriority(Priority.newInstance(3));
    context.setAMContainerSpec(master);
    return ((ApplicationSubmissionContextPBImpl) context).getProto().toByteArray();
  }

  @Test
  public void storedOutcomeHasNoTokensAndIsSmall() throws Exception {
    GangOutcomeStore outcomes = new GangOutcomeStore(records);
    int jobs = 20;
    for (int i = 0; i < jobs; i++) {
      ApplicationId id = ApplicationId.newInstance(1, i);
      byte[] submission = submission(id);
      assertTrue(new String(submission, ISO_8859_1).contains(TOKEN));
      PendingGang gang = PendingGang.of(id.toString(), "root.a", 1, 2, 0);
      outcomes.add(GangOutcome.killed(GangJob.of("user", gang, 5, submission)));
    }
    long bytes = 0;
    for (String id : records.below(PATH)) {
      byte[] data = records.read(PATH + "/" + id).data();
      assertFalse(id, new String(data, ISO_8859_1).contains(TOKEN));
      bytes += data.length;
    }
    assertTrue(bytes + " bytes", bytes < jobs * 1_000);
    GangJob job = outcomes.get(ApplicationId.newInstance(1, 7).toString()).job();
    ApplicationSubmissionContextProto shown =
        ApplicationSubmissionContextProto.parseFrom(job.submission());
    assertEquals(7, shown.getApplicationId().getId());
    assertEquals("a name", shown.getApplicationName());
    assertEquals("a type", shown.getApplicationType());
    assertEquals(Collections.singletonList("gang=1x2"), shown.getApplicationTagsList());
    assertEquals(3, shown.getPriority().getPriority());
    assertFalse(shown.hasAmContainerSpec());
    assertEquals("user", job.user());
  }

  @Test
  public void recordWithAWholeSubmissionIsRead() throws Exception {
    String id = ApplicationId.newInstance(1, 1).toString();
    byte[] submission = submission(ApplicationId.fromString(id));
    GangJob job =
        GangJob.of("user", PendingGang.of(id, "root.a", 1, 2, 0), 5, submission).calledBy("cli");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeBoolean(true);
      out.writeUTF("Killed.");
      out.write(job.toBytes());
    }
    records.create(PATH + "/" + id, bytes.toByteArray());
    GangOutcome outcome = new GangOutcomeStore(records).get(id);
    assertTrue(outcome.isKilled());
    assertEquals("Killed.", outcome.diagnostics());
    assertEquals(
        "a name",
        ApplicationSubmissionContextProto.parseFrom(outcome.job().submission())
            .getApplicationName());
    assertTrue(outcome.toBytes().length < 1_000);
  }

  @Test
  public void longNamesAndTextsAreLeftOut() throws Exception {
    ApplicationId id = ApplicationId.newInstance(1, 1);
    char[] text = new char[100_000];
    Arrays.fill(text, 'x');
    ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
    context.setApplicationId(id);
    context.setApplicationName(new String(text));
    context.setApplicationType("a type");
    byte[] submission = ((ApplicationSubmissionContextPBImpl) context).getProto().toByteArray();
    PendingGang gang = PendingGang.of(id.toString(), "root.a", 1, 2, 0);
    GangJob job = GangJob.of("user", gang, 5, submission).calledBy(new String(text, 0, 1_000));
    GangOutcome outcome = GangOutcome.failed(job, new String(text));
    assertTrue(outcome.toBytes().length < 2_000);
    ApplicationSubmissionContextProto shown =
        ApplicationSubmissionContextProto.parseFrom(outcome.job().submission());
    assertEquals("a type", shown.getApplicationType());
    assertFalse(shown.hasApplicationName());
  }

  @Test
  public void oneUserTakesNoRoomOfOthers() throws Exception {
    GangOutcomeStore outcomes = new GangOutcomeStore(records, 6, 4);
    for (int i = 0; i < 20; i++) {
      outcomes.add(killed("greedy", "greedy" + i));
    }
    assertEquals(4, records.count(PATH));
    assertNull("the oldest go", outcomes.get("greedy15"));
    assertNotNull(outcomes.get("greedy16"));
    for (int i = 0; i < 3; i++) {
      outcomes.add(killed("honest", "honest" + i));
    }
    assertEquals(6, records.count(PATH));
    assertNull("who has most makes room", outcomes.get("greedy16"));
    for (int i = 0; i < 3; i++) {
      assertEquals("honest", outcomes.get("honest" + i).job().user());
    }
  }

  @Test
  public void fullStoreOfOtherRoutersIsKeptAndNamedOnce() throws Exception {
    GangOutcomeStore other = new GangOutcomeStore(records, 3, 3);
    for (int i = 0; i < 3; i++) {
      other.add(killed("user", "other" + i));
    }
    GangOutcomeStore outcomes = new GangOutcomeStore(records, 3, 3);
    try (LogLines log = new LogLines(GangOutcomeStore.class.getName())) {
      for (int i = 0; i < 3; i++) {
        outcomes.add(killed("user", "own" + i));
      }
      assertEquals(log.lines().toString(), 1, log.count("is not kept"));
    }
    assertEquals(3, records.count(PATH));
    assertNotNull(outcomes.get("other0"));
    assertNull(outcomes.get("own0"));
  }

  @Test
  public void ageOfOutcomesIsCheckedInBoundedSteps() throws Exception {
    GangOutcomeStore outcomes = new GangOutcomeStore(records);
    int all = 600;
    for (int i = 0; i < all; i++) {
      outcomes.add(killed("user", "job" + i));
    }
    long before = zooKeeper.calls();
    outcomes.forget(0, () -> true);
    long calls = zooKeeper.calls() - before;
    assertTrue(calls + " calls", calls <= 700); // the list, one for each of 500, signs of life
    outcomes.forget(Long.MAX_VALUE, () -> true);
    assertEquals("the other 100, as it continues", 500, records.count(PATH));
    outcomes.forget(Long.MAX_VALUE, () -> false);
    assertEquals(500, records.count(PATH));
    AtomicInteger left = new AtomicInteger(3);
    outcomes.forget(Long.MAX_VALUE, () -> left.getAndDecrement() > 0);
    assertEquals(497, records.count(PATH));
    outcomes.forget(Long.MAX_VALUE, () -> true);
    assertEquals(0, records.count(PATH));
  }
}
