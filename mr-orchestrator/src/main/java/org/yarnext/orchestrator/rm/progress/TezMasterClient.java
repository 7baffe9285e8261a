// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.channels.SocketChannel;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.util.LimitInputStream;
import org.apache.hadoop.yarn.server.webproxy.WebAppProxyServlet;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;
import org.apache.http.HttpHeaders;
import org.apache.http.HttpStatus;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.BasicHttpClientConnectionManager;
import org.apache.http.protocol.HttpContext;

/**
 * Client of one Tez Application Master's web service, for one call. Its filter admits only requests
 * from YARN's web proxy, with the user's name in a cookie; so this client sends from the proxy's
 * address if the proxy runs on this host, and with the same HTTP library as WebAppProxyServlet. It
 * follows no redirects and limits the response. Interrupting the thread ends the call.
 */
final class TezMasterClient implements AutoCloseable {
  /** Maximum length of the attempts in a request, whose limit is 64 kB in all. */
  private static final int MAX_CHARS = 32 << 10;

  private static final int BYTES_AN_ATTEMPT = 512;
  private static final int BYTES_BESIDE = 64 << 10;
  private static final int MAX_HEADERS = 100;
  private static final int LONGEST_HEADER = 8 << 10;

  private final ApplicationMasterEndpoint master;
  private final CloseableHttpClient client;

  /** Creates sockets whose calls end when the waiting thread is interrupted. */
  private static final class InterruptibleSocketFactory extends PlainConnectionSocketFactory {
    @Override
    public Socket createSocket(HttpContext context) throws IOException {
      return SocketChannel.open().socket();
    }
  }

  TezMasterClient(ApplicationMasterEndpoint master) {
    this.master = master;
    Configuration conf = master.conf();
    int timeoutMs = conf.getInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, 0);
    BasicHttpClientConnectionManager connection =
        new BasicHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("http", new InterruptibleSocketFactory())
                .build());
    connection.setSocketConfig(SocketConfig.custom().setSoTimeout(timeoutMs).build());
    connection.setConnectionConfig(
        ConnectionConfig.custom()
            .setMessageConstraints(
                MessageConstraints.custom()
                    .setMaxHeaderCount(MAX_HEADERS)
                    .setMaxLineLength(LONGEST_HEADER)
                    .build())
            .build());
    client = HttpClients.createMinimal(connection);
  }

  /**
   * Asks for the progress of as many attempts as fit into one request.
   *
   * @param places vertex, task and number of attempts in their DAG
   * @return progress by running attempt
   */
  Map<String, Double> progress(int dag, Set<String> places) throws IOException {
    StringBuilder query = new StringBuilder();
    int asked = 0;
    for (String place : places) {
      if (query.length() > MAX_CHARS) {
        break;
      }
      query.append(asked == 0 ? "" : ",").append(place);
      asked++;
    }
    String path =
        "/ui/ws/v2/tez/attemptsInfo?dagID=" + dag + "&limit=" + asked + "&attemptID=" + query;
    HttpGet get = new HttpGet(URI.create(master.web() + path));
    get.setConfig(request());
    get.setHeader(HttpHeaders.CONNECTION, "close");
    get.setHeader(
        "Cookie",
        WebAppProxyServlet.PROXY_USER_COOKIE_NAME
            + "="
            + URLEncoder.encode(master.caller().getUserName(), "ASCII"));
    try (CloseableHttpResponse response = client.execute(get)) {
      int status = response.getStatusLine().getStatusCode();
      if (status == HttpStatus.SC_NOT_FOUND) {
        // The DAG has ended.
        return Collections.emptyMap();
      }
      if (status != HttpStatus.SC_OK || response.getEntity() == null) {
        throw new IOException(master.web() + " answered " + response.getStatusLine());
      }
      return TezAttemptsParser.read(
          new LimitInputStream(
              response.getEntity().getContent(), BYTES_BESIDE + asked * (long) BYTES_AN_ATTEMPT));
    }
  }

  private RequestConfig request() throws IOException {
    Configuration conf = master.conf();
    InetAddress proxy =
        NetUtils.createSocketAddr(WebAppUtils.getProxyHostAndPort(conf)).getAddress();
    return RequestConfig.custom()
        .setConnectTimeout(
            conf.getInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_TIMEOUT_KEY, 0))
        .setSocketTimeout(conf.getInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, 0))
        // If this host is not the proxy, the Application Master's filter answers with a redirect.
        .setLocalAddress(proxy != null && NetUtils.isLocalAddress(proxy) ? proxy : null)
        .build();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
