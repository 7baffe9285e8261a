// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server on a free port that answers as a daemon does. */
public final class DaemonServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public DaemonServer() throws IOException {
    this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  DaemonServer(HttpServer server) {
    this.server = server;
    server.setExecutor(threads);
    server.start();
  }

  public DaemonServer on(String path, String text) {
    return on(path, exchange -> answer(exchange, 200, text));
  }

  public DaemonServer on(String path, HttpHandler handler) {
    server.createContext(path, handler);
    return this;
  }

  public DaemonServer nodes(String... nodes) {
    return on("/ws/v1/cluster/nodes", "{\"nodes\":{\"node\":[" + String.join(",", nodes) + "]}}");
  }

  public static String node(String state, String id, String web) {
    return "{\"state\":\""
        + state
        + "\",\"id\":\""
        + id
        + "\",\"nodeHTTPAddress\":\""
        + web
        + "\"}";
  }

  public static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  public String address() {
    InetSocketAddress its = server.getAddress();
    return (its.getAddress() instanceof Inet6Address ? "[::1]:" : "localhost:") + its.getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
