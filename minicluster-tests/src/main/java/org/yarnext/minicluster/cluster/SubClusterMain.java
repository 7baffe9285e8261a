// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;

/**
 * Main class of a {@link SubClusterProcess}: runs a ResourceManager, and one node in a separate
 * process. Both end when standard input ends, so they never outlive the process that started them.
 */
final class SubClusterMain {

  /**
   * Name of the file that contains the ResourceManager's web address. It appears once the
   * sub-cluster is ready.
   */
  static final String READY_FILE = "web-address";

  /**
   * Command on standard input: kill the NodeManager, but not its containers, and start it again.
   */
  static final int RESTART_NODE = 'r';

  /** Command on standard input: stop the ResourceManager. */
  static final int STOP_MANAGER = 's';

  /**
   * Command on standard input: stop the ResourceManager, if it runs, and start a new one on the
   * same addresses.
   */
  static final int RESTART_MANAGER = 'm';

  /** Command on standard input: let all unmanaged masters expire. */
  static final int EXPIRE_MASTERS = 'x';

  private static final int MB_PER_VCORE = 512;

  private SubClusterMain() {}

  /**
   * Runs the sub-cluster.
   *
   * @param args name, number of the node's host, directory, memory of the node in MB
   */
  public static void main(String[] args) throws IOException {
    Path dir = Paths.get(args[2]);
    int nodeMb = Integer.parseInt(args[3]);
    // The site file is on the class path, where YARN reads it again at each refresh of queues.
    try (MiniCluster cluster =
            MiniCluster.named(args[0])
                .nodes(0)
                .recovery(true)
                .firstHost(Integer.parseInt(args[1]))
                .nodeSize(nodeMb, Math.max(1, nodeMb / MB_PER_VCORE))
                .baseDir(dir)
                .start();
        NodeProcess node = NodeProcess.of(cluster)) {
      node.start();
      Path written = dir.resolve(READY_FILE + ".new");
      Files.write(written, cluster.webAddress().getBytes(UTF_8));
      Files.move(written, dir.resolve(READY_FILE), StandardCopyOption.ATOMIC_MOVE);
      for (int command = System.in.read(); command >= 0; command = System.in.read()) {
        if (command == RESTART_NODE) {
          node.kill();
          node.start();
        } else if (command == STOP_MANAGER) {
          cluster.stopResourceManager();
        } else if (command == RESTART_MANAGER) {
          cluster.restartResourceManager();
        } else if (command == EXPIRE_MASTERS) {
          cluster.expireUnmanagedMasters();
        }
      }
    }
    System.exit(0);
  }
}
