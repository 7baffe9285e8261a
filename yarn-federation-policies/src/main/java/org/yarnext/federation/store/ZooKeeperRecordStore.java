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
 * state store cannot do. The server, its credentials and access rights are those of Hadoop's own
 * keys, {@code hadoop.zk.*}; the rights hold for the records above others, too.
 *
 * <p>What is read is bounded in size, and nobody but the federation's daemons can have written it
 * ({@link RecordAclValidator}); of other records {@link InvalidRecordException} tells. They are
 * counted, and each is named in the log once.
 *
 * <p>A call that loses its connection is repeated a few times only, unlike Hadoop's own, and then
 * fails: it may or may not have been done. Thread-safe.
 */
public final class ZooKeeperRecordStore implements Closeable {
  private static final int RETRIES = 3;
  private static final int RETRY_INTERVAL_MS = 200;
  private static final int DEFAULT_MOST_BYTES = 0xfffff;

  /** What an answer of ZooKeeper has besides the record, and more. */
  private static final int ANSWER_BYTES = 512;

  /** How often a record may change while it is read. */
  private static final int MAX_READS = 10;

  /** How many sessions' time-outs a failed login is not repeated for. */
  private static final int LOGIN_TIMEOUTS = 6;

  /** After which nothing is told any more; Curator may end a session itself. */
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

  /** Opens a connection for records that hold no secrets. */
  public static ZooKeeperRecordStore open(Configuration conf, String root) throws IOException {
    return open(conf, root, false);
  }

  /**
   * Opens a connection.
   *
   * @param root the path that all records are below, such as {@code /yarnext}
   * @param holdTokens whether others may not even read the records
   * @throws UnusableStoreException if there is no ZooKeeper, or anybody may write there though the
   *     cluster is secure
   * @throws IOException if credentials cannot be read
   */
  public static ZooKeeperRecordStore open(Configuration conf, String root, boolean holdTokens)
      throws IOException {
    if (conf.get(CommonConfigurationKeys.ZK_ADDRESS) == null) {
      throw new UnusableStoreException(
          CommonConfigurationKeys.ZK_ADDRESS
              + " is not set: gangs, shares and staged policies are kept in ZooKeeper, also where"
              + " the federation's own state store is a database. Set it, or leave these off.");
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
   * How many bytes ZooKeeper takes in one call, the record's path and rights among them: its own
   * setting, which has to be the same for servers and clients.
   */
  public static int mostBytes() {
    return Integer.getInteger("jute.maxbuffer", DEFAULT_MOST_BYTES);
  }

  /** A path with a leading slash is absolute. */
  private String at(String path) {
    return path.startsWith("/") ? path : root + "/" + path;
  }

  /** The same before a record is used. */
  private String use(String path) throws Exception {
    parents.check(at(path), authority.get());
    return at(path);
  }

  /** The clock of the server that stamps records. */
  public StoreClock clock() {
    return clock;
  }

  /** How many bad records were met. */
  public long skipped() {
    return bad.count();
  }

  /**
   * Reads a record as its format says.
   *
   * @return null if there is no such record
   * @throws InvalidRecordException if it is not to be used
   * @throws IOException if ZooKeeper does not answer
   */
  public <T> T read(String path, RecordParser<T> format) throws IOException {
    StoredRecord record = read(path);
    if (record == null) {
      return null;
    }
    try {
      return format.read(BoundedRecordReader.of(record.data()), record);
    } catch (Throwable t) { // out of memory or stack, too: it is the record's fault
      throw bad.one(
          at(path), record.changedIn(), "its content cannot be read (" + t + ")", false, t);
    }
  }

  /** The same, but for null if the record is not to be used. */
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
   * @return null if there is no such record
   * @throws InvalidRecordException if it is not to be used
   * @throws IOException if ZooKeeper does not answer
   */
  public StoredRecord read(String path) throws IOException {
    try {
      RecordAclValidator owner = authority.get();
      for (int i = 0; i < MAX_READS; i++) {
        Stat before = new Stat();
        List<ACL> found = zooKeeper.getCurator().getACL().storingStatIn(before).forPath(at(path));
        if (before.getDataLength() > mostBytes() - ANSWER_BYTES) {
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
                  + owner.fixOfNames();
          throw bad.one(at(path), before.getMzxid(), why, true, null);
        }
        Stat stat = new Stat();
        byte[] data = zooKeeper.getData(at(path), stat);
        boolean isSame =
            stat.getCzxid() == before.getCzxid() && stat.getAversion() == before.getAversion();
        // Those above are looked at last, since they may have been replaced in between.
        long rootId = parents.check(at(path), owner);
        boolean isBelow = rootId != ParentAclValidator.NONE && stat.getCzxid() > rootId;
        if (isSame && (isBelow || owner.isOpen())) {
          return new StoredRecord(
              data, stat.getVersion(), stat.getCzxid(), stat.getMtime(), stat.getMzxid());
        }
      }
      throw new IOException("it changes all the time");
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (KeeperException.NoAuthException e) {
      throw bad.one(at(path), 0, "this daemon may not read it" + authority.whoThisIs(), true, e);
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
    while (set(path, data) == null && !create(path, data)) {
      Thread.yield(); // somebody created or removed it in between
    }
  }

  /** Writes an empty record, whatever it holds, and returns how the store stamped it. */
  Stat stamp(String path) throws IOException {
    byte[] nothing = new byte[0];
    Stat stamped = set(path, nothing);
    while (stamped == null) {
      create(path, nothing);
      stamped = set(path, nothing);
    }
    return stamped;
  }

  /** Writes a record whatever it holds; null if there is none. */
  private Stat set(String path, byte[] data) throws IOException {
    try {
      return zooKeeper.getCurator().setData().forPath(use(path), data);
    } catch (KeeperException.NoNodeException e) {
      return null;
    } catch (Exception e) {
      throw failed("writing", path, e);
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
      parents.check(at(path) + "/", authority.get());
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
      parents.check(at(path) + "/", authority.get());
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
    if (e instanceof InvalidRecordException) {
      return (InvalidRecordException) e;
    }
    String fix = e instanceof KeeperException.NoAuthException ? authority.whoThisIs() : "";
    return new IOException(doing + " " + at(path) + " in ZooKeeper failed" + fix, e);
  }

  /**
   * Has something done once, at the next change of a record: when it is made, written or removed,
   * or may have been without notice since the connection was lost for long. Costs one short read
   * now, and none as long as nothing changes.
   *
   * @param path below the root, or absolute with a leading slash
   * @param changed runs on ZooKeeper's thread; may not block
   * @return when and by what it was changed last; null if it is not there
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
   * When and by what a record was changed last; null if it is not there.
   *
   * @param path below the root, or absolute with a leading slash
   */
  public Stat lastChange(String path) throws IOException {
    try {
      return zooKeeper.getCurator().checkExists().forPath(at(path));
    } catch (Exception e) {
      throw failed("looking at", path, e);
    }
  }

  /** Whether there is a connection just now. Asks nobody. */
  public boolean isConnected() {
    return authority.isConnected();
  }

  /** Ends the connection, and the records made for it. */
  @Override
  public void close() {
    zooKeeper.close();
  }
}
