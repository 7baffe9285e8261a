// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.Collections;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

public class ZooKeeperRecordStoreTest {
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

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  @Test
  public void recordIsCreatedOnceAndReplacedByVersion() throws Exception {
    assertNull(records.read("a/b"));
    assertTrue(records.create("a/b", bytes(1)));
    assertFalse(records.create("a/b", bytes(2)));
    StoredRecord first = records.read("a/b");
    assertArrayEquals(bytes(1), first.data());
    assertTrue(records.replace("a/b", bytes(3), first.version()));
    assertFalse("by then it is another one", records.replace("a/b", bytes(4), first.version()));
    assertArrayEquals(bytes(3), records.read("a/b").data());
  }

  @Test
  public void recordsAreOrderedByTheirCreation() throws Exception {
    records.create("jobs/z", bytes());
    records.create("jobs/a", bytes());
    records.put("jobs/z", bytes(1));
    assertTrue(records.read("jobs/z").sequence() < records.read("jobs/a").sequence());
    assertEquals(2, records.below("jobs").size());
  }

  @Test
  public void removedRecordIsGoneAndMayBeRemovedAgain() throws Exception {
    records.put("a", bytes(1));
    records.remove("a");
    records.remove("a");
    assertNull(records.read("a"));
    assertFalse(records.replace("a", bytes(2), 0));
    assertEquals(Collections.emptyList(), records.below("no/such"));
  }

  @Test
  public void sessionRecordEndsWithItsSession() throws Exception {
    try (ZooKeeperRecordStore other = zooKeeper.connect()) {
      assertTrue(other.createForSession("turn", bytes()));
      assertFalse(records.createForSession("turn", bytes()));
    }
    assertTrue(records.createForSession("turn", bytes()));
  }

  @Test
  public void storeFailsWhileDownAndRecovers() throws Exception {
    records.put("a", bytes(1));
    zooKeeper.stop();
    assertThrows(IOException.class, () -> records.read("a"));
    zooKeeper.start();
    byte[] read = null;
    for (int i = 0; i < 50 && read == null; i++) {
      try {
        read = records.read("a").data();
      } catch (IOException e) {
        continue; // not connected again yet
      }
    }
    assertArrayEquals(bytes(1), read);
  }
}
