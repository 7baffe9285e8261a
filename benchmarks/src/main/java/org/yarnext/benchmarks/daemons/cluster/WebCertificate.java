// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;

/**
 * The self-signed certificate of a cluster's web servers, in the stores from which stock's daemons
 * and clients read it. Immutable.
 */
public final class WebCertificate {
  private static final String TYPE = "jks";
  private static final String ALIAS = "web";

  private final Path keys;
  private final Path trusted;
  private final String password = new BigInteger(128, new SecureRandom()).toString(36);

  /**
   * Makes a certificate with the JDK's keytool.
   *
   * @param dir directory for its files, which exists
   * @param hosts IP addresses of all web servers
   */
  public WebCertificate(Path dir, Collection<String> hosts) throws IOException {
    keys = dir.resolve("web-keys." + TYPE);
    trusted = dir.resolve("web-trusted." + TYPE);
    Path certificate = dir.resolve("web.crt");
    String names = hosts.stream().map(host -> "ip:" + host).collect(Collectors.joining(","));
    keytool("-genkeypair -keyalg RSA -validity 30 -dname CN=localhost -ext SAN=" + names, keys);
    keytool("-exportcert -file " + certificate, keys);
    keytool("-importcert -noprompt -file " + certificate, trusted);
  }

  private void keytool(String arguments, Path store) throws IOException {
    String program = Paths.get(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        Arrays.asList(
            (program
                    + " "
                    + arguments
                    + " -alias "
                    + ALIAS
                    + " -storetype "
                    + TYPE
                    + " -storepass "
                    + password
                    + " -keystore "
                    + store)
                .split(" "));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = IOUtils.toString(process.getInputStream(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while keytool runs", e);
    }
  }

  /** Returns the contents of a server's ssl-server.xml. */
  Configuration server() {
    Configuration server = stores("ssl.server.");
    server.set("ssl.server.keystore.location", keys.toString());
    server.set("ssl.server.keystore.password", password);
    server.set("ssl.server.keystore.keypassword", password);
    server.set("ssl.server.keystore.type", TYPE);
    return server;
  }

  /** Returns the contents of a client's ssl-client.xml. */
  Configuration client() {
    return stores("ssl.client.");
  }

  private Configuration stores(String prefix) {
    Configuration stores = new Configuration(false);
    stores.set(prefix + "truststore.location", trusted.toString());
    stores.set(prefix + "truststore.password", password);
    stores.set(prefix + "truststore.type", TYPE);
    return stores;
  }

  /** Opens a connection that trusts this certificate alone and has no login. */
  public HttpsURLConnection open(URL url) throws IOException {
    try (InputStream in = Files.newInputStream(trusted)) {
      KeyStore store = KeyStore.getInstance(TYPE);
      store.load(in, password.toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
      connection.setSSLSocketFactory(context.getSocketFactory());
      return connection;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }
}
