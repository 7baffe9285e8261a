// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.util.ZKUtil.ZKAuthInfo;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.ClientInfo;
import org.apache.zookeeper.data.Id;

/**
 * Determines the identity of this client in ZooKeeper, which decides whose records are accepted.
 * ZooKeeper's client continues anonymously if its login fails, and the server decides which parts
 * of a Kerberos principal count. So a client that the configured ACL does not name neither reads
 * nor writes. Thread-safe.
 */
final class SessionIdentity {
  private final String root;
  private final ZKCuratorManager zooKeeper;
  private final List<ACL> rights;
  private final List<Id> digests;
  private final InvalidRecordLog bad;
  private final long loginEveryNanos;

  /** The validator if it does not depend on the session, or null. */
  private final RecordAclValidator fixed;

  /** Null until a session is found that the ACL names. */
  private volatile SessionValidator known;

  private volatile long loggedInNanos = System.nanoTime();

  /** The validator of one session. */
  private static final class SessionValidator {
    private final ZooKeeper session;
    private final RecordAclValidator authority;

    private SessionValidator(ZooKeeper session, RecordAclValidator authority) {
      this.session = session;
      this.authority = authority;
    }
  }

  /**
   * @param loginEveryMs shortest time between attempts to repeat a failed login, in ms
   */
  SessionIdentity(
      String root,
      ZKCuratorManager zooKeeper,
      List<ACL> rights,
      List<ZKAuthInfo> auths,
      InvalidRecordLog bad,
      long loginEveryMs)
      throws IOException {
    this.root = root;
    this.zooKeeper = zooKeeper;
    this.rights = rights;
    this.bad = bad;
    loginEveryNanos = TimeUnit.MILLISECONDS.toNanos(loginEveryMs);
    digests = RecordAclValidator.digests(auths);
    fixed =
        !RecordAclValidator.namesCreator(rights) && RecordAclValidator.namesAny(rights, digests)
            ? RecordAclValidator.of(rights, digests)
            : null;
  }

  /**
   * Returns the validator of the current session; asks ZooKeeper once for each session if needed.
   *
   * @throws InvalidRecordException if the ACL does not name this client
   * @throws Exception if ZooKeeper does not respond
   */
  RecordAclValidator get() throws Exception {
    ZooKeeper session = session();
    if (fixed != null) {
      return fixed;
    }
    SessionValidator last = known;
    if (last != null && last.session == session) {
      return last.authority;
    }
    List<Id> ids = new ArrayList<>(digests);
    boolean isKnown = addProven(session, ids);
    RecordAclValidator authority = RecordAclValidator.of(rights, ids);
    if (isKnown) {
      if (!RecordAclValidator.namesAny(rights, ids)) {
        throw refused(session, ids);
      }
      known = new SessionValidator(session, authority);
    }
    return authority;
  }

  /**
   * Returns the session. A client whose login was refused stays unusable, also under Curator, so it
   * is replaced then.
   */
  private ZooKeeper session() throws Exception {
    if (client().getZooKeeper().getState() == ZooKeeper.States.AUTH_FAILED && !loginAgain()) {
      throw new KeeperException.AuthFailedException();
    }
    return client().getZooKeeper();
  }

  private CuratorZookeeperClient client() {
    return zooKeeper.getCurator().getZookeeperClient();
  }

  /** Returns whether there is a connection now. Does not access the network. */
  boolean isConnected() {
    try {
      session();
      return client().isConnected();
    } catch (Exception e) {
      return false;
    }
  }

  /**
   * Adds the authenticated identities of a session; returns false if the server cannot tell, as
   * before 3.7.
   */
  private boolean addProven(ZooKeeper session, List<Id> ids) throws Exception {
    if (!client().blockUntilConnectedOrTimedOut()) {
      throw new KeeperException.ConnectionLossException();
    }
    List<ClientInfo> clients = session.whoAmI();
    if (clients == null) {
      if (!client().isConnected()) {
        throw new KeeperException.ConnectionLossException();
      }
      return false;
    }
    for (ClientInfo client : clients) {
      if (client.getAuthScheme().equals("sasl") || client.getAuthScheme().equals("x509")) {
        ids.add(new Id(client.getAuthScheme(), client.getUser()));
      }
    }
    return true;
  }

  /** Returns this client's identities in ZooKeeper, to append to an error; empty if unknown. */
  String identityHint() {
    try {
      List<Id> ids = new ArrayList<>(digests);
      return addProven(session(), ids) ? ": ZooKeeper knows this daemon as " + text(ids) : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    } catch (Exception e) { // the caller reports its own error
      return "";
    }
  }

  private static String text(List<Id> ids) {
    return ids.isEmpty() ? "nobody" : RecordAclValidator.text(ids) + RecordAclValidator.NAME_FIX;
  }

  private InvalidRecordException refused(ZooKeeper session, List<Id> ids) throws Exception {
    if (ids.isEmpty()) {
      loginAgain();
      return bad.allBelow(
          root,
          session.getSessionId(),
          "ZooKeeper knows no identity of this daemon: its login by SASL is"
              + " missing or failed, as its log says above, and is repeated. Correct"
              + " the principal and keytab of java.security.auth.login.config or "
              + CommonConfigurationKeys.ZK_KERBEROS_PRINCIPAL,
          null);
    }
    return bad.allBelow(
        root,
        session.getSessionId(),
        "ZooKeeper knows this daemon as "
            + RecordAclValidator.text(ids)
            + ", whom "
            + CommonConfigurationKeys.ZK_ACL
            + " does not name"
            + RecordAclValidator.NAME_FIX,
        null);
  }

  /**
   * Logs in again by a new session, as ZooKeeper's client logs in only when it connects. Returns
   * false if the last attempt was too recent.
   */
  private synchronized boolean loginAgain() throws Exception {
    if (System.nanoTime() - loggedInNanos < loginEveryNanos) {
      return false;
    }
    loggedInNanos = System.nanoTime();
    client().reset();
    return true;
  }
}
