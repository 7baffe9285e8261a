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
 * A ZooKeeper server in its own process, on a free port. It can be suspended, killed and started
 * again; its files remain. Not thread-safe.
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

  /** Starts a server whose data is below the given directory. */
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

  /** Returns its address, as a value of {@code hadoop.zk.address}. */
  public String address() {
    return HOST + ":" + port;
  }

  /** Returns the number of client sessions. */
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

  /** Suspends the process: clients wait for answers until they time out. */
  public void hang() throws IOException {
    daemon.hang();
  }

  /** Resumes the process after {@link #hang}. */
  public void resume() throws IOException {
    daemon.resume();
  }

  /** Kills the server as {@code kill -9} does. Its data remains. */
  public void kill() {
    daemon.kill();
  }

  /** Starts the server on its existing data. */
  public void startAgain() throws IOException {
    daemon.start(ZooKeeperServerMain.class, settings.toString());
    daemon.await(() -> ask("ruok").startsWith("imok"));
  }

  /** Kills the server for good, even if it hangs. */
  @Override
  public void close() {
    daemon.close();
  }
}
