// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.ZKUtil;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Daemons that share a password, and a stranger who was there first or comes later. */
public class RecordAclValidatorTest {
  private static final String[] PARENTS = {"/yarnext", "/yarnext/gangs", "/yarnext/gangs/jobs"};
  private static final String JOB = "gangs/jobs/job";
  private static final byte[] DATA = {1};

  /** Whom ZooKeeper takes for 127.0.0.1 shows no password: anybody can name him. */
  private static final String ADDRESS = "ip:127.0.0.1:rwcda";

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private ZKCuratorManager stranger;

  @Before
  public void connect() throws Exception {
    stranger = new ZKCuratorManager(zooKeeper.conf());
    stranger.start();
  }

  @After
  public void disconnect() {
    stranger.close();
  }

  private Configuration daemon(String rights) {
    Configuration conf = zooKeeper.conf();
    conf.set(CommonConfigurationKeys.ZK_AUTH, "digest:yarn:y");
    conf.set(CommonConfigurationKeys.ZK_ACL, rights);
    return conf;
  }

  private static String digest() throws Exception {
    return "digest:" + DigestAuthenticationProvider.generateDigest("yarn:y") + ":rwcda";
  }

  private void unauthorizedUserCreates(List<ACL> parents, List<ACL> record) throws Exception {
    for (String parent : PARENTS) {
      stranger.create(parent, ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }
    stranger.getCurator().create().withACL(record).forPath("/yarnext/" + JOB, DATA);
    for (int i = PARENTS.length - 1; i >= 0; i--) {
      stranger.getCurator().setACL().withACL(parents).forPath(PARENTS[i]);
    }
  }

  @Test
  public void recordsOfDaemonsAreTrustedInEachFormOfTheAcl() throws Exception {
    for (String rights : new String[] {digest(), "auth::rwcda", digest() + ",world:anyone:r"}) {
      try (ZooKeeperRecordStore one = zooKeeper.connect(daemon(rights));
          ZooKeeperRecordStore two = zooKeeper.connect(daemon(rights))) {
        assertTrue(one.create(JOB, DATA));
        assertArrayEquals(rights, DATA, two.read(JOB).data());
        assertEquals(0, two.skipped());
        two.remove(JOB);
        assertNull(one.read(JOB));
      }
    }
  }

  @Test
  public void recordWritableByOthersIsSkippedAndCountedOnce() throws Exception {
    unauthorizedUserCreates(ZooDefs.Ids.OPEN_ACL_UNSAFE, ZooDefs.Ids.OPEN_ACL_UNSAFE);
    try (ZooKeeperRecordStore records = zooKeeper.connect(daemon(digest()))) {
      for (int i = 0; i < 2; i++) {
        InvalidRecordException bad =
            assertThrows(InvalidRecordException.class, () -> records.read(JOB));
        assertTrue(bad.getMessage(), bad.getMessage().startsWith("/yarnext/" + JOB + " in "));
        assertTrue(bad.getMessage(), bad.getMessage().contains("hadoop.zk.acl"));
        assertTrue(bad.isForeign());
      }
      assertNull(records.readOrSkip(JOB, (in, record) -> record));
      assertEquals(1, records.skipped());
      assertTrue("the daemons' own are", records.create("gangs/jobs/other", DATA));
      assertNotNull(records.read("gangs/jobs/other"));
    }
  }

  @Test
  public void recordForgedWithTheAclOfDaemonsIsNotTrusted() throws Exception {
    Configuration conf = daemon(ADDRESS);
    List<ACL> forged = ZKUtil.parseACLs(ADDRESS);
    unauthorizedUserCreates(forged, forged);
    try (ZooKeeperRecordStore records = zooKeeper.connect(conf)) {
      InvalidRecordException bad =
          assertThrows(InvalidRecordException.class, () -> records.read(JOB));
      assertTrue(bad.getMessage(), bad.getMessage().contains("store.path"));
      assertThrows(IOException.class, () -> records.create("gangs/jobs/other", DATA));
    }
  }

  @Test
  public void replacedTreeIsValidatedAgain() throws Exception {
    Configuration conf = daemon(ADDRESS);
    try (ZooKeeperRecordStore records = zooKeeper.connect(conf)) {
      assertTrue(records.create(JOB, DATA));
      assertNotNull(records.read(JOB));
      stranger.getCurator().delete().deletingChildrenIfNeeded().forPath("/yarnext");
      assertNull(records.read(JOB));
      List<ACL> forged = ZKUtil.parseACLs(ADDRESS);
      unauthorizedUserCreates(forged, forged);
      assertThrows(InvalidRecordException.class, () -> records.read(JOB));
      stranger.getCurator().delete().deletingChildrenIfNeeded().forPath("/yarnext");
      assertTrue(records.create(JOB, DATA));
      assertNotNull("and is the daemons' again", records.read(JOB));
    }
  }

  @Test
  public void readRightOfOthersDoesNotMakeARecordUntrusted() throws Exception {
    Configuration readable = daemon(digest() + ",world:anyone:r");
    try (ZooKeeperRecordStore wide = zooKeeper.connect(readable);
        ZooKeeperRecordStore narrow = zooKeeper.connect(daemon(digest()))) {
      assertTrue(wide.create(JOB, DATA));
      assertNotNull(narrow.read(JOB));
    }
  }

  @Test
  public void eachWriteRightOfOthersMakesARecordUntrusted() throws Exception {
    for (String perms : new String[] {"w", "c", "d", "a"}) {
      try (ZooKeeperRecordStore wide =
              zooKeeper.connect(daemon(digest() + ",ip:127.0.0.2:r" + perms));
          ZooKeeperRecordStore narrow = zooKeeper.connect(daemon(digest()))) {
        stranger.getCurator().checkExists().forPath("/yarnext");
        wide.put("a" + perms, DATA);
        assertThrows(perms, InvalidRecordException.class, () -> narrow.read("a" + perms));
      }
      deleteAll();
    }
  }

  private void deleteAll() throws Exception {
    ZKCuratorManager owner = new ZKCuratorManager(daemon(digest()));
    owner.start();
    owner.getCurator().delete().deletingChildrenIfNeeded().forPath("/yarnext");
    owner.close();
  }

  @Test
  public void recordTooLargeForAZooKeeperResponseIsNotRead() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.create("a/large", new byte[ZooKeeperRecordStore.maxBytes() - 100]);
      InvalidRecordException bad =
          assertThrows(InvalidRecordException.class, () -> records.read("a/large"));
      assertFalse(bad.isForeign());
      Stat stat = stranger.getCurator().checkExists().forPath("/yarnext/a/large");
      assertTrue(bad.getMessage(), bad.getMessage().contains(stat.getDataLength() + " bytes"));
    }
  }

  @Test
  public void errorWhileReadingMakesTheRecordInvalid() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect()) {
      records.create(JOB, DATA);
      for (Error error : new Error[] {new OutOfMemoryError("x"), new StackOverflowError("x")}) {
        InvalidRecordException bad =
            assertThrows(
                InvalidRecordException.class,
                () ->
                    records.read(
                        JOB,
                        (in, record) -> {
                          throw error;
                        }));
        assertEquals(error, bad.getCause());
      }
    }
  }

  @Test
  public void missingZooKeeperAddressIsNamedInTheRefusal() {
    UnusableStoreException refused =
        assertThrows(
            UnusableStoreException.class,
            () -> ZooKeeperRecordStore.open(new Configuration(false), "/yarnext"));
    assertTrue(refused.getMessage(), refused.getMessage().startsWith("hadoop.zk.address is not"));
  }

  @Test
  public void secureClusterRefusesOpenAclsAndMissingAuthentication() throws Exception {
    try (SecureCluster secure = new SecureCluster()) {
      for (String refused :
          new String[] {
            "world:anyone:rwcda",
            "world:anyone:w",
            "world:anyone:c",
            "world:anyone:d",
            "world:anyone:a",
            "sasl:yarn:rwcda,world:anyone:cr",
            "ip:10.0.0.0/8:rwcda"
          }) {
        Configuration conf = daemon(refused);
        assertThrows(refused, UnusableStoreException.class, () -> zooKeeper.connect(conf));
      }
      Configuration readable = daemon(digest() + ",world:anyone:r");
      zooKeeper.connect(readable).close();
      assertThrows(
          "there are tokens in it",
          UnusableStoreException.class,
          () -> ZooKeeperRecordStore.open(readable, "/yarnext", true));
      Configuration nobody = daemon("sasl:yarn:rwcda");
      nobody.unset(CommonConfigurationKeys.ZK_AUTH);
      assertThrows(UnusableStoreException.class, () -> zooKeeper.connect(nobody));
    }
  }

  /** ZooKeeper's error, at which stock's own stores would fail, too. */
  @Test
  public void unattainableAclIsRefusedWithoutKerberosToo() throws Exception {
    for (String rights : new String[] {"sasl:yarn:rwcda", "auth::rwcda", digest()}) {
      Configuration nobody = daemon(rights);
      nobody.unset(CommonConfigurationKeys.ZK_AUTH);
      UnusableStoreException refused =
          assertThrows(rights, UnusableStoreException.class, () -> zooKeeper.connect(nobody));
      assertTrue(
          refused.getMessage(),
          refused
              .getMessage()
              .startsWith("hadoop.zk.acl lets only clients with a ZooKeeper login"));
      assertTrue(refused.getMessage(), refused.getMessage().contains("without Kerberos set "));
    }
    Configuration login = daemon("sasl:yarn:rwcda");
    login.unset(CommonConfigurationKeys.ZK_AUTH);
    login.set(CommonConfigurationKeys.ZK_KERBEROS_PRINCIPAL, "yarn/_HOST@EXAMPLE.COM");
    login.set(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB, "/etc/yarn.keytab");
    RecordAclValidator.check(
        login, ZKUtil.parseACLs("sasl:yarn:rwcda"), Collections.emptyList(), true);
  }

  /** This is the sample's setting, with and without Kerberos. */
  @Test
  public void passwordInAFileSufficesWithoutKerberos() throws Exception {
    File secret = new File(folder.getRoot(), "zk-auth.txt");
    Files.write(secret.toPath(), "digest:yarn:y".getBytes(StandardCharsets.UTF_8));
    Configuration conf = daemon("auth::rwcda");
    conf.set(CommonConfigurationKeys.ZK_AUTH, "@" + secret);
    try (ZooKeeperRecordStore records = zooKeeper.connect(conf)) {
      assertTrue(records.create(JOB, DATA));
      assertNotNull(records.read(JOB));
      assertThrows(Exception.class, () -> stranger.getData("/yarnext/" + JOB));
    }
  }

  @Test
  public void clientLogsInAgainAfterARefusedLogin() throws Exception {
    Configuration conf = daemon(digest());
    conf.setInt(CommonConfigurationKeys.ZK_TIMEOUT_MS, 200);
    ProviderRegistry.initialize();
    ProviderRegistry.removeProvider("digest");
    try (ZooKeeperRecordStore records = zooKeeper.connect(conf)) {
      assertThrows(IOException.class, () -> records.create(JOB, DATA));
      ProviderRegistry.reset();
      long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      while (!records.isConnected()) {
        assertTrue("it stays dead", System.nanoTime() < untilNanos);
        Thread.yield();
      }
      assertTrue(records.create(JOB, DATA));
    } finally {
      ProviderRegistry.reset();
    }
  }

  @Test
  public void daemonWithoutAnAuthIdTrustsNoWritableRecord() throws Exception {
    RecordAclValidator authority =
        RecordAclValidator.of(ZKUtil.parseACLs("auth::rwcda"), Collections.emptyList());
    assertFalse(authority.isOpen());
    assertFalse(authority.isTrusted(ZKUtil.parseACLs("sasl:yarn:rwcda")));
    assertTrue(authority.isTrusted(ZKUtil.parseACLs("sasl:yarn:r")));
  }
}
