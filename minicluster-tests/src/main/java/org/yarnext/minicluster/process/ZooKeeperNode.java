// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.zookeeper.client.FourLetterWordMain;
import org.apache.zookeeper.common.X509Exception.SSLContextException;
import org.apache.zookeeper.server.ZooKeeperServerMain;

/**
 * A ZooKeeper server in a process of its own, on a free port, which can hang; its files stay. Not
 * for several threads.
 */
public final class ZooKeeperNode implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final int HEAP_MB = 128;
  private static final String SESSIONS = "zk_global_sessions";

  private final int port;
  private final Path settings;
  private final DaemonProcess daemon;

  private ZooKeeperNode(Path dir, int port) throws IOException {
    this.port = port;
    settings = dir.resolve("zoo.cfg");
    daemon = new DaemonProcess("zookeeper", dir, HEAP_MB);
  }

  /** Starts one that keeps its data below a directory. */
  public static ZooKeeperNode start(Path dir) throws IOException {
    ZooKeeperNode node = new ZooKeeperNode(dir, FreePorts.on(HOST));
    Files.write(
        node.settings,
        Arrays.asList(
            "dataDir=" + dir.resolve("data"),
            "clientPortAddress=" + HOST,
            "clientPort=" + node.port,
            "tickTime=500",
            "maxClientCnxns=0",
            "admin.enableServer=false",
            "4lw.commands.whitelist=ruok,mntr"),
        UTF_8);
    try {
      node.startAgain();
      return node;
    } catch (IOException | RuntimeException | Error e) {
      node.close();
      throw e;
    }
  }

  /** For {@code hadoop.zk.address}. */
  public String address() {
    return HOST + ":" + port;
  }

  /** How many sessions clients have. */
  public long sessions() {
    for (String line : ask("mntr").split("\n")) {
      if (line.startsWith(SESSIONS)) {
        return Math.round(Double.parseDouble(line.substring(SESSIONS.length())));
      }
    }
    throw new IllegalStateException("ZooKeeper does not say how many sessions it has");
  }

  private String ask(String word) {
    try {
      return FourLetterWordMain.send4LetterWord(HOST, port, word);
    } catch (IOException | SSLContextException e) {
      return "";
    }
  }

  /** Stops its process as it is: clients wait for answers until they give up. */
  public void hang() throws IOException {
    daemon.hang();
  }

  /** Ends {@link #hang}. */
  public void goOn() throws IOException {
    daemon.goOn();
  }

  /** As {@code kill -9} does; its data stay. */
  public void kill() {
    daemon.kill();
  }

  /** Starts it on its data. */
  public void startAgain() throws IOException {
    daemon.start(ZooKeeperServerMain.class, settings.toString());
    daemon.await(() -> ask("ruok").startsWith("imok"));
  }

  /** Kills it for good, also while it hangs; clients see it as down. */
  @Override
  public void close() {
    daemon.close();
  }
}
