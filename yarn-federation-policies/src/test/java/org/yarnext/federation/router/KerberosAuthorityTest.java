// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;
import static org.yarnext.federation.store.KerberosRule.MALLORY;
import static org.yarnext.federation.store.KerberosRule.YARN_ON_H1;
import static org.yarnext.federation.store.KerberosRule.YARN_ON_H2;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ZKUtil;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.After;
import org.junit.Before;
import org.junit.ClassRule;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.junit.rules.TestName;
import org.yarnext.common.testing.LogLines;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.gang.GangJob;
import org.yarnext.federation.gang.GangLauncher;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.gang.StoredGangs;
import org.yarnext.federation.policy.gang.PendingGang;
import org.yarnext.federation.rm.ShareEnforcer;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.KerberosRule;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.testing.ProxyKeys;

/** Daemons with Kerberos on two hosts, and others with and without a principal. */
public class KerberosAuthorityTest {
  private static final String YARN = "sasl:yarn:rwcda";
  private static final String ID = "application_1_0001";
  private static final String JOB = "gangs/jobs/" + ID;
  private static final byte[] DATA = {1};
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(60);

  @ClassRule public static final KerberosRule KERBEROS = new KerberosRule();

  @Rule public final TestName name = new TestName();

  @Rule public final TemporaryFolder folder = new TemporaryFolder(new File("target"));

  private String root;
  private LogLines log;

  @Before
  public void prepare() {
    KERBEROS.removeFromPrincipals(true, true);
    root = "/" + name.getMethodName();
    log = new LogLines("org.yarnext.federation");
  }

  @After
  public void end() {
    log.close();
  }

  private ZooKeeperRecordStore open(Configuration conf) throws IOException {
    return ZooKeeperRecordStore.open(conf, root, true);
  }

  private ZooKeeperRecordStore daemon(String host) throws IOException {
    return open(KERBEROS.conf(host, YARN));
  }

  private static byte[] job() throws IOException {
    PendingGang gang = PendingGang.of(ID, "root.a", 1, 1, 0);
    return StoredGangs.bytes(GangJob.of("hdfs", gang, 5, new byte[] {1}));
  }

  @Test
  public void daemonsOfOneUserOnSeveralHostsBelieveEachOther() throws Exception {
    try (ZooKeeperRecordStore h1 = daemon(YARN_ON_H1)) {
      assertTrue(h1.create(JOB, job()));
      try (ZooKeeperRecordStore h2 = daemon(YARN_ON_H2)) {
        assertEquals("hdfs", new GangStore(h2).job(ID).user());
        assertTrue(h2.replace(JOB, DATA, h2.read(JOB).version()));
        assertArrayEquals(DATA, h1.read(JOB).data());
        h2.remove(JOB);
        assertNull(h1.read(JOB));
        assertEquals(0, h1.skipped() + h2.skipped());
      }
    }
    ZKCuratorManager reader = KERBEROS.connect(KERBEROS.conf(YARN_ON_H1, YARN));
    assertEquals(ZKUtil.parseACLs(YARN), reader.getACL(root + "/gangs/jobs"));
    reader.close();
  }

