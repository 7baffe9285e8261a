// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.CoreMatchers.containsString;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.DaemonStatusException;
import org.yarnext.tools.ToolException;

public class DaemonClientsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final Configuration conf = new YarnConfiguration();

  private String fetch(String address) throws ToolException {
    try (DaemonClients clients = new DaemonClients(conf, folder.getRoot().toPath(), 1_000)) {
      return clients.of(address).get("/jmx?qry=x").text();
    }
  }

  private String error(String address) {
    try {
      return fetch(address);
    } catch (ToolException e) {
      return "error: " + e.getMessage();
    }
  }

  @Test
  public void withSimpleLoginTheUserIsNamed() throws Exception {
    List<String> queries = new ArrayList<>();
    try (DaemonServer daemon = new DaemonServer()) {
      daemon.on(
          "/jmx",
          exchange -> {
            queries.add(exchange.getRequestURI().getQuery());
            DaemonServer.answer(exchange, 200, "{}");
          });
      assertEquals("{}", fetch(daemon.address()));
    }
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    assertEquals("[qry=x&user.name=" + user + "]", queries.toString());
  }

  /** A web server of Hadoop's that lets nobody in without a name. */
  private HttpServer2 strict() throws IOException {
    Configuration strict = new Configuration();
    strict.set(
        "hadoop.http.filter.initializers",
        "org.apache.hadoop.security.AuthenticationFilterInitializer");
    strict.set("hadoop.http.authentication.simple.anonymous.allowed", "false");
    Path secret = folder.newFile().toPath();
    Files.write(secret, "secret".getBytes(UTF_8));
    strict.set("hadoop.http.authentication.signature.secret.file", secret.toString());
    HttpServer2 server =
        new HttpServer2.Builder()
            .setName("cluster")
            .setConf(strict)
            .addEndpoint(URI.create("http://localhost:0"))
            .build();
    server.start();
    return server;
  }

  @Test
  public void aDaemonThatRefusesStrangersIsLoggedInTo() throws Exception {
    HttpServer2 daemon = strict();
    try {
      String address = "localhost:" + daemon.getConnectorAddress(0).getPort();
      try {
        new DaemonClient(address, 1_000).get("/jmx");
        fail("strangers are let in");
      } catch (DaemonStatusException e) {
        assertTrue(e.getMessage(), e.status() == 401 || e.status() == 403);
      }
      assertThat("by name", fetch(address), containsString("{ }"));
      conf.set("hadoop.http.authentication.type", "kerberos"); // the daemon falls back to names
      assertThat("by a login", fetch(address), containsString("{ }"));
    } finally {
      daemon.stop();
    }
  }

  @Test
  public void aDaemonThatRefusesAllIsToldInOneSentence() throws Exception {
    try (DaemonServer daemon = new DaemonServer()) {
      daemon.on("/jmx", exchange -> DaemonServer.answer(exchange, 403, ""));
      String error = error(daemon.address());
      assertThat(error, containsString("error: " + daemon.address()));
      assertEquals("one line", 1, error.split("\\R").length);
    }
  }

  @Test
  public void httpsNeedsATrustedCertificate() throws Exception {
    Path store = folder.getRoot().toPath().resolve("keys.p12");
    keytool(store);
    HttpsServer https =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(tls(store)));
    try (DaemonServer daemon = new DaemonServer(https)) {
      daemon.on("/jmx", "{\"safe\":1}");
      String address = "https://" + daemon.address();
      assertThat(error(address), containsString("error: " + address + " cannot be reached"));
      Configuration client = new Configuration(false);
      client.set("ssl.client.truststore.location", store.toString());
      client.set("ssl.client.truststore.password", new String(PASSWORD));
      client.set("ssl.client.truststore.type", "pkcs12");
      try (OutputStream out =
          Files.newOutputStream(folder.getRoot().toPath().resolve("ssl-client.xml"))) {
        client.writeXml(out);
      }
      assertEquals("{\"safe\":1}", error(address));
    }
  }

  private static SSLContext tls(Path store) throws Exception {
    KeyStore keys = KeyStore.getInstance("pkcs12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    return tls;
  }

  private void keytool(Path store) throws Exception {
    Path tool = Paths.get(System.getProperty("java.home"), "bin", "keytool");
    Process made =
        new ProcessBuilder(
                tool.toString(),
                "-genkeypair",
                "-alias",
                "daemon",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-storetype",
                "pkcs12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.newFile())
            .start();
    assertTrue(made.waitFor(1, TimeUnit.MINUTES));
    assertEquals(0, made.exitValue());
  }

  @Test
  public void endlessAnswersGarbageAndSilenceAreNamedWhileOthersAnswer() throws Exception {
    try (DaemonServer fine = new DaemonServer().on("/jmx", "{\"beans\":[]}");
        DaemonServer garbage = new DaemonServer().on("/jmx", "<html>\u0000\u0001");
        DaemonServer endless = new DaemonServer();
        ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        DaemonClients clients = new DaemonClients(conf, null, 10_000);
        ClusterPoller poller = new ClusterPoller(clients, new PrintWriter(new StringWriter()))) {
      endless.on(
          "/jmx",
          exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[1 << 16];
            for (int i = 0; i < 1 << 14; i++) { // 1 GB
              exchange.getResponseBody().write(block);
            }
          });
      List<ClusterDaemon> daemons = new ArrayList<>();
      for (String address :
          new String[] {
            "localhost:" + silent.getLocalPort(),
            garbage.address(),
            endless.address(),
            fine.address()
          }) {
        daemons.add(new ClusterDaemon(ClusterDaemon.Kind.NODE_MANAGER, address));
      }
      ClusterPoller.Answers<JmxPage> answers =
          poller.poll(daemons, (daemon, client) -> JmxPage.fetch(daemon.toString(), client, false));
      assertEquals("[" + daemons.get(3) + "]", answers.answers().keySet().toString());
      assertThat(answers.errors().get(daemons.get(0)), containsString("cannot be reached"));
      assertThat(answers.errors().get(daemons.get(1)), containsString("is not a /jmx page"));
      assertThat(answers.errors().get(daemons.get(2)), containsString("more than"));
    }
  }
}
