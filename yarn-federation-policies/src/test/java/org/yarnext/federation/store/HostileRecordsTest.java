// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.control.PolicyPublicationStore;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangOutcome;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.policy.share.SubClusterDemand.QueueDemand;

/** Records of each kind with hostile content, among good ones. */
public class HostileRecordsTest {
  private static final int MUTATIONS = 150;
  private static final int MB = 1 << 20;

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final Random random = new Random(51);
  private final Map<String, Reading> kinds = new LinkedHashMap<>();
  private ZooKeeperRecordStore records;
  private GangStore gangs;
  private ShareStore shares;

  /** One way in which daemons read records of a kind. */
  private interface Reading {
    void read() throws IOException;
  }

  @Before
  public void connect() throws Exception {
    records = zooKeeper.connect();
    gangs = new GangStore(records);
    shares = new ShareStore(records);
    GangJob job =
        GangJob.of("user", PendingGang.of("bad", "root.a", 2, 8, 0), 5, new byte[] {1, 2, 3});
    gangs.publish(Collections.singletonMap("root.a", 10L));
    gangs.replace(StoredGangs.registry("bad"));
    gangs.add(job);
    gangs.ended(StoredGangs.killed(job));
    shares.report(demand("bad"));
    shares.grant("bad", "memory-mb", 5, Collections.singletonMap("root.a", 5.0));
    records.put("policies/staged/bad/root.a", policy());
    kinds.put("gangs/book", () -> gangs.registry());
    kinds.put("gangs/quotas", () -> gangs.quotas());
    kinds.put("gangs/jobs/bad", () -> gangs.job("bad"));
    kinds.put("gangs/ends/bad", () -> gangs.end("bad"));
    kinds.put("shares/demand/bad", () -> shares.reports());
    kinds.put("shares/granted/bad", () -> shares.granted("bad"));
    kinds.put(
        "policies/staged/bad/root.a",
        () -> new PolicyPublicationStore(records).staged("bad", "root.a"));
  }

  @After
  public void disconnect() {
    records.close();
  }

  private static SubClusterDemand demand(String name) {
    Map<String, Double> amounts = Collections.singletonMap("memory-mb", 5.0);
    return SubClusterDemand.of(
        name,
        amounts,
        Collections.singletonMap("root.a", QueueDemand.of(1, amounts, amounts).atMost(0.5)));
  }