  private void forge(Configuration stranger, List<ACL> record, List<ACL> parents) throws Exception {
    ZKCuratorManager client = KERBEROS.connect(stranger);
    String[] paths = {root, root + "/gangs", root + "/gangs/jobs", root + "/shares", granted("")};
    for (String path : paths) {
      client.create(path, ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }
    client.getCurator().create().withACL(record).forPath(root + "/" + JOB, job());
    client.getCurator().create().withACL(record).forPath(granted("/x"), DATA);
    byte[] quotas = "root.a=10\n".getBytes(UTF_8);
    client.getCurator().create().withACL(record).forPath(root + "/gangs/quotas", quotas);
    for (int i = paths.length - 1; i >= 0; i--) {
      client.getCurator().setACL().withACL(parents).forPath(paths[i]);
    }
    client.close();
  }

  private String granted(String child) {
    return root + "/shares/granted" + child;
  }

  /** Nothing is read, not even as what it says it is, and no record is written beside it. */
  private void assertNothingIsBelieved(String reason) throws Exception {
    try (ZooKeeperRecordStore records = daemon(YARN_ON_H2)) {
      InvalidRecordException bad =
          assertThrows(InvalidRecordException.class, () -> records.read(JOB));
      assertTrue(bad.getMessage(), bad.isForeign());
      assertThrows(InvalidRecordException.class, () -> new GangStore(records).jobs());
      assertNull(new ShareStore(records).granted("x"));
      assertThrows(InvalidRecordException.class, () -> records.create("gangs/book", DATA));
      assertTrue("counted: " + records.skipped(), records.skipped() > 0);
      assertTrue(log.lines().toString(), log.count(root, "is not used", reason) > 0);
      long lines = log.lines().size();
      assertThrows(InvalidRecordException.class, () -> records.read(JOB));
      assertEquals("named once", lines, log.lines().size());
    }
  }

  @Test
  public void aTreeThatAnotherPrincipalMadeIsRefusedWhoeverItsRightsNameNow() throws Exception {
    List<ACL> yarn = ZKUtil.parseACLs(YARN);
    forge(KERBEROS.conf(MALLORY, YARN), yarn, yarn);
    assertNothingIsBelieved("store.path");
  }

  @Test
  public void soIsOneOfAClientWithoutAPrincipal() throws Exception {
    List<ACL> yarn = ZKUtil.parseACLs(YARN);
    forge(KERBEROS.anonymous(YARN), yarn, yarn);
    assertNothingIsBelieved("store.path");
  }

  @Test
  public void soIsOneThatIsOpenToAll() throws Exception {
    List<ACL> open = ZooDefs.Ids.OPEN_ACL_UNSAFE;
    forge(KERBEROS.anonymous(YARN), open, open);
    assertNothingIsBelieved("world");
  }

  @Test
  public void soIsOneThatItsMakerKeepsForHimself() throws Exception {
    List<ACL> own = ZKUtil.parseACLs("sasl:mallory:rwcda");
    forge(KERBEROS.conf(MALLORY, YARN), own, own);
    assertNothingIsBelieved("may not");
  }

  @Test
  public void strangersWriteNothingWhereDaemonsWereFirst() throws Exception {
    try (ZooKeeperRecordStore records = daemon(YARN_ON_H1)) {
      assertTrue(records.create(JOB, job()));
      for (Configuration stranger :
          new Configuration[] {KERBEROS.conf(MALLORY, YARN), KERBEROS.anonymous(YARN)}) {
        ZKCuratorManager client = KERBEROS.connect(stranger);
        String other = root + "/gangs/jobs/other";
        List<ACL> open = ZooDefs.Ids.OPEN_ACL_UNSAFE;
        assertThrows(KeeperException.NoAuthException.class, () -> client.create(other, open));
        assertThrows(
            KeeperException.NoAuthException.class,
            () -> client.setData(root + "/" + JOB, DATA, -1));
        assertThrows(KeeperException.NoAuthException.class, () -> client.getData(root + "/" + JOB));
        assertThrows(
            KeeperException.NoAuthException.class,
            () -> client.getCurator().setACL().withACL(open).forPath(root));
        assertThrows(KeeperException.NoAuthException.class, () -> client.delete(root));
        client.close();
      }
      assertEquals("hdfs", new GangStore(records).job(ID).user());
    }
  }

  @Test
  public void aTreeThatIsOpenedLaterOrMadeAgainByAStrangerIsRefused() throws Exception {
    try (ZooKeeperRecordStore records = daemon(YARN_ON_H2)) {
      assertTrue(records.create(JOB, job()));
      assertNotNull(records.read(JOB));
      ZKCuratorManager owner = KERBEROS.connect(KERBEROS.conf(YARN_ON_H1, YARN));
      owner.getCurator().setACL().withACL(ZooDefs.Ids.OPEN_ACL_UNSAFE).forPath(root + "/" + JOB);
      assertThrows("of the record", InvalidRecordException.class, () -> records.read(JOB));
      owner.delete(root);
      owner.close();
      assertNull(records.read(JOB));
      List<ACL> yarn = ZKUtil.parseACLs(YARN);
      forge(KERBEROS.conf(MALLORY, YARN), yarn, yarn);
      assertThrows("made again", InvalidRecordException.class, () -> records.read(JOB));
      assertEquals(2, records.skipped());
    }
    assertNothingIsBelieved("store.path");
  }

  @Test
  public void whereTheHostCountsADaemonSaysWhoItIsAndLeavesNothingBehind() throws Exception {
    KERBEROS.removeFromPrincipals(false, false);
    try (ZooKeeperRecordStore records = daemon(YARN_ON_H1)) {
      for (int i = 0; i < 2; i++) {
        InvalidRecordException bad =
            assertThrows(InvalidRecordException.class, () -> records.create(JOB, job()));
        String message = bad.getMessage();
        assertTrue(message, message.contains("sasl:" + KERBEROS.principal(YARN_ON_H1)));
        assertTrue(message, message.contains("hadoop.zk.acl"));
        assertTrue(message, message.contains("kerberos.removeHostFromPrincipal=true"));
        assertTrue(message, message.contains("kerberos.removeRealmFromPrincipal=true"));
      }
      assertEquals(1, records.skipped());
      assertEquals(1, log.count("sasl:" + KERBEROS.principal(YARN_ON_H1)));
    }
    ZKCuratorManager client = KERBEROS.connect(KERBEROS.anonymous(YARN));
    assertFalse("else nobody could ever use it", client.exists(root));
    client.close();
  }

  @Test
  public void whereTheHostCountsDaemonsThatAreAllNamedBelieveEachOther() throws Exception {
    KERBEROS.removeFromPrincipals(false, false);
    String both =
        "sasl:"
            + KERBEROS.principal(YARN_ON_H1)
            + ":rwcda,sasl:"
            + KERBEROS.principal(YARN_ON_H2)
            + ":rwcda";
    try (ZooKeeperRecordStore h1 = open(KERBEROS.conf(YARN_ON_H1, both))) {
      assertTrue(h1.create(JOB, job()));
      try (ZooKeeperRecordStore h2 = open(KERBEROS.conf(YARN_ON_H2, both))) {
        assertEquals("hdfs", new GangStore(h2).job(ID).user());
      }
    }
  }

  @Test
  public void whereTheRealmCountsItIsNamed() throws Exception {
    KERBEROS.removeFromPrincipals(true, false);
    String yarn = "sasl:" + KERBEROS.principal("yarn") + ":rwcda";
    try (ZooKeeperRecordStore h1 = open(KERBEROS.conf(YARN_ON_H1, yarn))) {
      assertTrue(h1.create(JOB, job()));
      try (ZooKeeperRecordStore h2 = open(KERBEROS.conf(YARN_ON_H2, yarn))) {
        assertEquals("hdfs", new GangStore(h2).job(ID).user());
      }
    }
  }

  @Test
  public void whereTheCreatorIsNamedAndTheHostCountsOneOnAnotherHostIsToldTheFix()
      throws Exception {
    KERBEROS.removeFromPrincipals(false, false);
    try (ZooKeeperRecordStore h1 = open(KERBEROS.conf(YARN_ON_H1, "auth::rwcda"))) {
      assertTrue(h1.create(JOB, job()));
      assertNotNull(h1.read(JOB));
      try (ZooKeeperRecordStore h2 = open(KERBEROS.conf(YARN_ON_H2, "auth::rwcda"))) {
        for (InvalidRecordException bad :
            new InvalidRecordException[] {
              assertThrows(InvalidRecordException.class, () -> h2.read(JOB)),
              assertThrows(InvalidRecordException.class, () -> h2.create("gangs/quotas", DATA))
            }) {
          assertTrue(bad.getMessage(), bad.getMessage().contains(KERBEROS.principal(YARN_ON_H2)));
          assertTrue(bad.getMessage(), bad.getMessage().contains("removeHostFromPrincipal"));
        }
      }
    }
  }

  @Test
  public void aRouterHoldsNoGangsWhereEverybodyMayWriteThem() throws Exception {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, "world:anyone:rwcda");
    conf.set("yarn.federation.policies.gang.mode", "on");
    assertEquals("yarn", UserGroupInformation.getLoginUser().getShortUserName());
    assertFalse(GangHook.of(conf).decides());
    assertEquals(
        log.lines().toString(),
        1,
        log.count("yarn.federation.policies.gang.mode stays off", "hadoop.zk.acl", YARN));
    Configuration closed = KERBEROS.conf(YARN_ON_H1, YARN);
    closed.set("yarn.federation.policies.gang.mode", "on");
    closed.set("yarn.federation.policies.store.path", root);
    assertTrue(GangHook.of(closed).acts());
  }

