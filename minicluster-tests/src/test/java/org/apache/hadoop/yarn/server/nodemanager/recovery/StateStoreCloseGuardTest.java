// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.recovery;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** If a store were not closed in an orderly way, the JVM of this test would crash. */
public class StateStoreCloseGuardTest {
  private static final int STORES = 50;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test(timeout = 60_000)
  public void writersAreRefusedOnceTheStoreIsClosed() throws Exception {
    for (int i = 0; i < STORES; i++) {
      NMStateStoreService store = open(folder.newFolder());
      CountDownLatch writing = new CountDownLatch(1);
      AtomicReference<Exception> refusal = new AtomicReference<>();
      Thread writer = new Thread(() -> writeUntilRefused(store, writing, refusal));
      writer.start();
      assertTrue(writing.await(10, TimeUnit.SECONDS));
      store.stop();
      writer.join();
      assertTrue(
          String.valueOf(refusal.get()),
          refusal.get() instanceof IOException
              && refusal.get().getMessage().contains("after the store was closed"));
    }
  }

  @Test
  public void writtenRecordsAreReadAfterReopening() throws Exception {
    File dir = folder.newFolder();
    NMStateStoreService store = open(dir);
    store.storeAMRMProxyAppContextEntry(attempt(), "key", new byte[] {7});
    store.stop();
    assertThrows(IOException.class, store::loadAMRMProxyState);

    NMStateStoreService next = open(dir);
    assertArrayEquals(
        new byte[] {7}, next.loadAMRMProxyState().getAppContexts().get(attempt()).get("key"));
    next.stop();
  }

  private static NMStateStoreService open(File dir) {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.NM_RECOVERY_DIR, dir.getPath());
    NMStateStoreService store = new NMLeveldbStateStoreService();
    store.init(conf);
    store.start();
    StateStoreCloseGuard.of(store);
    return store;
  }

  private static void writeUntilRefused(
      NMStateStoreService store, CountDownLatch writing, AtomicReference<Exception> refusal) {
    try {
      for (int i = 0; ; i++) {
        store.storeAMRMProxyAppContextEntry(attempt(), "key" + i, new byte[300]);
        writing.countDown();
      }
    } catch (IOException | RuntimeException e) {
      refusal.set(e);
    }
  }

  private static ApplicationAttemptId attempt() {
    return ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1);
  }
}