  private static byte[] policy() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF("org.yarnext.Policy");
      out.write("{\"headroomAlpha\":\"0.0\"}".getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  @Test
  public void mutatedRecordIsAtMostInvalid() throws Exception {
    for (Map.Entry<String, Reading> kind : kinds.entrySet()) {
      byte[] good = records.read(kind.getKey()).data();
      kind.getValue().read();
      for (int i = 0; i < MUTATIONS; i++) {
        assertHarmless(kind, mutated(good));
      }
      records.put(kind.getKey(), good);
    }
  }

  private byte[] mutated(byte[] good) {
    byte[] bytes =
        Arrays.copyOf(good, random.nextInt(4) == 0 ? random.nextInt(good.length) : good.length);
    for (int changes = random.nextInt(4); changes >= 0 && bytes.length > 0; changes--) {
      int at = random.nextInt(bytes.length);
      if (random.nextBoolean() || bytes.length < Integer.BYTES) {
        bytes[at] = (byte) random.nextInt();
      } else {
        int number = random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt();
        ByteBuffer.wrap(bytes).putInt(Math.min(at, bytes.length - Integer.BYTES), number);
      }
    }
    return bytes;
  }

  private void assertHarmless(Map.Entry<String, Reading> kind, byte[] content) throws IOException {
    records.put(kind.getKey(), content);
    try {
      kind.getValue().read();
    } catch (InvalidRecordException e) {
      assertTrue(e.getMessage(), e.getMessage().startsWith("/yarnext/" + kind.getKey()));
    }
  }

  @Test
  public void hostileContentIsAtMostAnInvalidRecord() throws Exception {
    byte[][] hostile = {
      new byte[0],
      new byte[MB / 2],
      zip(filled('[', 4), ""),
      zip("{\"queues\":".getBytes(StandardCharsets.UTF_8), 200_000, ""),
      bomb("{\"resource\":\"", 'a', "\"}"),
      bomb("\1", '\0', ""),
      inTwoParts(zip(filled('[', 4), ""), zip(filled('[', 4), "")),
      inTwoParts(zip("{}".getBytes(StandardCharsets.UTF_8), ""), bomb("[", ' ', "]")),
      inTwoParts(zip("{}".getBytes(StandardCharsets.UTF_8), ""), columns(0)),
      inTwoParts(zip("{\"root.a\":{}}".getBytes(StandardCharsets.UTF_8), ""), columns(-1)),
      inTwoParts(zip("{\"root.a\":{}}".getBytes(StandardCharsets.UTF_8), ""), columns(1)),
      inTwoParts(zip(new byte[0], ""), zip(new byte[0], "")),
      bomb("\1\177\177\177\177", '\0', ""),
      ("root" + new String(new char[MB / 8]).replace("\0", ".a") + "=1")
          .getBytes(StandardCharsets.UTF_8),
      "root.a".getBytes(StandardCharsets.UTF_8),
      "root.a=-1".getBytes(StandardCharsets.UTF_8)
    };
    for (Map.Entry<String, Reading> kind : kinds.entrySet()) {
      byte[] good = records.read(kind.getKey()).data();
      for (byte[] content : hostile) {
        assertHarmless(kind, content);
      }
      records.put(kind.getKey(), good);
    }
  }

  /** A report of queues and amounts. */
  private static byte[] inTwoParts(byte[] queues, byte[] amounts) {
    return ByteBuffer.allocate(1 + Integer.BYTES + queues.length + amounts.length)
        .put((byte) 2)
        .putInt(queues.length)
        .put(queues)
        .put(amounts)
        .array();
  }

  /** The usage of one queue. */
  private static byte[] columns(int queue) throws IOException {
    return zip(
        ("{\"used\":{\"memory-mb\":[[" + queue + "],[1]]}}").getBytes(StandardCharsets.UTF_8), "");
  }

  private static byte[] filled(char with, int mb) {
    byte[] bytes = new byte[mb * MB];
    Arrays.fill(bytes, (byte) with);
    return bytes;
  }

  private static byte[] zip(byte[] content, String end) throws IOException {
    return zip(content, 1, end);
  }

  private static byte[] zip(byte[] content, int times, String end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < times; i++) {
        out.write(content);
      }
      out.write(end.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Less than one MB that inflates to far more than this JVM has. */
  private static byte[] bomb(String begin, char middle, String end) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(zip(begin.getBytes(StandardCharsets.UTF_8), ""));
    // Zipped once: a file may have many parts.
    byte[] part = zip(filled(middle, 10), "");
    for (int i = 0; i < 90; i++) {
      bytes.write(part);
    }
    bytes.write(zip(end.getBytes(StandardCharsets.UTF_8), ""));
    assertTrue(bytes.size() + " bytes", bytes.size() < MB);
    return bytes.toByteArray();
  }

  @Test
  public void invalidRecordsDoNotAffectOthers() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(1);
      out.writeUTF("user");
      out.writeUTF("root.a");
      out.writeInt(1);
      out.writeLong(1);
      out.writeLong(1);
      out.writeInt(Integer.MAX_VALUE);
    }
    records.put("gangs/jobs/bad", bytes.toByteArray());
    PendingGang good = PendingGang.of("good", "root.a", 1, 2, 0);
    gangs.add(GangJob.of("user", good, 5, new byte[] {1}));
    assertEquals(1, gangs.jobs().size());
    assertTrue(gangs.isUnreadable("bad"));
    records.put("gangs/ends/bad", new byte[] {1});
    gangs.ended(StoredGangs.killed(GangJob.of("user", good, 5, new byte[] {1})));
    gangs.forgetEnds(Long.MAX_VALUE, () -> true);
    GangOutcome end = gangs.end("good");
    assertEquals("it was forgotten", null, end);
    records.put("shares/demand/bad", zip(filled('[', 4), ""));
    shares.report(demand("good"));
    assertNull(shares.reports().get(0).demand());
    assertEquals("good", shares.reports().get(1).demand().name());
    assertEquals(2, shares.reports().size());
    assertTrue(records.skipped() > 0);
  }

  @Test
  public void jsonIsBoundedInDepthValuesAndNumberLength() throws Exception {
    assertEquals(
        16, BoundedRecordReader.json("[16]".getBytes(StandardCharsets.UTF_8)).get(0).asInt());
    char[] deep = new char[BoundedRecordReader.MAX_JSON_DEPTH + 1];
    Arrays.fill(deep, '[');
    String many =
        "[1" + new String(new char[BoundedRecordReader.MAX_JSON_VALUES]).replace("\0", ",1") + "]";
    String number = "[1" + new String(new char[100]).replace("\0", "0") + "]";
    for (String bad : new String[] {new String(deep), many, number}) {
      byte[] json = bad.getBytes(StandardCharsets.UTF_8);
      assertThrows(IOException.class, () -> BoundedRecordReader.json(json));
    }
  }
}
