// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.KrbException;
import org.apache.kerby.kerberos.kerb.client.KrbClient;

/**
 * A Kerberos realm on this host: principals for each kind of daemon, each web server and some
 * users, and a certificate of the web servers. Sets the system property {@code
 * java.security.krb5.conf}.
 */
public final class KerberosRealm implements AutoCloseable {
  /** Administrator of the cluster. */
  public static final String ADMIN = "operator";

  public static final String OWNER = "alice";
  public static final String OTHER = "bob";

  private static final String LOCAL = "/localhost";

  private final Path dir;
  private final MiniKdc centre;
  private final WebCertificate certificate;

  /**
   * Starts the realm's server.
   *
   * @param dir directory for its files
   * @param hosts IP addresses of all web servers
   */
  public KerberosRealm(Path dir, Collection<String> hosts) throws Exception {
    this.dir = Files.createDirectories(dir);
    centre =
        new MiniKdc(MiniKdc.createConf(), Files.createDirectories(dir.resolve("kdc")).toFile());
    centre.start();
    Set<String> services = new LinkedHashSet<>();
    for (String kind : new String[] {"rm", "nm", "jhs"}) {
      services.add(kind + LOCAL);
    }
    hosts.forEach(host -> services.add("HTTP/" + host));
    centre.createPrincipal(servicesKeytab().toFile(), services.toArray(new String[0]));
    for (String user : new String[] {ADMIN, OWNER, OTHER}) {
      centre.createPrincipal(keytab(user).toFile(), user);
    }
    certificate = new WebCertificate(this.dir, hosts);
    byte[] secret = new byte[32];
    new java.security.SecureRandom().nextBytes(secret);
    Files.write(secret(), secret);
    Files.setPosixFilePermissions(secret(), PosixFilePermissions.fromString("rw-------"));
  }

  /** Returns the certificate of all web servers. */
  public WebCertificate certificate() {
    return certificate;
  }

  /** Returns the file with which web servers sign their cookies. */
  public Path secret() {
    return dir.resolve("http-secret");
  }

  /** Returns the keytab of all daemons and their web servers. */
  public Path servicesKeytab() {
    return dir.resolve("services.keytab");
  }

  private Path keytab(String user) {
    return dir.resolve(user + ".keytab");
  }

  /** Returns the full name of a principal, such as {@code alice@EXAMPLE.COM}. */
  public String principal(String name) {
    return name + "@" + centre.getRealm();
  }

  /** Returns the principal of a kind of daemon, such as {@code rm}. */
  public String daemon(String kind) {
    return principal(kind + LOCAL);
  }

  /** Returns the option with which a JVM finds the realm. */
  public String option() {
    return "-Djava.security.krb5.conf=" + centre.getKrb5conf();
  }

  /** Logs a user in, and returns the login. */
  public UserGroupInformation login(String user) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(
        principal(user), keytab(user).toString());
  }

  /**
   * Logs this JVM in as the administrator.
   *
   * @param conf configuration of the cluster
   */
  public void loginAdministrator(Configuration conf) throws IOException {
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(principal(ADMIN), keytab(ADMIN).toString());
  }

  /** Returns a cache with a fresh ticket of a user, as {@code kinit} makes one. */
  public Path ticket(String user) throws IOException {
    File cache = dir.resolve(user + ".ticket").toFile();
    try {
      KrbClient client = new KrbClient();
      client.setKdcHost(centre.getHost());
      client.setKdcRealm(centre.getRealm());
      client.setKdcTcpPort(centre.getPort());
      client.setAllowUdp(false);
      client.init();
      client.storeTicket(client.requestTgt(principal(user), keytab(user).toFile()), cache);
    } catch (KrbException e) {
      throw new IOException("There is no ticket for " + user, e);
    }
    return cache.toPath();
  }

  @Override
  public void close() {
    centre.stop();
    UserGroupInformation.reset();
  }
}
