// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.gpg;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.yarnext.federation.policy.share.GlobalFairnessSharePolicy;
import org.yarnext.federation.policy.share.RandomShares;
import org.yarnext.federation.policy.share.ShareView;
import org.yarnext.federation.policy.share.SubClusterDemand;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;

/** The memory that a round allocates at the size of Hydra's largest clusters. */
public class ShareRoundMemoryTest {
  private static final int QUEUES = 5_000;
  private static final int SUB_CLUSTERS = 20;
  private static final int SPREAD = 4;
  private static final double LOAD = 1.5;
  private static final long STALE_MS = 60_000;

  /** A round takes some 60 MB. */
  private static final long MAX_BYTES = 100_000_000;

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

  @Test
  public void roundAllocatesLittle() throws Exception {
    ShareStore store = new ShareStore(records, () -> 0);
    ShareView view = RandomShares.large(1, QUEUES, SUB_CLUSTERS, SPREAD, LOAD);
    ShareDeterminationTask round =
        new ShareDeterminationTask(store, new GlobalFairnessSharePolicy(), STALE_MS);
    report(store, view, 0);
    round.run(true); // parses the queues
    report(store, view, 0.5);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    ShareDeterminationTask.Result result = round.run(true);
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    assertEquals(SUB_CLUSTERS, result.subClusters);
    assertTrue(bytes + " bytes", bytes < MAX_BYTES);
  }

  private static void report(ShareStore store, ShareView view, double progress) throws IOException {
    for (SubClusterDemand report : RandomShares.reports(view, progress)) {
      store.report(report);
    }
  }
}
