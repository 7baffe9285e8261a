/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.store;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the records above others have the configured rights, and gives them those if not:
 * in ZooKeeper whoever may write to a record adds and removes the ones below it, whatever their own
 * rights are. Rights that are open to all are nobody's wish: where none are configured those that
 * are there stay.
 *
 * <p>Each is looked at once, before its first use. Thread-safe.
 */
final class ParentRights {
  private static final Logger LOG = LoggerFactory.getLogger(ParentRights.class);

  /** Stands for whoever creates the record, whose name is stored in its place. */
  private static final String CREATOR = "auth";

  private static final String EVERYBODY = "world";

  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  ParentRights(String root, ZKCuratorManager zooKeeper, List<ACL> rights) {
    this.root = root;
    this.zooKeeper = zooKeeper;
    this.rights = rights;
  }

  /**
   * Looks at those from the root down to the one right above.
   *
   * @param path absolute, below the root
   * @throws Exception if ZooKeeper does not answer
   */
  void above(String path) throws Exception {
    if (rights.equals(ZooDefs.Ids.OPEN_ACL_UNSAFE)) {
      return;
    }
    for (int end = root.length(); end > 0; end = path.indexOf('/', end + 1)) {
      String parent = path.substring(0, end);
      if (!known.contains(parent) && isSettled(parent)) {
        known.add(parent);
      }
    }
  }

  /** False if there is none yet. */
  private boolean isSettled(String parent) throws Exception {
    List<ACL> found = null;
    try {
      found = zooKeeper.getACL(parent);
      if (!isAsConfigured(found)) {
        zooKeeper.getCurator().setACL().withACL(rights).forPath(parent);
        LOG.warn("{} in ZooKeeper had the rights {}; now it has those configured", parent, found);
      }
    } catch (KeeperException.NoNodeException e) {
      return false;
    } catch (KeeperException.NoAuthException | KeeperException.InvalidACLException e) {
      LOG.error(
          "{} in ZooKeeper has the rights {}, not those of {}, and they cannot be changed with {}:"
              + " whoever has them may add and remove records of the federation. As who may change"
              + " them, run in ZooKeeper's own client: setAcl -R {} <value of {}>",
          parent,
          found == null ? "that cannot be read" : found,
          CommonConfigurationKeys.ZK_ACL,
          CommonConfigurationKeys.ZK_AUTH,
          root,
          CommonConfigurationKeys.ZK_ACL,
          e);
    }
    return true;
  }

  private boolean isAsConfigured(List<ACL> found) {
    if (rights.stream().anyMatch(each -> CREATOR.equals(each.getId().getScheme()))) {
      return found.stream().noneMatch(each -> EVERYBODY.equals(each.getId().getScheme()));
    }
    return new HashSet<>(found).equals(new HashSet<>(rights));
  }
}
