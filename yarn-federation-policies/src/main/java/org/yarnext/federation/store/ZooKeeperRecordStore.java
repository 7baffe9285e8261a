// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.ZKUtil.ZKAuthInfo;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * A store of versioned records in ZooKeeper, written by compare-and-set, which the federation's own
 * state store does not offer. Server, credentials and ACL are those of Hadoop's own keys, {@code
 * hadoop.zk.*}; the ACL applies to parents of records, too.
 *
 * <p>A record that is returned is bounded in size, and nobody but the federation's daemons can have
 * written it ({@link RecordAclValidator}). For other records {@link InvalidRecordException} is
 * thrown; they are counted, and each is logged once.
 *
 * <p>A call that loses its connection is repeated a few times only, fewer than by Hadoop, and then
 * fails; it may have taken effect. Thread-safe.
 */
public final class ZooKeeperRecordStore implements Closeable {
  private static final int RETRIES = 3;
  private static final int RETRY_INTERVAL_MS = 200;
  private static final int DEFAULT_MAX_BYTES = 0xfffff;

  /** Upper bound of the bytes in a ZooKeeper response other than the record. */
  private static final int ANSWER_BYTES = 512;

  /** Number of attempts at a record that changes while it is read. */
  private static final int MAX_READS = 10;

  /** Shortest time between attempts to repeat a failed login, in session time-outs. */
  private static final int LOGIN_TIMEOUTS = 6;

  /** Session states after which a watch does not fire; Curator may end a session itself. */
  private static final Set<KeeperState> ENDS_OF_SESSIONS =
      EnumSet.of(KeeperState.Expired, KeeperState.AuthFailed, KeeperState.Closed);

  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final SessionIdentity authority;
  private final ParentAclValidator parents;
  private final InvalidRecordLog bad;
  private final StoreClock clock = new StoreClock(this, System::nanoTime);

  private ZooKeeperRecordStore(
      String root,
      ZKCuratorManager zooKeeper,
      List<ACL> rights,
      SessionIdentity authority,
      InvalidRecordLog bad) {
    this.root = root;
    this.zooKeeper = zooKeeper;
    this.rights = rights;
    this.authority = authority;
    this.bad = bad;
    parents = new ParentAclValidator(root, zooKeeper, rights, bad);
  }

  /**
   * Opens a connection for records that hold no secrets, see {@link #open(Configuration, String,
   * boolean)}.
   */
  public static ZooKeeperRecordStore open(Configuration conf, String root) throws IOException {
    return open(conf, root, false);
  }

  /**
   * Opens a connection.
   *
   * @param root the path of the root record, such as {@code /yarnext}
   * @param holdTokens whether others may not even read the records
   * @throws UnusableStoreException if ZooKeeper is not configured, the ACL is unsafe on this secure
   *     cluster, or this daemon has no login
   * @throws IOException if credentials cannot be read
   */
  public static ZooKeeperRecordStore open(Configuration conf, String root, boolean holdTokens)
      throws IOException {
    if (conf.get(CommonConfigurationKeys.ZK_ADDRESS) == null) {
      throw new UnusableStoreException(
          CommonConfigurationKeys.ZK_ADDRESS
              + " is not set: gangs, shares and staged policies are stored in ZooKeeper, even if"
              + " the federation's own state store is a database. Set it, or leave these features"
              + " off.");
    }
    List<ACL> rights = ZKCuratorManager.getZKAcls(conf);
    List<ZKAuthInfo> auths = ZKCuratorManager.getZKAuths(conf);
    RecordAclValidator.check(conf, rights, auths, holdTokens);
    Configuration own = new Configuration(conf);
    own.setInt(CommonConfigurationKeys.ZK_NUM_RETRIES, RETRIES);
    own.setInt(CommonConfigurationKeys.ZK_RETRY_INTERVAL_MS, RETRY_INTERVAL_MS);
    ZKCuratorManager zooKeeper = new ZKCuratorManager(own);
    InvalidRecordLog bad = new InvalidRecordLog();
    long timeoutMs =
        conf.getInt(
            CommonConfigurationKeys.ZK_TIMEOUT_MS, CommonConfigurationKeys.ZK_TIMEOUT_MS_DEFAULT);
    SessionIdentity authority =
        new SessionIdentity(root, zooKeeper, rights, auths, bad, LOGIN_TIMEOUTS * timeoutMs);
    zooKeeper.start();
    return new ZooKeeperRecordStore(root, zooKeeper, rights, authority, bad);
  }

