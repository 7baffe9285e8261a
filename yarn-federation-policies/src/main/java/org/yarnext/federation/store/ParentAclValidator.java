// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates by the access rights of a parent record that only the federation's daemons can have
 * added the records below it: in ZooKeeper whoever may write to a record adds and removes the ones
 * below it, whatever their own rights are. Records with other rights get the configured ones where
 * nobody else can have forged what is below.
 *
 * <p>Rights without a secret, such as {@code sasl:yarn}, can be given by anybody to what he
 * creates. So where they are configured, what is above a record must have had them from the
 * beginning.
 *
 * <p>The uppermost record is looked at in each call, since ZooKeeper's root is open to all: it may
 * have been replaced. The others only daemons can replace. Thread-safe.
 */
final class ParentAclValidator {
  private static final Logger LOG = LoggerFactory.getLogger(ParentAclValidator.class);

  /** Of the uppermost record, if there is none. */
  static final long NONE = 0;

  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final InvalidRecordLog bad;

  /** Those below the root that are as they should be, while it is the one with {@link #rootId}. */
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  private volatile long rootId = NONE;

  ParentAclValidator(
      String root, ZKCuratorManager zooKeeper, List<ACL> rights, InvalidRecordLog bad) {
    this.root = root;
    this.zooKeeper = zooKeeper;
    this.rights = rights;
    this.bad = bad;
  }

  /**
   * Looks at those from the root down to the one right above.
   *
   * @param path absolute, below the root
   * @return the transaction that created the root; {@link #NONE} if there is none, or if all
   *     records are believed
   * @throws InvalidRecordException if somebody else may have added what is below one of them
   * @throws Exception if ZooKeeper does not answer
   */
  long check(String path, RecordAclValidator authority) throws Exception {
    if (authority.isOpen()) {
      return NONE;
    }
    Stat top = look(root, authority);
    if (top == null) {
      return NONE;
    }
    if (top.getCzxid() != rootId) {
      known.clear();
      rootId = top.getCzxid();
    }
    for (int end = path.indexOf('/', root.length() + 1);
        end > 0;
        end = path.indexOf('/', end + 1)) {
      String parent = path.substring(0, end);
      if (!known.contains(parent)) {
        if (look(parent, authority) == null) {
          break;
        }
        known.add(parent);
      }
    }
    return top.getCzxid();
  }

  /**
   * Returns null if there is none yet.
   *
   * @throws InvalidRecordException if it is not as it should be
   */
  private Stat look(String parent, RecordAclValidator authority) throws Exception {
    Stat stat = new Stat();
    List<ACL> found;
    try {
      found = zooKeeper.getCurator().getACL().storingStatIn(stat).forPath(parent);
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (KeeperException.NoAuthException e) {
      throw bad.allBelow(
          parent,
          0,
          "its rights may not be read: somebody else made it. Remove it, or set another"
              + " yarn.federation.policies.store.path"
              + authority.fixOfNames(),
          e);
    }
    if (authority.isTrusted(found)) {
      if (authority.isForgeable() && stat.getAversion() != 0) {
        throw bad.allBelow(
            parent,
            stat.getCzxid(),
            "its rights were changed since it was created, and nobody knows who added records"
                + " before: remove it, or set another yarn.federation.policies.store.path",
            null);
      }
      return stat;
    }
    if (authority.isForgeable()) {
      throw bad.allBelow(
          parent,
          stat.getCzxid(),
          "others than "
              + CommonConfigurationKeys.ZK_ACL
              + " names may add records, by "
              + found
              + ": remove it, or set another yarn.federation.policies.store.path"
              + authority.fixOfNames(),
          null);
    }
    try {
      zooKeeper.getCurator().setACL().withACL(rights).forPath(parent);
      LOG.warn("{} in ZooKeeper had the rights {}; now it has those configured", parent, found);
      return stat;
    } catch (KeeperException.NoAuthException | KeeperException.InvalidACLException e) {
      throw bad.allBelow(
          parent,
          stat.getCzxid(),
          "it has the rights "
              + found
              + ", not those of "
              + CommonConfigurationKeys.ZK_ACL
              + ", and they cannot be changed with "
              + CommonConfigurationKeys.ZK_AUTH
              + ": as who may change them, run in ZooKeeper's own client: setAcl -R "
              + root
              + " <value of "
              + CommonConfigurationKeys.ZK_ACL
              + ">",
          e);
    }
  }
}
