/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.minicluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server inside this JVM, on a free port; its files stay. Not for several threads. */
public final class ZooKeeperNode implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final int TICK_MS = 500;
  private static final int NO_LIMIT = 0;

  private final Path dir;
  private final int port;
  private NIOServerCnxnFactory connections;
  private ZooKeeperServer server;

  private ZooKeeperNode(Path dir, int port) {
    this.dir = dir;
    this.port = port;
  }

  /** Starts one that keeps its data below a directory. */
  public static ZooKeeperNode start(Path dir) throws IOException {
    ZooKeeperNode node = new ZooKeeperNode(dir, FreePorts.on(HOST));
    node.start();
    return node;
  }

  /** Starts it again on the same port, with all it knew. */
  public void start() throws IOException {
    server =
        new ZooKeeperServer(
            Files.createDirectories(dir.resolve("snapshots")).toFile(),
            Files.createDirectories(dir.resolve("log")).toFile(),
            TICK_MS);
    connections = new NIOServerCnxnFactory();
    connections.configure(new InetSocketAddress(HOST, port), NO_LIMIT);
    try {
      connections.startup(server);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** For {@code hadoop.zk.address}. */
  public String address() {
    return HOST + ":" + port;
  }

  /** How many sessions clients have. */
  public long sessions() {
    return server.getZKDatabase().getSessionCount();
  }

  /** Stops it; clients see it as down. */
  @Override
  public void close() {
    connections.shutdown();
    server.shutdown();
  }
}