  /**
   * Returns ZooKeeper's limit of bytes in one call, the record's path and ACL included. It is
   * ZooKeeper's own setting, which must be the same for servers and clients.
   */
  public static int maxBytes() {
    return Integer.getInteger("jute.maxbuffer", DEFAULT_MAX_BYTES);
  }

  /** Returns the absolute path; a path with a leading slash is absolute already. */
  private String at(String path) {
    return path.startsWith("/") ? path : root + "/" + path;
  }

  /** Validates the parents of a record, and returns its absolute path. */
  private String use(String path) throws Exception {
    parents.check(at(path), authority.get());
    return at(path);
  }

  /** Returns the clock of the server that stamps records. */
  public StoreClock clock() {
    return clock;
  }

  /** Returns the number of invalid records met. */
  public long skipped() {
    return bad.count();
  }

  /**
   * Reads and parses a record.
   *
   * @return null if it does not exist
   * @throws InvalidRecordException if it must not be used or cannot be parsed
   * @throws IOException if ZooKeeper does not respond
   */
  public <T> T read(String path, RecordParser<T> format) throws IOException {
    StoredRecord record = read(path);
    if (record == null) {
      return null;
    }
    try {
      return format.read(BoundedRecordReader.of(record.data()), record);
    } catch (Throwable t) { // errors such as StackOverflowError, too: the record causes them
      throw bad.one(
          at(path), record.changedIn(), "its content cannot be read (" + t + ")", false, t);
    }
  }

  /**
   * Reads and parses a record; returns null if it does not exist or is invalid.
   *
   * @throws IOException if ZooKeeper does not respond
   */
  public <T> T readOrSkip(String path, RecordParser<T> format) throws IOException {
    try {
      return read(path, format);
    } catch (InvalidRecordException e) {
      return null;
    }
  }

