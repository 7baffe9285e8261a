// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivilegedExceptionAction;
import java.util.Locale;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticatedURL;
import org.apache.hadoop.security.authentication.client.AuthenticationException;
import org.apache.hadoop.security.authentication.client.Authenticator;
import org.apache.hadoop.security.authentication.client.KerberosAuthenticator;
import org.apache.hadoop.security.authentication.client.PseudoAuthenticator;
import org.apache.hadoop.security.ssl.FileBasedKeyStoresFactory;
import org.apache.hadoop.security.ssl.KeyStoresFactory;
import org.apache.hadoop.security.ssl.SSLFactory;
import org.apache.hadoop.util.ReflectionUtils;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.ToolException;

/**
 * Creates clients for the daemons of a cluster. They log in as the configuration says: with the
 * Kerberos ticket of the user who runs the tool, or else by user name. They trust the certificates
 * that ssl-client.xml names, or else those that the JVM trusts. Thread-safe.
 */
public final class DaemonClients implements AutoCloseable {
  private final Configuration conf;
  private final int timeoutMs;
  private KeyStoresFactory keyStores;
  private SSLContext tls;

  /**
   * @param conf configuration with Hadoop's defaults; not null
   * @param directory its directory, which may have an ssl-client.xml; null if there is none
   * @param timeoutMs timeout for connecting and for each read, above 0
   */
  public DaemonClients(Configuration conf, Path directory, int timeoutMs) {
    this.conf = new Configuration(conf);
    this.timeoutMs = timeoutMs;
    String name = conf.get(SSLFactory.SSL_CLIENT_CONF_KEY, SSLFactory.SSL_CLIENT_CONF_DEFAULT);
    Path file = directory == null ? null : directory.resolve(name);
    if (file != null && Files.exists(file)) {
      this.conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    }
    setLogin(this.conf);
  }

  /**
   * Lets Hadoop's clients of this process log in with the user's Kerberos ticket if the
   * configuration has Kerberos.
   */
  public static void setLogin(Configuration conf) {
    if ("kerberos".equalsIgnoreCase(conf.getTrimmed("hadoop.security.authentication"))) {
      UserGroupInformation.setConfiguration(conf);
    }
  }

  /**
   * Returns a client, which keeps its login. This call sends no request yet.
   *
   * @throws ToolException if the address is invalid
   */
  public DaemonClient of(String address) throws ToolException {
    Login login = new Login();
    return new DaemonClient(address, timeoutMs, login);
  }

  /** Ends the thread that reads changed trust stores. */
  @Override
  public synchronized void close() {
    if (keyStores != null) {
      keyStores.destroy();
    }
  }

  private synchronized SSLContext tls() throws IOException {
    if (tls == null) {
      try {
        keyStores =
            ReflectionUtils.newInstance(
                conf.getClass(
                    SSLFactory.KEYSTORES_FACTORY_CLASS_KEY,
                    FileBasedKeyStoresFactory.class,
                    KeyStoresFactory.class),
                conf);
        keyStores.init(SSLFactory.Mode.CLIENT);
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(keyStores.getKeyManagers(), keyStores.getTrustManagers(), null);
        tls = made;
      } catch (GeneralSecurityException e) {
        throw new IOException("ssl-client.xml: " + e.getMessage(), e);
      }
    }
    return tls;
  }

  private HttpURLConnection prepare(HttpURLConnection connection) throws IOException {
    connection.setConnectTimeout(timeoutMs);
    connection.setReadTimeout(timeoutMs);
    connection.setInstanceFollowRedirects(false);
    if (connection instanceof HttpsURLConnection) {
      HttpsURLConnection https = (HttpsURLConnection) connection;
      https.setSSLSocketFactory(tls().getSocketFactory());
      String verifier = conf.getTrimmed(SSLFactory.SSL_HOSTNAME_VERIFIER_KEY, "DEFAULT");
      try {
        https.setHostnameVerifier(
            SSLFactory.getHostnameVerifier(verifier.toUpperCase(Locale.ROOT)));
      } catch (GeneralSecurityException e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    return connection;
  }

  /** Login at one daemon: by user name first, and with Kerberos if the daemon refuses that. */
  private final class Login implements DaemonClient.Connector {
    private AuthenticatedURL.Token token = new AuthenticatedURL.Token();
    private boolean needsLogin;

    @Override
    public HttpURLConnection connect(URL url) throws IOException {
      return connect(url, connection -> {});
    }

    @Override
    public synchronized HttpURLConnection connect(URL url, DaemonClient.Sender sender)
        throws IOException {
      if (!needsLogin) {
        HttpURLConnection connection = prepare((HttpURLConnection) byName(url).openConnection());
        sender.send(connection);
        if (!isRefused(connection.getResponseCode())) {
          return connection;
        }
        needsLogin = true;
      }
      HttpURLConnection connection = loggedIn(url);
      sender.send(connection);
      if (isRefused(connection.getResponseCode()) && token.isSet()) {
        token = new AuthenticatedURL.Token(); // the old login has expired
        connection = loggedIn(url);
        sender.send(connection);
      }
      return connection;
    }

    private boolean isRefused(int status) {
      return status == HttpURLConnection.HTTP_UNAUTHORIZED
          || status == HttpURLConnection.HTTP_FORBIDDEN;
    }

    private URL byName(URL url) throws IOException {
      if (!conf.getTrimmed("hadoop.http.authentication.type", "simple").equals("simple")) {
        return url;
      }
      String name = URLEncoder.encode(userName(), "UTF-8");
      return new URL(url + (url.getQuery() == null ? "?" : "&") + "user.name=" + name);
    }

    private HttpURLConnection loggedIn(URL url) throws IOException {
      AuthenticatedURL authenticated =
          new AuthenticatedURL(new TicketAuthenticator(), DaemonClients.this::prepare);
      try {
        return UserGroupInformation.getCurrentUser()
            .doAs(
                (PrivilegedExceptionAction<HttpURLConnection>)
                    () -> {
                      try {
                        return authenticated.openConnection(url, token);
                      } catch (AuthenticationException e) {
                        throw new IOException(
                            "login failed, which needs a ticket of kinit: " + e.getMessage(), e);
                      }
                    });
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
    }
  }

  /** Returns the short name of the user who runs the tool. */
  public static String userName() throws IOException {
    return UserGroupInformation.getCurrentUser().getShortUserName();
  }

  /** Logs in with the Kerberos ticket, or by user name if the daemon does not require one. */
  private static final class TicketAuthenticator extends KerberosAuthenticator {
    @Override
    protected Authenticator getFallBackAuthenticator() {
      return new PseudoAuthenticator() {
        @Override
        protected String getUserName() {
          try {
            return userName();
          } catch (IOException e) {
            return super.getUserName();
          }
        }
      };
    }
  }
}
