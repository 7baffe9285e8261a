// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import static org.junit.Assert.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.minicluster.process.Await;
import org.yarnext.minicluster.process.ZooKeeperNode;

/**
 * A ResourceManager with every feature on, whose own state is in files, answers masters and
 * operators as ever while ZooKeeper hangs for longer than its sessions last, and goes by new shares
 * afterwards.
 */
public class ZooKeeperHangTest {
  private static final int NODES = 10;
  private static final int MASTERS = 4;
  private static final long WARM_UP_MS = 3_000;
  private static final long HANG_MS = 12_000;
  private static final long PATIENCE_MS = 60_000;

  /** A call that waits for ZooKeeper takes four times as long. */
  private static final double SOON_MS = 3_000;

  /** A call that waits for ZooKeeper is late each time, one on a machine that stalls is not. */
  private static final int MAX_HANGS = 3;

  private ZooKeeperNode zooKeeper;
  private ManagerProcess manager;
  private ManagerLoad load;

  @Before
  public void start() throws Exception {
    Path base = Files.createDirectories(new File("target", "clusters").toPath().toAbsolutePath());
    Path dir = Files.createTempDirectory(base, "zookeeper-hang-");
    zooKeeper = ZooKeeperNode.start(dir.resolve("zookeeper"));
    Configuration site = ManagerProcess.featured(zooKeeper.address());
    site.setBoolean(YarnConfiguration.RECOVERY_ENABLED, true);
    site.set(YarnConfiguration.RM_STORE, FileSystemRMStateStore.class.getName());
    site.set(YarnConfiguration.FS_RM_STATE_STORE_URI, dir.resolve("state").toUri().toString());
    manager = new ManagerProcess("rm", dir.resolve("rm"), site, ManagerLoad.queues());
    manager.start();
    manager.awaitReady();
    load = ManagerLoad.start(manager, NODES, MASTERS);
  }

  @After
  public void stop() {
    if (load != null) {
      load.close();
    }
    if (manager != null) {
      manager.close();
    }
    if (zooKeeper != null) {
      zooKeeper.close();
    }
  }

  @Test
  public void resourceManagerDoesNotWaitForAHungZooKeeper() throws Exception {
    load.divide(80);
    load.measure(WARM_UP_MS);
    boolean isSoon = false;
    for (int hangs = 1; !isSoon; hangs++) {
      zooKeeper.hang();
      ManagerLoad.Window hanging = load.measure(HANG_MS);
      zooKeeper.resume();
      hanging.awaitEnd();
      isSoon = isSoon(hanging);
      assertTrue(hanging.toString(), isSoon || hangs < MAX_HANGS);
    }
    long granted = load.granted();
    load.divide(70);
    Await.until("containers to be granted", PATIENCE_MS, () -> load.granted() > granted);
    load.measure(0);
  }

  private static boolean isSoon(ManagerLoad.Window window) {
    return window.allocateMs.getMax() < SOON_MS
        && window.jmxMs.getMax() < SOON_MS
        && window.prometheusMs.getMax() < SOON_MS;
  }
}
