// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.security.auth.login.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ZKUtil.ZKAuthInfo;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Validates, by a record's ACL, that only the daemons and tools of the federation can have written
 * it: those that {@code hadoop.zk.acl} permits to write. If that key permits everybody, which is
 * rejected on a secure cluster, every record is trusted. Immutable.
 */
final class RecordAclValidator {
  private static final Logger LOG = LoggerFactory.getLogger(RecordAclValidator.class);
  private static final AtomicBoolean HAS_WARNED = new AtomicBoolean();

  /** The fix to append to an error about names. */
  static final String NAME_FIX =
      ". Where these differ in host or realm alone, set kerberos.removeHostFromPrincipal=true and"
          + " kerberos.removeRealmFromPrincipal=true in zoo.cfg of all servers, and restart them,"
          + " or name each principal in "
          + CommonConfigurationKeys.ZK_ACL;

  private static final int CHANGES = Perms.WRITE | Perms.CREATE | Perms.DELETE | Perms.ADMIN;
  private static final String WORLD = "world";
  private static final String DIGEST = "digest";

  /** Scheme that stands for the record's creator; ZooKeeper stores the creator's name instead. */
  private static final String CREATOR = "auth";

  /** Schemes that authenticate by a secret rather than by address. */
  private static final List<String> PROVEN = Arrays.asList(DIGEST, CREATOR, "sasl", "x509");

  /** Schemes among them that need a login. */
  private static final List<String> SECRETS = Arrays.asList(DIGEST, CREATOR, "sasl");

  private final boolean isOpen;
  private final boolean isForgeable;
  private final Set<Id> owners;

  private RecordAclValidator(boolean isOpen, boolean isForgeable, Set<Id> owners) {
    this.isOpen = isOpen;
    this.isForgeable = isForgeable;
    this.owners = owners;
  }

  /**
   * Returns the validator for the configured ACL.
   *
   * @param rights the ACL of {@code hadoop.zk.acl}
   * @param ids the identities of this client that ZooKeeper has authenticated
   */
  static RecordAclValidator of(List<ACL> rights, Collection<Id> ids) {
    Set<Id> owners = new HashSet<>();
    for (ACL right : rights) {
      if ((right.getPerms() & CHANGES) == 0) {
        continue;
      }
      if (isCreator(right)) {
        owners.addAll(ids);
      } else {
        owners.add(right.getId());
      }
    }
    return new RecordAclValidator(
        permitsAnybody(rights, CHANGES), owners.stream().anyMatch(id -> !isDigest(id)), owners);
  }

  /**
   * Returns whether the ACL permits something to one of the identities, or may: for schemes without
   * authentication only ZooKeeper knows.
   */
  static boolean namesAny(List<ACL> rights, Collection<Id> ids) {
    return rights.stream()
        .anyMatch(
            right ->
                isCreator(right)
                    ? !ids.isEmpty()
                    : ids.contains(right.getId()) || !PROVEN.contains(right.getId().getScheme()));
  }

  /** Returns whether the ACL names the record's creator. */
  static boolean namesCreator(List<ACL> rights) {
    return rights.stream().anyMatch(RecordAclValidator::isCreator);
  }

  private static boolean isDigest(Id id) {
    return DIGEST.equals(id.getScheme());
  }

  private static boolean isCreator(ACL right) {
    return CREATOR.equals(right.getId().getScheme());
  }

  /** Returns the identities of passwords. */
  static List<Id> digests(List<ZKAuthInfo> auths) throws IOException {
    List<Id> ids = new ArrayList<>();
    for (ZKAuthInfo auth : auths) {
      if (DIGEST.equals(auth.getScheme())) {
        try {
          String secret = new String(auth.getAuth(), StandardCharsets.UTF_8);
          ids.add(new Id(DIGEST, DigestAuthenticationProvider.generateDigest(secret)));
        } catch (NoSuchAlgorithmException e) {
          throw new IOException("ZooKeeper's digest cannot be computed", e);
        }
      }
    }
    return ids;
  }

  private static boolean permitsAnybody(List<ACL> rights, int perms) {
    return rights.stream()
        .anyMatch(r -> WORLD.equals(r.getId().getScheme()) && (r.getPerms() & perms) != 0);
  }

  /** Returns the identities as {@code hadoop.zk.acl} names them, without password hashes. */
  static String text(Collection<Id> ids) {
    return ids.stream()
        .map(id -> id.getScheme() + ":" + (isDigest(id) ? id.getId().split(":")[0] : id.getId()))
        .sorted()
        .collect(Collectors.joining(" and "));
  }

