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
 * Validates by a parent's ACL that only the federation's daemons can have added the records below
 * it: in ZooKeeper, whoever may write to a record may add and remove records below it, whatever
 * their ACLs are. If a parent has another ACL and nobody else can have forged the records below it,
 * the parent gets the configured ACL.
 *
 * <p>Anybody can give a record an ACL without a secret, such as {@code sasl:yarn}. If such an ACL
 * is configured, a parent must have had it since its creation.
 *
 * <p>The root record is checked in each call: it may have been replaced, since everybody may write
 * to ZooKeeper's own root. Only daemons can replace the other parents. Thread-safe.
 */
final class ParentAclValidator {
  private static final Logger LOG = LoggerFactory.getLogger(ParentAclValidator.class);

  /** Used as the creating transaction of a root record that does not exist. */
  static final long NONE = 0;

  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final InvalidRecordLog bad;

  /** Validated parents below the root record, while {@link #rootId} is unchanged. */
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
   * Validates the parents of a record, from the root record down.
   *
   * @param path absolute, below the root record
   * @param authority the validator of ACLs
   * @return the transaction that created the root record; {@link #NONE} if it does not exist, or if
   *     all records are trusted
   * @throws InvalidRecordException if others may have added records below a parent
   * @throws Exception if ZooKeeper does not respond
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
   * Validates one parent.
   *
   * @return null if it does not exist
   * @throws InvalidRecordException if others may have added records below it
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
          "its rights may not be read: another user created it. Remove it, or"
              + " set another yarn.federation.policies.store.path"
              + authority.nameFix(),
          e);
    }
    if (authority.isTrusted(found)) {
      if (authority.isForgeable() && stat.getAversion() != 0) {
        throw bad.allBelow(
            parent,
            stat.getCzxid(),
            "its rights were changed since it was created, and earlier records may"
                + " be from anybody: remove it, or set another"
                + " yarn.federation.policies.store.path",
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
              + authority.nameFix(),
          null);
    }
    setConfiguredAcl(parent, found, stat);
    return stat;
  }

  private void setConfiguredAcl(String parent, List<ACL> found, Stat stat) throws Exception {
    try {
      zooKeeper.getCurator().setACL().withACL(rights).forPath(parent);
      LOG.warn(
          "The rights {} of {} in ZooKeeper were replaced by the configured ones", found, parent);
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
              + ": as a user who may change them, run in ZooKeeper's client: setAcl -R "
              + root
              + " <value of "
              + CommonConfigurationKeys.ZK_ACL
              + ">",
          e);
    }
  }
}
