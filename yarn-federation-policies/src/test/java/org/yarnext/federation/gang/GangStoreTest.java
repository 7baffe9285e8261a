// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gang;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.IOUtils;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.policy.gang.AdmittedGang;
import org.yarnext.federation.policy.gang.AdmittedGangRegistry;
import org.yarnext.federation.policy.gang.GangAdmissionPolicy;
import org.yarnext.federation.policy.gang.GangQuotas;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

public class GangStoreTest {
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  @Test
  public void outdatedRecordDoesNotRestoreOldQuotas() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      publish(store, 5);
      StoredRecord older = records.read("gangs/quotas");
      publish(store, 6);
      assertEquals(6, quota(store.quotas(), 0));
      assertEquals(6, quota(store.quotas(older), 0));
      assertEquals(6, quota(store.quotas(), 0));
      publish(store, 7);
      assertEquals(7, quota(store.quotas(), 0));
    }
  }

  private static void publish(GangStore store, long mb) throws Exception {
    store.publish(Collections.singletonMap("root.a", mb));
  }

  /** The quota of root.a, looked for from where it was found last. */
  private static long quota(GangQuotas quotas, long from) {
    long mb = Math.max(1, from);
    while (fits(quotas, mb + 1)) {
      mb++;
    }
    while (mb > 0 && !fits(quotas, mb)) {
      mb--;
    }
    return mb;
  }

  private static boolean fits(GangQuotas quotas, long mb) {
    PendingGang gang = PendingGang.of("id", "root.a", 1, mb, 0);
    return new GangAdmissionPolicy(0).accept(gang, quotas).value();
  }

  @Test
  public void quotasPublishedAfterRemovalAreUsed() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      publish(store, 5);
      publish(store, 6);
      assertEquals(6, quota(store.quotas(), 0));
      records.remove("gangs/quotas");
      assertNull(store.quotas());
      publish(store, 2);
      assertEquals("though its version is lower", 2, quota(store.quotas(), 0));
    }
  }

  @Test
  public void localAdditionsAndRemovalsAreKnownAtOnce() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      assertFalse("nothing was read", store.isFresh(Long.MAX_VALUE));
      for (boolean isRead : new boolean[] {false, true}) {
        PendingGang gang = PendingGang.of("id", "root.a", 1, 2, 0);
        assertTrue(store.add(GangJob.of("user", gang, 5, new byte[] {1})));
        if (isRead) {
          assertEquals(1, store.jobs().size());
          assertTrue(store.isFresh(Long.MAX_VALUE));
        }
        assertEquals(2, store.lastKnown("id").gang().amount());
        assertEquals(1, store.lastKnown().size());
        store.remove("id");
        assertNull(store.lastKnown("id"));
        assertTrue(store.lastKnown().isEmpty());
      }
    }
  }

  @Test
  public void registryAgeIsUnknownUntilReadIfQuotasExist() throws Exception {
    ZooKeeperRecordStore records = zooKeeper.connect();
    GangStore store = new GangStore(records);
    publish(store, 5);
    assertEquals(-1, store.registryAgeMs());
    assertNotNull(store.quotas());
    assertEquals("the book was not read", -1, store.registryAgeMs());
    store.registry();
    assertTrue(store.registryAgeMs() >= 0);
    records.remove("gangs/quotas");
    GangStore without = new GangStore(records);
    assertNull(without.quotas());
    assertTrue("it says all there is", without.registryAgeMs() >= 0);
    records.close();
    long fromNanos = System.nanoTime();
    while (store.registryAgeMs() < 2) {
      assertThrows(IOException.class, store::registry);
      assertThrows(IOException.class, store::quotas);
      assertTrue(System.nanoTime() - fromNanos < TimeUnit.MINUTES.toNanos(1));
    }
  }

  @Test
  public void gangsAreCounted() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      assertEquals(0, store.count());
      for (String id : new String[] {"a", "b", "c"}) {
        PendingGang gang = PendingGang.of(id, "root.a", 1, 2, 0);
        store.add(GangJob.of("user", gang, 5, new byte[] {1}));
      }
      assertEquals(3, store.count());
      store.remove("a");
      assertEquals("whoever removed it", 2, new GangStore(records).count());
    }
  }

  @Test
  public void unreadableRecordIsLeftOut() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      for (String id : new String[] {"a", "c"}) {
        PendingGang gang = PendingGang.of(id, "root.a", 1, 2, 0);
        store.add(GangJob.of("user", gang, 5, new byte[] {1}));
      }
      records.create("gangs/jobs/b", new byte[] {1});
      for (int i = 0; i < 2; i++) {
        assertEquals(2, store.jobs().size());
        assertTrue(store.isUnreadable("b"));
        assertFalse(store.isUnreadable("a"));
      }
      records.remove("gangs/jobs/b");
      store.jobs();
      assertFalse(store.isUnreadable("b"));
    }
  }

  @Test
  public void registryOfALaterFormatIsRefusedAndKept() throws Exception {
    ByteArrayOutputStream later = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(later)) {
      zipped.write(4);
    }
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.create("gangs/book", later.toByteArray());
      GangStore store = new GangStore(records);
      IOException refused = assertThrows(IOException.class, store::registry);
      assertTrue(refused.getMessage(), refused.getMessage().contains("format 4, not 3"));
      assertArrayEquals(later.toByteArray(), records.read("gangs/book").data());
    }
  }

  @Test
  public void gangRecordOfTheFirstFormatIsRead() throws Exception {
    PendingGang gang = PendingGang.of("id", "root.a", 1, 2, 0);
    byte[] now = GangJob.of("user", gang, 5, new byte[] {7}).toBytes();
    byte[] first = Arrays.copyOf(now, now.length - 2); // the caller's context was not kept
    first[0] = 1;
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.create("gangs/jobs/id", first);
      GangJob job = new GangStore(records).job("id");
      assertEquals(2, job.gang().amount());
      assertArrayEquals(new byte[] {7}, job.submission());
    }
  }

  @Test
  public void onlyOneOfTwoFirstRegistryWritersSucceeds() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      assertTrue(store.replace(store.registry().kill("a").value()));
      GangStore late = new GangStore(records);
      assertFalse(late.replace(late.lastRegistry().kill("b").value()));
      assertEquals(Collections.singleton("a"), store.registry().killed());
    }
  }

  @Test
  public void declarationsAreStoredWhereEarlierVersionsDoNotLook() throws Exception {
    AdmittedGang admitted = AdmittedGang.of("root.a", 8, "router", 5, true, false);
    AdmittedGang takesLess = admitted.taking("root.a", 3);
    assertEquals(8, takesLess.declared());
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      GangStore store = new GangStore(records);
      Map<String, AdmittedGang> jobs = new HashMap<>();
      jobs.put("a", admitted);
      jobs.put("b", takesLess);
      store.replace(
          AdmittedGangRegistry.of(-1, jobs, Collections.emptyMap(), Collections.emptyList()));
      assertEquals(jobs, new GangStore(records).registry().admitted());
      byte[] now =
          IOUtils.toByteArray(
              new GZIPInputStream(new ByteArrayInputStream(records.read("gangs/book").data())));
      ByteArrayOutputStream earlier = new ByteArrayOutputStream();
      try (GZIPOutputStream zipped = new GZIPOutputStream(earlier)) {
        zipped.write(now, 0, now.length - Integer.BYTES - 3 - Long.BYTES); // a number, "b" and 8
      }
      records.put("gangs/book", earlier.toByteArray());
      assertEquals(
          "what it takes counts as declared",
          3,
          new GangStore(records).registry().admitted().get("b").declared());
    }
  }
}
