// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.cgroup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Makes of each node of a cluster a machine of its own: its containers run in a group with a bound
 * of CPU time. The groups are removed at the end of this process. Stateless.
 */
public final class NodeGroups {
  /** The group above those of the nodes. */
  public static final String PARENT = "yarnext-bench-nodes";

  /** For {@code yarn.mr-orchestrator.cgroup.parent}: another group on each node. */
  public static final String OF_NODE = PARENT + "/${" + ClusterSettings.NODE + "}";

  /** Where controllers usually are, of both versions. */
  private static final Path[] MOUNTS = {
    Paths.get("/sys/fs/cgroup"),
    Paths.get("/sys/fs/cgroup/cpu"),
    Paths.get("/sys/fs/cgroup/cpuacct"),
    Paths.get("/sys/fs/cgroup/memory")
  };

  /** As many as usually run at once. */
  private static final int PROCESSES = 8;

  private static final int REMOVALS = 50;
  private static final Logger LOG = LoggerFactory.getLogger(NodeGroups.class);

  private NodeGroups() {}

  /**
   * Makes the groups.
   *
   * @param journal a file that need not exist
   * @param cores what all containers of a node have together
   * @throws IOException if this machine does not allow it
   */
  public static void make(Path journal, int nodes, double cores) throws IOException {
    CgroupManager door = CgroupManager.open(PARENT, journal);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(door), "removing groups"));
    for (ResourceKind kind : ResourceKind.values()) {
      if (!door.problems(kind).isEmpty()) {
        throw new IOException(
            "Tasks cannot be steered on this machine, which needs root and cgroups: "
                + String.join("; ", door.problems(kind)));
      }
    }
    weigh();
    for (int i = 0; i < nodes; i++) {
      ContainerCgroup group = door.make("node" + i, 1000);
      door.values().setCpuQuota(group, Math.round(1000 * cores));
    }
  }

  /**
   * Lets all containers together count as several processes beside the daemons and what else runs,
   * as they do without groups. Without it they have the part of one.
   */
  private static void weigh() throws IOException {
    for (Path mount : MOUNTS) {
      Path shares = mount.resolve(PARENT).resolve("cpu.shares");
      Path weight = mount.resolve(PARENT).resolve("cpu.weight");
      if (Files.exists(shares)) {
        Files.write(shares, Integer.toString(1024 * PROCESSES).getBytes(US_ASCII));
      } else if (Files.exists(weight)) {
        Files.write(weight, Integer.toString(100 * PROCESSES).getBytes(US_ASCII));
      }
    }
  }

  /** The group of node {@code i}. */
  public static String of(int i) {
    return PARENT + "/node" + i;
  }

  /** Processes leave their groups a while after they were stopped. */
  private static void remove(CgroupManager door) {
    for (int i = 0; i < REMOVALS; i++) {
      for (Path mount : MOUNTS) {
        removeContainers(mount.resolve(PARENT));
      }
      if (door.close() == 0) {
        return;
      }
      Uninterruptibles.sleepUninterruptibly(100, TimeUnit.MILLISECONDS);
    }
  }

  /** Those that a node has left because it was stopped before them. */
  private static void removeContainers(Path parent) {
    try (DirectoryStream<Path> nodes = Files.newDirectoryStream(parent, "node*")) {
      for (Path node : nodes) {
        try (DirectoryStream<Path> containers = Files.newDirectoryStream(node, "container_*")) {
          for (Path container : containers) {
            Files.delete(container);
          }
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.debug("Some groups are still in use below {}", parent, e);
    }
  }
}
