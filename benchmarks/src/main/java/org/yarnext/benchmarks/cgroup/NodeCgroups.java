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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.minicluster.cluster.ClusterSettings;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.cgroup.ContainerCgroup;
import org.yarnext.orchestrator.policy.ResourceKind;

/**
 * Creates a cgroup for each node of a cluster on this machine, which limits the CPU time of the
 * node's containers. The groups are removed when this process exits. Stateless.
 */
public final class NodeCgroups {
  /** Parent of the nodes' groups. */
  public static final String PARENT = "yarnext-bench-nodes";

  /**
   * Value of {@code yarn.mr-orchestrator.cgroup.parent} that expands to a different group on each
   * node.
   */
  public static final String OF_NODE = PARENT + "/${" + ClusterSettings.NODE + "}";

  /** Usual mount points of the controllers, for both cgroup versions. */
  private static final Path[] MOUNTS = {
    Paths.get("/sys/fs/cgroup"),
    Paths.get("/sys/fs/cgroup/cpu"),
    Paths.get("/sys/fs/cgroup/cpuacct"),
    Paths.get("/sys/fs/cgroup/memory")
  };

  /** CPU weight of all containers together, in processes: as many as usually run at once. */
  private static final int PROCESSES = 8;

  private static final int REMOVALS = 50;
  private static final Logger LOG = LoggerFactory.getLogger(NodeCgroups.class);

  private NodeCgroups() {}

  /**
   * Returns why groups cannot be created on this machine; empty if they can.
   *
   * @param journal a file that need not exist
   */
  public static List<String> problems(Path journal) throws IOException {
    CgroupManager cgroups = CgroupManager.open(PARENT, journal);
    List<String> problems = new ArrayList<>();
    for (ResourceKind kind : ResourceKind.values()) {
      problems.addAll(cgroups.problems(kind));
    }
    cgroups.close();
    return problems;
  }

  /**
   * Creates the groups.
   *
   * @param journal a file that need not exist
   * @param cores CPU cores that all containers of a node share
   * @throws IOException if this machine does not allow it
   */
  public static void make(Path journal, int nodes, double cores) throws IOException {
    CgroupManager cgroups = CgroupManager.open(PARENT, journal);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(cgroups), "removing groups"));
    for (ResourceKind kind : ResourceKind.values()) {
      if (!cgroups.problems(kind).isEmpty()) {
        throw new IOException(
            "Tasks cannot be steered on this machine, since that needs root and cgroups: "
                + String.join("; ", cgroups.problems(kind)));
      }
    }
    weigh();
    for (int i = 0; i < nodes; i++) {
      ContainerCgroup group = cgroups.make("node" + i, 1000);
      cgroups.values().setCpuQuota(group, Math.round(1000 * cores));
    }
  }

  /**
   * Gives all containers together the CPU weight of several processes, as they have without groups.
   * Otherwise the group would weigh as much as one process.
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

  /** Returns the group of node {@code i}. */
  public static String of(int i) {
    return PARENT + "/node" + i;
  }

  /**
   * Removes the groups. Retries for a while, because processes leave their groups some time after
   * they are stopped.
   */
  private static void remove(CgroupManager cgroups) {
    for (int i = 0; i < REMOVALS; i++) {
      for (Path mount : MOUNTS) {
        removeContainers(mount.resolve(PARENT));
      }
      if (cgroups.close() == 0) {
        return;
      }
      Uninterruptibles.sleepUninterruptibly(100, TimeUnit.MILLISECONDS);
    }
  }

  /** Removes containers' groups that were left behind because their node stopped first. */
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
