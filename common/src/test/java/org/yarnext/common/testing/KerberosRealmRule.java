// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;

/**
 * A Kerberos realm for a test, with one keytab of all its principals. Afterwards this JVM needs no
 * login again.
 */
public final class KerberosRealmRule extends ExternalResource {
  private final TemporaryFolder folder = new TemporaryFolder();
  private final String[] names;
  private MiniKdc kdc;
  private File keytab;

  /**
   * Creates a rule.
   *
   * @param names of the principals, without the realm
   */
  public KerberosRealmRule(String... names) {
    this.names = names.clone();
  }

  @Override
  public void before() throws Exception {
    folder.create();
    Properties settings = MiniKdc.createConf();
    settings.setProperty(MiniKdc.MIN_TICKET_LIFETIME, "1");
    kdc = new MiniKdc(settings, folder.newFolder());
    kdc.start();
    keytab = folder.newFile();
    kdc.createPrincipal(keytab, names);
  }

  @Override
  public void after() {
    kdc.stop();
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
    folder.delete();
  }

  public String realm() {
    return kdc.getRealm();
  }

  public String principal(String name) {
    return name + "@" + realm();
  }

  public File keytab() {
    return keytab;
  }

  /** Returns the configuration file of the realm for clients. */
  public File krb5Conf() {
    return kdc.getKrb5conf();
  }

  public UserGroupInformation login(String name) throws IOException {
    return UserGroupInformation.loginUserFromKeytabAndReturnUGI(principal(name), keytab.getPath());
  }

  /**
   * Makes this JVM secure, and web servers that are started with the configuration: those demand
   * tickets for the principal {@code HTTP/localhost}.
   */
  public void secureWebServers(Configuration conf) throws IOException {
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set("hadoop.security.auth_to_local", "DEFAULT");
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set("hadoop.http.authentication.kerberos.principal", principal("HTTP/localhost"));
    conf.set("hadoop.http.authentication.kerberos.keytab", keytab.getPath());
    File secret = folder.newFile();
    Files.write(secret.toPath(), new byte[] {'s', 'e', 'c'});
    conf.set("hadoop.http.authentication.signature.secret.file", secret.getPath());
    UserGroupInformation.setConfiguration(conf);
  }

  /**
   * Returns the environment of a process with a user's ticket.
   *
   * @param name null for a process without a ticket
   */
  public Map<String, String> environment(String name) throws Exception {
    File cache = folder.newFile();
    if (name != null) {
      KrbClient client = new KrbClient();
      client.setKdcHost(kdc.getHost());
      client.setKdcRealm(realm());
      client.setKdcTcpPort(kdc.getPort());
      client.setAllowUdp(false);
      client.init();
      client.storeTicket(client.requestTgt(principal(name), keytab), cache);
    }
    Map<String, String> environment = new HashMap<>();
    environment.put("KRB5_CONFIG", krb5Conf().getPath());
    environment.put("KRB5CCNAME", "FILE:" + cache);
    return environment;
  }
}
