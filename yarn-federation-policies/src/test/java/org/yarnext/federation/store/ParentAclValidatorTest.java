// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

/** Daemons that share a password, an administrator with another one, and strangers without any. */
public class ParentAclValidatorTest {
  private static final String[] PARENTS = {"/yarnext", "/yarnext/gangs", "/yarnext/gangs/jobs"};

  @Rule public final ZooKeeperRule zooKeeper = new ZooKeeperRule();

  private final List<String> logged = new ArrayList<>();
  private final Logger logger = Logger.getLogger(InvalidRecordLog.class);
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          logged.add(event.getLevel() + " " + event.getRenderedMessage());
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  private ZKCuratorManager administrator;

  @Before
  public void connect() throws Exception {
    administrator = new ZKCuratorManager(with("administrator:a"));
    administrator.start();
    logger.setLevel(Level.ERROR);
    logger.addAppender(appender);
  }

  @After
  public void disconnect() {
    logger.removeAppender(appender);
    administrator.close();
  }

  /** The credentials of somebody who wants to be the only one. */
  private Configuration with(String nameAndPassword) throws Exception {
    Configuration conf = zooKeeper.conf();
    conf.set(CommonConfigurationKeys.ZK_AUTH, "digest:" + nameAndPassword);
    conf.set(
        CommonConfigurationKeys.ZK_ACL,
        "digest:" + DigestAuthenticationProvider.generateDigest(nameAndPassword) + ":rwcda");
    return conf;
  }

  private Configuration daemon() throws Exception {
    return with("yarn:y");
  }

  /** Everybody may read the existing records. */
  private List<ACL> readableBy(Configuration owner) throws Exception {
    List<ACL> rights = new ArrayList<>(ZKCuratorManager.getZKAcls(owner));
    rights.addAll(ZooDefs.Ids.READ_ACL_UNSAFE);
    return rights;
  }

  private void create(List<ACL> rights) throws Exception {
    for (String parent : PARENTS) {
      administrator.create(parent, ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }
    for (String parent : PARENTS) {
      administrator.getCurator().setACL().withACL(rights).forPath(parent);
    }
  }

  /**
   * @param owner ZooKeeper shows rights in full only to those who may change them
   */
  private static void assertRights(List<ACL> expected, Configuration owner) throws Exception {
    ZKCuratorManager reader = new ZKCuratorManager(owner);
    reader.start();
    try {
      for (String parent : PARENTS) {
        assertEquals(parent, expected, reader.getACL(parent));
      }
    } finally {
      reader.close();
    }
  }

  @Test
  public void parentNodesHaveTheConfiguredAcl() throws Exception {
    try (ZooKeeperRecordStore records = zooKeeper.connect(daemon());
        ZooKeeperRecordStore stranger = zooKeeper.connect()) {
      assertTrue(records.create("gangs/jobs/job", new byte[0]));
      assertRights(ZKCuratorManager.getZKAcls(daemon()), daemon());
      assertThrows(IOException.class, () -> stranger.create("gangs/jobs/evil", new byte[0]));
      assertThrows(IOException.class, () -> stranger.remove("gangs/jobs/job"));
    }
  }

  @Test
  public void openParentNodesAreClosedBeforeUse() throws Exception {
    create(ZooDefs.Ids.OPEN_ACL_UNSAFE);
    try (ZooKeeperRecordStore records = zooKeeper.connect(daemon())) {
      records.below("gangs/jobs");
      assertRights(ZKCuratorManager.getZKAcls(daemon()), daemon());
    }
  }

  @Test
  public void existingAclsStayWithoutAConfiguredAcl() throws Exception {
    List<ACL> rights = readableBy(daemon());
    create(rights);
    Configuration careless = daemon();
    careless.unset(CommonConfigurationKeys.ZK_ACL);
    try (ZooKeeperRecordStore records = zooKeeper.connect(careless)) {
      assertTrue(records.create("gangs/jobs/job", new byte[0]));
    }
    assertRights(rights, daemon());
  }

  @Test
  public void parentThatCannotBeClosedIsAnErrorWithTheFix() throws Exception {
    List<ACL> rights = readableBy(with("administrator:a"));
    create(rights);
    try (ZooKeeperRecordStore records = zooKeeper.connect(daemon())) {
      for (int i = 0; i < 2; i++) {
        assertThrows(InvalidRecordException.class, () -> records.below("gangs/jobs"));
        assertThrows(
            InvalidRecordException.class, () -> records.create("gangs/jobs/a", new byte[0]));
      }
    }
    assertRights(rights, with("administrator:a"));
    assertEquals("once", 1, logged.size());
    assertTrue(logged.get(0), logged.get(0).startsWith("ERROR /yarnext in ZooKeeper is not used"));
    assertTrue(
        logged.get(0), logged.get(0).endsWith("setAcl -R /yarnext <value of hadoop.zk.acl>"));
  }
}
