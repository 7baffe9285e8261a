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

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * Versioned records in ZooKeeper, written by compare-and-set, which the federation's own state
 * store cannot do. The server, its credentials and access rights are those of Hadoop's own keys,
 * {@code hadoop.zk.*}; the rights hold for the records above others, too.
 *
 * <p>A call that loses its connection is repeated a few times only, unlike Hadoop's own, and then
 * fails: it may or may not have been done. Thread-safe.
 */
public final class ZooKeeperRecords implements Closeable {
  private static final int RETRIES = 3;
  private static final int RETRY_INTERVAL_MS = 200;
  private static final int DEFAULT_MOST_BYTES = 0xfffff;

  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final ParentRights parents;

  private ZooKeeperRecords(String root, ZKCuratorManager zooKeeper, List<ACL> rights) {
    this.root = root;
    this.zooKeeper = zooKeeper;
    this.rights = rights;
    parents = new ParentRights(root, zooKeeper, rights);
  }

  /**
   * Opens a connection.
   *
   * @param root the path that all records are below, such as {@code /yarnext}
   * @throws IOException if {@code hadoop.zk.address} is not set, or credentials cannot be read
   */
  public static ZooKeeperRecords open(Configuration conf, String root) throws IOException {
    Configuration own = new Configuration(conf);
    own.setInt(CommonConfigurationKeys.ZK_NUM_RETRIES, RETRIES);
    own.setInt(CommonConfigurationKeys.ZK_RETRY_INTERVAL_MS, RETRY_INTERVAL_MS);
    ZKCuratorManager zooKeeper = new ZKCuratorManager(own);
    zooKeeper.start();
    return new ZooKeeperRecords(root, zooKeeper, ZKCuratorManager.getZKAcls(own));
  }

  /**
   * How many bytes ZooKeeper takes in one call, the record's path and rights among them: its own
   * setting, which has to be the same for servers and clients.
   */
  public static int mostBytes() {
    return Integer.getInteger("jute.maxbuffer", DEFAULT_MOST_BYTES);
  }

  private String at(String path) {
    return root + "/" + path;
  }

  /** The same before a record is used. */
  private String use(String path) throws Exception {
    parents.above(at(path));
    return at(path);
  }

  /** Null if there is no such record. */
  public Record read(String path) throws IOException {
    Stat stat = new Stat();
    try {
      byte[] data = zooKeeper.getData(use(path), stat);
      return new Record(data, stat.getVersion(), stat.getCzxid(), stat.getMtime());
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (Exception e) {
      throw failed("reading", path, e);
    }
  }

  /** Creates a record, and those above it empty; returns false if it is there already. */
  public boolean create(String path, byte[] data) throws IOException {
    return create(path, data, CreateMode.PERSISTENT);
  }

  /** The same for a record that ends with this connection. */
  public boolean createForSession(String path, byte[] data) throws IOException {
    return create(path, data, CreateMode.EPHEMERAL);
  }

  private boolean create(String path, byte[] data, CreateMode mode) throws IOException {
    try {
      zooKeeper
          .getCurator()
          .create()
          .creatingParentsIfNeeded()
          .withMode(mode)
          .withACL(rights, true)
          .forPath(use(path), data);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      return false;
    } catch (Exception e) {
      throw failed("creating", path, e);
    }
  }

  /** Replaces a record; returns false if it has another version by now, or is gone. */
  public boolean replace(String path, byte[] data, int version) throws IOException {
    try {
      zooKeeper.setData(use(path), data, version);
      return true;
    } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
      return false;
    } catch (Exception e) {
      throw failed("writing", path, e);
    }
  }

  /** Writes a record whatever it holds, or creates it. */
  public void put(String path, byte[] data) throws IOException {
    while (!replace(path, data, -1) && !create(path, data)) {
      Thread.yield(); // somebody created or removed it in between
    }
  }

  /** Removes a record if it is there. */
  public void remove(String path) throws IOException {
    try {
      zooKeeper.getCurator().delete().forPath(use(path));
    } catch (KeeperException.NoNodeException e) {
      return;
    } catch (Exception e) {
      throw failed("removing", path, e);
    }
  }

  /** The last names of the records below a path, in no order; empty if there is no such path. */
  public List<String> below(String path) throws IOException {
    try {
      parents.above(at(path) + "/");
      return zooKeeper.getChildren(at(path));
    } catch (KeeperException.NoNodeException e) {
      return Collections.emptyList();
    } catch (Exception e) {
      throw failed("listing", path, e);
    }
  }

  /** How many records are below a path; the answer is as short for many as for few. */
  public int count(String path) throws IOException {
    try {
      parents.above(at(path) + "/");
      Stat stat = zooKeeper.getCurator().checkExists().forPath(at(path));
      return stat == null ? 0 : stat.getNumChildren();
    } catch (Exception e) {
      throw failed("counting below", path, e);
    }
  }

  private IOException failed(String doing, String path, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new IOException(doing + " " + at(path) + " in ZooKeeper failed", e);
  }

  /** Ends the connection, and the records made for it. */
  @Override
  public void close() {
    zooKeeper.close();
  }
}