  /**
   * Returns a fix to append to an error, for owners that differ in host or realm; empty if no owner
   * has a host.
   */
  String nameFix() {
    return owners.stream().anyMatch(id -> "sasl".equals(id.getScheme()) && id.getId().contains("/"))
        ? "; the owners are " + text(owners) + NAME_FIX
        : "";
  }

  /**
   * Returns whether every record is trusted, since the configured ACL permits everybody to write.
   */
  boolean isOpen() {
    return isOpen;
  }

  /**
   * Returns whether others can create records with the same ACL, as it names no secret. The present
   * ACL of a record then does not show the ACL with which it was written.
   */
  boolean isForgeable() {
    return isForgeable;
  }

  /** Returns whether nobody else may change, replace or remove a record with this ACL. */
  boolean isTrusted(List<ACL> found) {
    return isOpen
        || found.stream()
            .allMatch(right -> (right.getPerms() & CHANGES) == 0 || owners.contains(right.getId()));
  }

  /**
   * Rejects an ACL that is unsafe on a secure cluster, and logs a warning elsewhere. Also rejects
   * an ACL that needs a login which this daemon lacks, since every write would fail.
   *
   * @param rights the ACL of {@code hadoop.zk.acl}
   * @param auths the configured credentials
   * @param holdTokens whether nobody else may read the records either
   * @throws UnusableStoreException if the ACL is rejected; the message names the key
   */
  static void check(
      org.apache.hadoop.conf.Configuration conf,
      List<ACL> rights,
      List<ZKAuthInfo> auths,
      boolean holdTokens)
      throws UnusableStoreException {
    boolean isReadable = holdTokens && permitsAnybody(rights, Perms.READ);
    boolean isWritable =
        rights.stream()
            .anyMatch(
                r -> (r.getPerms() & CHANGES) != 0 && !PROVEN.contains(r.getId().getScheme()));
    if (!UserGroupInformation.isSecurityEnabled()) {
      if (permitsAnybody(rights, CHANGES | Perms.READ) && HAS_WARNED.compareAndSet(false, true)) {
        LOG.warn(
            "{} lets everybody {} the federation's records in ZooKeeper, and so start jobs as any"
                + " user or read their tokens: restrict it, and {}, to daemons and operators.",
            CommonConfigurationKeys.ZK_ACL,
            permitsAnybody(rights, CHANGES) ? "write" : "read",
            CommonConfigurationKeys.ZK_AUTH);
      }
    } else if (isReadable || isWritable) {
      throw new UnusableStoreException(
          CommonConfigurationKeys.ZK_ACL
              + " lets others besides the federation's daemons "
              + (isWritable ? "write" : "read")
              + " its records in ZooKeeper, from which jobs are started as their users: name only"
              + " daemons and operators, such as sasl:yarn:rwcda.");
    }
    if (needsLogin(rights)
        && auths.isEmpty()
        && (conf.get(CommonConfigurationKeys.ZK_KERBEROS_PRINCIPAL) == null
            || conf.get(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB) == null)
        && !hasLogin()) {
      throw new UnusableStoreException(
          CommonConfigurationKeys.ZK_ACL
              + " lets only clients with a ZooKeeper login write the federation's records, but this"
              + " daemon has no such login. With Kerberos set "
              + CommonConfigurationKeys.ZK_KERBEROS_PRINCIPAL
              + " and "
              + CommonConfigurationKeys.ZK_KERBEROS_KEYTAB
              + ", or java.security.auth.login.config to a file with a section Client;"
              + " without Kerberos set "
              + CommonConfigurationKeys.ZK_AUTH
              + " to digest:name:password and "
              + CommonConfigurationKeys.ZK_ACL
              + " to auth::rwcda.");
    }
  }

  /** Returns whether everyone who may change records must log in. */
  private static boolean needsLogin(List<ACL> rights) {
    return rights.stream()
        .filter(right -> (right.getPerms() & CHANGES) != 0)
        .allMatch(right -> SECRETS.contains(right.getId().getScheme()));
  }

  /** Returns whether ZooKeeper's client finds a login configuration for SASL. */
  private static boolean hasLogin() {
    ZKClientConfig client = new ZKClientConfig();
    try {
      return client.isSaslClientEnabled()
          && Configuration.getConfiguration()
                  .getAppConfigurationEntry(
                      client.getProperty(
                          ZKClientConfig.LOGIN_CONTEXT_NAME_KEY,
                          ZKClientConfig.LOGIN_CONTEXT_NAME_KEY_DEFAULT))
              != null;
    } catch (SecurityException e) { // thrown if the file does not exist
      return false;
    }
  }
}