  /** Tells of each job that is started. */
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
  public void aRouterStartsWhatAnotherOneStored() throws Exception {
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
  public void aRouterStartsNothingOfAStranger() throws Exception {
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

  /** What root.a has in percent after a round with the shares that are in the store. */
  private static double capacity(Configuration conf, ResourceManager manager) {
    ShareEnforcer enforcer = new ShareEnforcer();
    enforcer.init(conf, manager.getRMContext(), manager.getResourceScheduler());
    enforcer.editSchedule();
    CapacityScheduler scheduler = (CapacityScheduler) manager.getResourceScheduler();
    return 100 * scheduler.getQueue("root.a").getCapacity();
  }

  @Test
  public void aResourceManagerFollowsSharesOfDaemonsAlone() throws Exception {
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

  /** Tickets of four seconds; ZooKeeper's server restarts when the first one is over. */
  @Test
  public void aDaemonWhoseTicketEndedLogsInAgain() throws Exception {
    File conf = KERBEROS.krb5Conf();
    byte[] before = Files.readAllBytes(conf.toPath());
    String text = new String(before, UTF_8);
    Files.write(
        conf.toPath(),
        text.replace("[libdefaults]", "[libdefaults]\n    ticket_lifetime = 4s").getBytes(UTF_8));
    Configuration daemon = KERBEROS.conf(YARN_ON_H1, YARN);
    daemon.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 200);
    try (ZooKeeperRecordStore records = open(daemon)) {
      long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
      assertTrue(patiently(() -> records.create(JOB, job())));
      while (System.nanoTime() < endNanos) {
        assertNotNull(patiently(() -> records.read(JOB)));
        TimeUnit.MILLISECONDS.sleep(100);
      }
      KERBEROS.zooKeeper().stop();
      KERBEROS.zooKeeper().start();
      assertNotNull(patiently(() -> records.read(JOB)));
      assertTrue(patiently(() -> records.replace(JOB, DATA, -1)));
    } finally {
      Files.write(conf.toPath(), before);
    }
  }

  private interface Call<T> {
    T call() throws IOException;
  }

  /** Until ZooKeeper answers. */
  private static <T> T patiently(Call<T> call) throws Exception {
    long untilNanos = System.nanoTime() + SOON_NANOS;
    while (true) {
      try {
        return call.call();
      } catch (IOException e) {
        if (System.nanoTime() > untilNanos) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    }
  }

  @Test
  public void aDaemonWhoseLoginFailedIsNobodyUntilItsKeytabIsThere() throws Exception {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, YARN);
    File keytab = new File(KERBEROS.keytab().getPath() + "." + name.getMethodName());
    conf.set(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB, keytab.getPath());
    conf.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 200);
    try (ZooKeeperRecordStore records = open(conf)) {
      InvalidRecordException bad =
          assertThrows(InvalidRecordException.class, () -> records.create(JOB, job()));
      assertTrue(bad.getMessage(), bad.getMessage().contains("knows no identity"));
      assertTrue(bad.getMessage(), bad.getMessage().contains("hadoop.zk.kerberos.principal"));
      Files.copy(KERBEROS.keytab().toPath(), keytab.toPath());
      assertTrue(patiently(() -> records.create(JOB, job())));
      assertNotNull(records.read(JOB));
    }
  }

  @Test
  public void aStoreThatIsDownAtFirstIsUsedOnceItIsThere() throws Exception {
    KERBEROS.zooKeeper().stop();
    try (ZooKeeperRecordStore records = open(KERBEROS.conf(YARN_ON_H1, "auth::rwcda"))) {
      FutureTask<Boolean> first = new FutureTask<>(() -> records.create(JOB, DATA));
      Thread waiting = new Thread(first);
      waiting.setDaemon(true);
      waiting.start();
      assertThrows(TimeoutException.class, () -> first.get(2, TimeUnit.SECONDS));
      KERBEROS.zooKeeper().start();
      assertTrue(first.get(60, TimeUnit.SECONDS));
      assertArrayEquals(DATA, records.read(JOB).data());
    }
  }

  @Test
  public void aLoginWithoutAKeytabIsNone() {
    Configuration conf = KERBEROS.conf(YARN_ON_H1, YARN);
    conf.unset(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB);
    IOException refused = assertThrows(IOException.class, () -> open(conf));
    assertTrue(refused.getMessage(), refused.getMessage().contains("hadoop.zk.kerberos.keytab"));
  }
}
