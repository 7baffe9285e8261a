// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.curator.ZKCuratorManager;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.auth.SASLAuthenticationProvider;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.yarnext.common.testing.KerberosRealmRule;

/**
 * A Kerberos realm and a ZooKeeper server in it, in this JVM, which is a secure daemon of Hadoop,
 * yarn/h1. Clients of ZooKeeper log in by keytab, each as whom its configuration names.
 */
public final class KerberosRule extends ExternalResource {
  /** A daemon, and one of the same user on another host. */
  public static final String YARN_ON_H1 = "yarn/h1";

  public static final String YARN_ON_H2 = "yarn/h2";

  /** A user who is no daemon. */
  public static final String MALLORY = "mallory/h1";

  private static final String REMOVE_HOST = "zookeeper.kerberos.removeHostFromPrincipal";
  private static final String REMOVE_REALM = "zookeeper.kerberos.removeRealmFromPrincipal";
  private static final String LOGINS = "java.security.auth.login.config";
  private static final String SASL = ProviderRegistry.AUTHPROVIDER_PROPERTY_PREFIX + "sasl";

  private final TemporaryFolder folder = new TemporaryFolder(new File("target"));
  private final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  private final KerberosRealmRule realm =
      new KerberosRealmRule("zookeeper/localhost", YARN_ON_H1, YARN_ON_H2, MALLORY);
  private final Map<String, String> before = new LinkedHashMap<>();

  @Override
  protected void before() throws Throwable {
    folder.create();
    realm.before();
    File logins = folder.newFile();
    String server =
        "Server {\n"
            + "  com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true storeKey=true"
            + " isInitiator=false keyTab=\"%s\" principal=\"%s\";\n"
            + "};\n";
    Files.write(
        logins.toPath(),
        String.format(Locale.ROOT, server, keytab(), principal("zookeeper/localhost"))
            .getBytes(UTF_8));
    set(LOGINS, logins.getPath());
    javax.security.auth.login.Configuration.setConfiguration(null); // so that it is read again
    set(SASL, SASLAuthenticationProvider.class.getName());
    ProviderRegistry.reset();
    remember(REMOVE_HOST);
    remember(REMOVE_REALM);
    zooKeeper.before();
    Configuration conf = new Configuration(false);
    conf.set(CommonConfigurationKeys.HADOOP_SECURITY_AUTHENTICATION, "kerberos");
    conf.set(CommonConfigurationKeys.HADOOP_SECURITY_AUTH_TO_LOCAL, "RULE:[2:$1]");
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab(principal(YARN_ON_H1), keytab().getPath());
  }

  private void remember(String property) {
    before.put(property, System.getProperty(property));
  }

  private void set(String property, String value) {
    remember(property);
    System.setProperty(property, value);
  }

  /** Sets which parts of a principal ZooKeeper's servers remove. */
  public void removeFromPrincipals(boolean host, boolean realm) {
    System.setProperty(REMOVE_HOST, String.valueOf(host));
    System.setProperty(REMOVE_REALM, String.valueOf(realm));
  }

  public String principal(String name) {
    return realm.principal(name);
  }

  public ZooKeeperRule zooKeeper() {
    return zooKeeper;
  }

  /** Returns the configuration file of the realm for clients. */
  public File krb5Conf() {
    return realm.krb5Conf();
  }

  public File keytab() {
    return realm.keytab();
  }

  /** A client who shows nothing. */
  public Configuration anonymous(String rights) {
    Configuration conf = zooKeeper.conf();
    conf.set(CommonConfigurationKeys.ZK_ACL, rights);
    return conf;
  }

  /**
   * A client who shows that he is somebody.
   *
   * @param name without the realm
   * @param rights what he gives to what he creates
   */
  public Configuration conf(String name, String rights) {
    Configuration conf = anonymous(rights);
    conf.set(CommonConfigurationKeys.ZK_KERBEROS_PRINCIPAL, principal(name));
    conf.set(CommonConfigurationKeys.ZK_KERBEROS_KEYTAB, keytab().getPath());
    return conf;
  }

  /**
   * A client of ZooKeeper's own, once it has logged in: in one JVM only the last one's login is
   * known.
   */
  public ZKCuratorManager connect(Configuration conf) throws IOException, InterruptedException {
    ZKCuratorManager client = new ZKCuratorManager(conf);
    client.start();
    client.getCurator().blockUntilConnected();
    return client;
  }

  @Override
  protected void after() {
    zooKeeper.after();
    realm.after();
    before.forEach(
        (property, value) -> {
          if (value == null) {
            System.clearProperty(property);
          } else {
            System.setProperty(property, value);
          }
        });
    javax.security.auth.login.Configuration.setConfiguration(null);
    ProviderRegistry.reset();
    leaveRealm();
    folder.delete();
  }

  /**
   * Java reads the file once, or when somebody logs in: whoever calls this JVM secure later needs a
   * realm.
   */
  private void leaveRealm() {
    File conf = new File("target", "krb5.conf").getAbsoluteFile();
    try {
      Files.write(
          conf.toPath(),
          ("[libdefaults]\n  default_realm = " + realm.realm() + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.setProperty(MiniKdc.JAVA_SECURITY_KRB5_CONF, conf.getPath());
  }
}