  /**
   * Reads a record's bytes.
   *
   * @return null if it does not exist
   * @throws InvalidRecordException if it must not be used
   * @throws IOException if ZooKeeper does not respond
   */
  public StoredRecord read(String path) throws IOException {
    try {
      RecordAclValidator owner = authority.get();
      for (int i = 0; i < MAX_READS; i++) {
        Stat before = new Stat();
        List<ACL> found = zooKeeper.getCurator().getACL().storingStatIn(before).forPath(at(path));
        if (before.getDataLength() > maxBytes() - ANSWER_BYTES) {
          throw bad.one(
              at(path),
              before.getMzxid(),
              "it has " + before.getDataLength() + " bytes",
              false,
              null);
        }
        if (!owner.isTrusted(found)) {
          String why =
              "by its rights "
                  + found
                  + " others than "
                  + CommonConfigurationKeys.ZK_ACL
                  + " names can have written it: remove it"
                  + owner.nameFix();
          throw bad.one(at(path), before.getMzxid(), why, true, null);
        }
        Stat stat = new Stat();
        byte[] data = zooKeeper.getData(at(path), stat);
        boolean isSame =
            stat.getCzxid() == before.getCzxid() && stat.getAversion() == before.getAversion();
        // Parents are validated last, since they may have been replaced in between.
        long rootId = parents.check(at(path), owner);
        boolean isBelow = rootId != ParentAclValidator.NONE && stat.getCzxid() > rootId;
        if (isSame && (isBelow || owner.isOpen())) {
          return new StoredRecord(
              data, stat.getVersion(), stat.getCzxid(), stat.getMtime(), stat.getMzxid());
        }
      }
      throw new IOException("it changes continuously");
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (KeeperException.NoAuthException e) {
      throw bad.one(at(path), 0, "this daemon may not read it" + authority.identityHint(), true, e);
    } catch (Exception e) {
      throw failed("reading", path, e);
    }
  }

  /** Creates a record, and its missing parents empty; returns false if it exists. */
  public boolean create(String path, byte[] data) throws IOException {
    return create(path, data, CreateMode.PERSISTENT);
  }

  /** Creates a record that is removed when this connection ends; returns false if it exists. */
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

  /** Replaces a record; returns false if it has another version or does not exist. */
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

  /** Writes a record regardless of its version, or creates it. */
  public void put(String path, byte[] data) throws IOException {
    while (set(path, data) == null && !create(path, data)) {
      Thread.yield(); // it was created or removed in between
    }
  }

  /** Writes an empty record regardless of its version, and returns the store's stamp. */
  Stat stamp(String path) throws IOException {
    byte[] nothing = new byte[0];
    Stat stamped = set(path, nothing);
    while (stamped == null) {
      create(path, nothing);
      stamped = set(path, nothing);
    }
    return stamped;
  }

  /** Writes a record regardless of its version; returns null if it does not exist. */
  private Stat set(String path, byte[] data) throws IOException {
    try {
      return zooKeeper.getCurator().setData().forPath(use(path), data);
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (Exception e) {
      throw failed("writing", path, e);
    }
  }

  /** Removes a record, if it exists. */
  public void remove(String path) throws IOException {
    try {
      zooKeeper.getCurator().delete().forPath(use(path));
    } catch (KeeperException.NoNodeException e) {
      return;
    } catch (Exception e) {
      throw failed("removing", path, e);
    }
  }

  /** Returns the names of the records right below a path, unordered; empty if there is no path. */
  public List<String> below(String path) throws IOException {
    try {
      parents.check(at(path) + "/", authority.get());
      return zooKeeper.getChildren(at(path));
    } catch (KeeperException.NoNodeException e) {
      return Collections.emptyList();
    } catch (Exception e) {
      throw failed("listing", path, e);
    }
  }

  /** Returns the number of records right below a path, without listing them. */
  public int count(String path) throws IOException {
    Stat stat = listState(path);
    return stat == null ? 0 : stat.getNumChildren();
  }

  /** Returns the state of the list of records right below a path; null if there is no path. */
  public Stat listState(String path) throws IOException {
    try {
      parents.check(at(path) + "/", authority.get());
      return zooKeeper.getCurator().checkExists().forPath(at(path));
    } catch (Exception e) {
      throw failed("counting below", path, e);
    }
  }

  private IOException failed(String doing, String path, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (e instanceof InvalidRecordException) {
      return (InvalidRecordException) e;
    }
    String fix = e instanceof KeeperException.NoAuthException ? authority.identityHint() : "";
    return new IOException(doing + " " + at(path) + " in ZooKeeper failed" + fix, e);
  }

  /**
   * Runs a callback once, at the next change of a record: when it is created, written or removed,
   * or when such a change may have gone unnoticed as the session ended. Costs one short read now,
   * and none until a change.
   *
   * @param path below the root record, or absolute with a leading slash
   * @param changed runs on ZooKeeper's thread; must not block
   * @return the record's state, or null if it does not exist
   * @throws IOException if ZooKeeper does not respond; then nothing is watched
   */
  public Stat watch(String path, Runnable changed) throws IOException {
    Watcher watcher =
        event -> {
          if (event.getType() != Watcher.Event.EventType.None
              || ENDS_OF_SESSIONS.contains(event.getState())) {
            changed.run();
          }
        };
    try {
      return zooKeeper.getCurator().checkExists().usingWatcher(watcher).forPath(at(path));
    } catch (Exception e) {
      throw failed("watching", path, e);
    }
  }

  /**
   * Returns the record's state, with the time and transaction of its last change; null if it does
   * not exist.
   *
   * @param path below the root record, or absolute with a leading slash
   */
  public Stat lastChange(String path) throws IOException {
    try {
      return zooKeeper.getCurator().checkExists().forPath(at(path));
    } catch (Exception e) {
      throw failed("looking at", path, e);
    }
  }

  /** Returns whether there is a connection now. Does not access the network. */
  public boolean isConnected() {
    return authority.isConnected();
  }

  /** Ends the connection, which removes the records created for it. */
  @Override
  public void close() {
    zooKeeper.close();
  }
}
