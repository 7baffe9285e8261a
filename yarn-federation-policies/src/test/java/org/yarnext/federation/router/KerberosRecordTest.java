// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.yarnext.federation.store.KerberosRule.MALLORY;
import static org.yarnext.federation.store.KerberosRule.YARN_ON_H1;
import static org.yarnext.federation.store.KerberosRule.YARN_ON_H2;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ZKUtil;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.zookeeper.data.ACL;
import org.junit.Test;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.rm.ShareEnforcer;
import org.yarnext.federation.router.kerberos.KerberosAuthorityTestBase;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.testing.ProxyKeys;

/** Routers and ResourceManagers act only on records of daemons. */
public class KerberosRecordTest extends KerberosAuthorityTestBase {
  @Test
  public void routerHoldsNoGangsInRecordsWritableByAll() throws Exception {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, "world:anyone:rwcda");
    conf.set("yarn.federation.policies.gang.mode", "on");
    assertEquals("yarn", UserGroupInformation.getLoginUser().getShortUserName());
    assertFalse(GangHookRegistry.of(conf).decides());
    assertEquals(
        log.lines().toString(),
        1,
        log.count("yarn.federation.policies.gang.mode stays off", "hadoop.zk.acl", YARN));
    Configuration closed = KERBEROS.conf(YARN_ON_H1, YARN);
    closed.set("yarn.federation.policies.gang.mode", "on");
    closed.set("yarn.federation.policies.store.path", root);
    assertTrue(GangHookRegistry.of(closed).acts());
  }

  /** Launcher that records each started job. */
  private static final class Starter implements GangLauncher {
    private final BlockingQueue<String> started = new LinkedBlockingQueue<>();

    @Override
    public String start(GangJob job, boolean first) {
      started.add(job.gang().id());
      return "";
    }

    @Override
    public void kill(GangJob job) {
      throw new IllegalStateException("nobody kills " + job.gang().id());
    }

    @Override
    public State state(String id, String takenBy) {
      return State.KEPT;
    }
  }

  private GangHook router(GangLauncher starter) throws Exception {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, YARN);
    conf.set("yarn.federation.policies.gang.mode", "on");
    conf.set("yarn.federation.policies.gang.interval", "100ms");
    conf.set("yarn.federation.policies.store.path", root);
    return new GangHook(FederationConfiguration.read(conf), conf, starter, null);
  }

  private static long metric(GangHook hook, String metric) {
    return hook.log().metrics().snapshot().get(metric).longValue();
  }

  @Test
  public void routerStartsAGangStoredByAnotherDaemon() throws Exception {
    try (ZooKeeperRecordStore h2 = daemon(YARN_ON_H2)) {
      GangStore store = new GangStore(h2);
      store.publish(Collections.singletonMap("root.a", 10L));
      assertTrue(h2.create(JOB, job()));
    }
    Starter starter = new Starter();
    router(starter);
    assertEquals(ID, starter.started.poll(SOON_NANOS, TimeUnit.NANOSECONDS));
  }

  @Test
  public void routerDoesNotStartAGangStoredByAStranger() throws Exception {
    List<ACL> yarn = ZKUtil.parseACLs(YARN);
    forge(KERBEROS.conf(MALLORY, YARN), yarn, yarn);
    Starter starter = new Starter();
    GangHook hook = router(starter);
    long untilNanos = System.nanoTime() + SOON_NANOS;
    while (metric(hook, "RoundsFailed") < 2) {
      assertTrue("it looks", System.nanoTime() < untilNanos);
      TimeUnit.MILLISECONDS.sleep(50);
    }
    assertEquals(0, starter.started.size());
    assertTrue(metric(hook, "RecordsSkipped") > 0);
  }

  /** With this module's queues, of which root.a is configured with 40 %. */
  private Configuration manager() throws IOException {
    Configuration conf = new YarnConfiguration(KERBEROS.conf(YARN_ON_H1, YARN));
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
    conf.set(CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    conf.set(CommonConfigurationKeys.HADOOP_SECURITY_AUTH_TO_LOCAL, "RULE:[2:$1]");
    conf.set(YarnConfiguration.RM_PRINCIPAL, KERBEROS.principal(YARN_ON_H1));
    conf.set(YarnConfiguration.RM_KEYTAB, KERBEROS.keytab().getPath());
    conf.set(YarnConfiguration.RM_SCHEDULER, CapacityScheduler.class.getName());
    conf.set(YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS, "memory");
    conf.set(YarnConfiguration.RM_CLUSTER_ID, "x");
    conf.set(
        YarnConfiguration.FS_NODE_ATTRIBUTE_STORE_ROOT_DIR, folder.newFolder().toURI().toString());
    conf.set("yarn.federation.policies.share.mode", "on");
    conf.set("yarn.federation.policies.share.floor", "0");
    conf.set("yarn.federation.policies.share.pause", "0");
    conf.set("yarn.federation.policies.share.max-step", "100");
    return conf;
  }

  private static void grant(ZooKeeperRecordStore records) throws IOException {
    Map<String, Double> shares = new HashMap<>();
    shares.put("root.a", 10.0);
    shares.put("root.t.b", 90.0);
    new ShareStore(records).grant("x", "memory-mb", 100, shares);
  }

  /** Capacity of root.a in percent after a round with the stored shares. */
  private static double capacity(Configuration conf, ResourceManager manager) {
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, manager.getRMContext(), manager.getResourceScheduler());
    enforcer.editSchedule();
    CapacityScheduler scheduler = (CapacityScheduler) manager.getResourceScheduler();
    return 100 * scheduler.getQueue("root.a").getCapacity();
  }

  @Test
  public void resourceManagerFollowsOnlySharesOfDaemons() throws Exception {
    try (ZooKeeperRecordStore stranger = open(KERBEROS.conf(MALLORY, "sasl:mallory:rwcda"))) {
      grant(stranger);
    }
    ZKCuratorManager owner = KERBEROS.connect(KERBEROS.conf(MALLORY, YARN));
    for (String path : new String[] {granted("/x"), granted(""), root + "/shares", root}) {
      owner.getCurator().setACL().withACL(ZKUtil.parseACLs(YARN)).forPath(path);
    }
    owner.close();
    String ofStranger = root;
    root = root + "2";
    try (ZooKeeperRecordStore generator = daemon(YARN_ON_H2)) {
      grant(generator);
    }
    Configuration conf = manager();
    ResourceManager manager = new ResourceManager();
    try {
      manager.init(conf);
      ProxyKeys.giveTo(manager);
      manager.start();
      conf.set("yarn.federation.policies.store.path", ofStranger);
      assertEquals("as configured", 40, capacity(conf, manager), 1e-3);
      assertEquals(1, log.count(ofStranger, "is not used"));
      conf.set("yarn.federation.policies.store.path", root);
      assertEquals(10, capacity(conf, manager), 1e-3);
    } finally {
      manager.stop();
    }
  }
}
