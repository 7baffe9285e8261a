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
package org.yarnext.federation.store;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;

/** A ZooKeeper server in this JVM, on a free port, gone with the test. */
public final class ZooKeeperRule extends ExternalResource {
  private static final int TICK_MS = 500;
  private static final int NO_LIMIT = 0;

  static {
    // Nothing here is to survive a loss of power.
    System.setProperty("zookeeper.forceSync", "no");
  }

  private final TemporaryFolder folder = new TemporaryFolder(new File("target"));
  private ZooKeeperServer server;
  private NIOServerCnxnFactory connections;
  private int port;

  @Override
  public void before() throws IOException, InterruptedException {
    folder.create();
    start();
  }

  /** Starts it again after {@link #stop}, with all it knew. */
  public void start() throws IOException, InterruptedException {
    server = new ZooKeeperServer(folder.getRoot(), folder.getRoot(), TICK_MS);
    connections = new NIOServerCnxnFactory();
    connections.configure(new InetSocketAddress("127.0.0.1", port), NO_LIMIT);
    connections.startup(server);
    port = connections.getLocalPort();
  }

  public void stop() {
    connections.shutdown();
    server.shutdown();
  }

  public int port() {
    return port;
  }

  /** How many calls it got, signs of life among them. */
  public long calls() {
    return server.serverStats().getPacketsReceived();
  }

  /** How many clients are connected. */
  public int connections() {
    return connections.getNumAliveConnections();
  }

  /** What finds it. */
  public Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + port);
    return conf;
  }

  /** A connection of its own. */
  public ZooKeeperRecords connect() throws IOException {
    return connect(conf());
  }

  /** The same with credentials. */
  public ZooKeeperRecords connect(Configuration conf) throws IOException {
    return ZooKeeperRecords.open(conf, "/yarnext");
  }

  @Override
  public void after() {
    stop();
    folder.delete();
  }
}
