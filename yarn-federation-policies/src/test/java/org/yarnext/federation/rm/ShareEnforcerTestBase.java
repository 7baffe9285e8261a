// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.rm;

import java.io.File;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfigurationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.conf.YarnConfigurationStore.LogMutation;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.rules.TemporaryFolder;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.federation.store.ZooKeeperRule;
import org.yarnext.testing.ProxyKeys;

/** A ResourceManager whose queue capacities follow shares in ZooKeeper. */
abstract class ShareEnforcerTestBase {
  static final double EXACT = 1e-3;
  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  @Rule public final TemporaryFolder folder = new TemporaryFolder(new File("target"));
  ResourceManager resourceManager;
  ZooKeeperRecordStore records;
  ShareStore store;
  Configuration conf;

  @Before
  public void connect() throws Exception {
    conf = new YarnConfiguration(zooKeeper.conf());
    for (String address :
        new String[] {
          YarnConfiguration.RM_ADDRESS,
          YarnConfiguration.RM_SCHEDULER_ADDRESS,
          YarnConfiguration.RM_RESOURCE_TRACKER_ADDRESS,
          YarnConfiguration.RM_ADMIN_ADDRESS,
          YarnConfiguration.RM_WEBAPP_ADDRESS
        }) {
      conf.set(address, "127.0.0.1:0");
    }
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "memory");
    conf.set(YarnConfiguration.RM_CLUSTER_ID, "x");
    // Stock's default is one directory for all of a user's.
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, folder.newFolder().toURI().toString());
    conf.set("yarn.federation.policies.share.mode", "on");
    conf.set("yarn.federation.policies.share.pause", "0");
    conf.set("yarn.federation.policies.share.max-step", "100");
    conf.set("yarn.federation.policies.share.min-change", "0.1");
    conf.set("yarn.federation.policies.share.floor", "0");
    conf.set("yarn.federation.policies.guard.deadline", "1m"); // however busy the machine is
    records = zooKeeper.connect();
    store = new ShareStore(records);
  }

  ShareEnforcer enforcer() throws Exception {
    resourceManager = new ResourceManager();
    resourceManager.init(conf);
    ProxyKeys.giveTo(resourceManager);
    resourceManager.start();
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, resourceManager.getRMContext(), resourceManager.getResourceScheduler());
    return enforcer;
  }

  @After
  public void disconnect() {
    if (resourceManager != null) {
      resourceManager.stop();
    }
    records.close();
  }

  /** In percent of the parent. */
  double capacity(String queue) {
    CapacityScheduler scheduler = (CapacityScheduler) resourceManager.getResourceScheduler();
    return 100 * scheduler.getQueue(queue).getCapacity();
  }

  void grant(double a, double b, double c) throws Exception {
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", a);
    shares.put("root.t.b", b);
    shares.put("root.t.c", c);
    store.grant("x", "memory-mb", 100, shares);
  }

  /** The first half of what the REST interface does. */
  LogMutation begin(SchedConfUpdateInfo change) throws Exception {
    return configuration().logAndApplyMutation(UserGroupInformation.getLoginUser(), change);
  }

  void finish(LogMutation begun) throws Exception {
    resourceManager.getRMContext().getRMAdminService().refreshQueues();
    configuration().confirmPendingMutation(begun, true);
  }

  MutableConfigurationProvider configuration() {
    return ((CapacityScheduler) resourceManager.getResourceScheduler()).getMutableConfProvider();
  }

  static QueueConfigInfo capacityOf(String queue, String percent) {
    return new QueueConfigInfo(queue, Collections.singletonMap("capacity", percent));
  }
}
