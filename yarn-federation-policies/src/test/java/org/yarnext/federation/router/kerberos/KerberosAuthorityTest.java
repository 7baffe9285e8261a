// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.kerberos;

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

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ZKUtil;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.Test;
import org.yarnext.federation.gang.GangStore;
import org.yarnext.federation.store.InvalidRecordException;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/** Daemons of one user on several hosts trust each other and nobody else. */
public class KerberosAuthorityTest extends KerberosAuthorityTestBase {
  @Test
  public void daemonsOfOneUserOnSeveralHostsTrustEachOther() throws Exception {
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
  public void treeCreatedByAnotherPrincipalIsRefused() throws Exception {
    List<ACL> yarn = ZKUtil.parseACLs(YARN);
    forge(KERBEROS.conf(MALLORY, YARN), yarn, yarn);
    assertNothingIsBelieved("store.path");
  }

  @Test
  public void treeCreatedWithoutAPrincipalIsRefused() throws Exception {
    List<ACL> yarn = ZKUtil.parseACLs(YARN);
    forge(KERBEROS.anonymous(YARN), yarn, yarn);
    assertNothingIsBelieved("store.path");
  }

  @Test
  public void treeOpenToAllIsRefused() throws Exception {
    List<ACL> open = ZooDefs.Ids.OPEN_ACL_UNSAFE;
    forge(KERBEROS.anonymous(YARN), open, open);
    assertNothingIsBelieved("world");
  }

  @Test
  public void treeReservedForItsCreatorIsRefused() throws Exception {
    List<ACL> own = ZKUtil.parseACLs("sasl:mallory:rwcda");
    forge(KERBEROS.conf(MALLORY, YARN), own, own);
    assertNothingIsBelieved("may not");
  }

  @Test
  public void strangersCannotWriteBelowATreeOfDaemons() throws Exception {
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
  public void treeOpenedOrRecreatedLaterIsRefused() throws Exception {
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
  public void daemonNotNamedInTheAclReportsItsIdAndLeavesNoNode() throws Exception {
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
  public void daemonsNamedWithTheirHostsTrustEachOther() throws Exception {
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
  public void daemonsNamedWithTheirRealmTrustEachOther() throws Exception {
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
  public void daemonOnAnotherHostIsToldToRemoveHostFromPrincipal() throws Exception {
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
}
