// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.FinalRequestProcessor;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.PrepRequestProcessor;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.SyncRequestProcessor;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.rules.ExternalResource;
import org.junit.rules.TemporaryFolder;
import org.yarnext.testing.FreePort;

/** A ZooKeeper server in this JVM, on a free port, gone with the test. */
public final class ZooKeeperRule extends ExternalResource {
  private static final int TICK_MS = 500;
  private static final int NO_LIMIT = 0;

  /** Session time-out that clients may ask for, in ms; ZooKeeper's default is 20 ticks. */
  private static final int MAX_SESSION_MS = 600_000;

  private static final String ROOT = "/yarnext";

  static {
    // Nothing here is to survive a loss of power.
    System.setProperty("zookeeper.forceSync", "no");
    // Each call waits as long for a server that is down; Curator's default is 15 s.
    System.setProperty("curator-default-connection-timeout", "3000");
  }

  private final TemporaryFolder folder = new TemporaryFolder(new File("target"));
  private ZooKeeperServer server;
  private NIOServerCnxnFactory connections;
  private int port;
  private volatile long aheadMs;

  @Override
  public void before() throws IOException, InterruptedException {
    folder.create();
    port = FreePort.next(); // not of those that others may get while the server is stopped
    start();
  }

  /** Starts it again after {@link #stop}, with all it knew. */
  public void start() throws IOException, InterruptedException {
    server =
        new ZooKeeperServer(folder.getRoot(), folder.getRoot(), TICK_MS) {
          @Override
          protected void setupRequestProcessors() {
            RequestProcessor last = new FinalRequestProcessor(this);
            RequestProcessor sync = new SyncRequestProcessor(this, last);
            ((SyncRequestProcessor) sync).start();
            firstProcessor = new PrepRequestProcessor(this, ahead(sync));
            ((PrepRequestProcessor) firstProcessor).start();
          }
        };
    server.setMaxSessionTimeout(MAX_SESSION_MS);
    connections = new NIOServerCnxnFactory();
    connections.configure(new InetSocketAddress("127.0.0.1", port), NO_LIMIT);
    connections.startup(server);
  }

  /** Stamps records with the clock of a host that is ahead of this one. */
  private RequestProcessor ahead(RequestProcessor next) {
    return new RequestProcessor() {
      @Override
      public void processRequest(Request request) throws RequestProcessorException {
        if (request.getHdr() != null) {
          request.getHdr().setTime(request.getHdr().getTime() + aheadMs);
        }
        next.processRequest(request);
      }

      @Override
      public void shutdown() {
        next.shutdown();
      }
    };
  }

  /** Sets the lead of the server's clock over this host's, in ms; negative if it is behind. */
  public void setAhead(long ms) {
    aheadMs = ms;
  }

  /** Begins the term of another leader, which numbers the transactions from now on. */
  public void newTerm() {
    server.setZxid((server.getZxid() >>> 32) + 1 << 32);
  }

  /** Ends the session that created a record for its time, as if it had timed out. */
  public void expireOwner(String path) {
    DataNode record = server.getZKDatabase().getNode(ROOT + "/" + path);
    server.closeSession(record.stat.getEphemeralOwner());
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

  /** Configuration that finds the server. */
  public Configuration conf() {
    Configuration conf = new Configuration(false);
    conf.set(CommonConfigurationKeys.ZK_ADDRESS, "127.0.0.1:" + port);
    return conf;
  }

  /** A connection of its own. */
  public ZooKeeperRecordStore connect() throws IOException {
    return connect(conf());
  }

  /** The same with credentials. */
  public ZooKeeperRecordStore connect(Configuration conf) throws IOException {
    return ZooKeeperRecordStore.open(conf, ROOT);
  }

  @Override
  public void after() {
    stop();
    folder.delete();
  }
}
