// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Finds what ended jobs left behind: processes and cgroups of containers, directories of
 * applications, resources in use, pending requests, and queued containers. Stateless.
 */
public final class ClusterLeftovers {

  /** Result of {@link #of} if nothing is left. */
  public static final String NOTHING = "nothing";

  private static final long SETTLE_MS = 30_000;
  private static final long POLL_MS = 500;

  private ClusterLeftovers() {}

  /**
   * Waits up to 30 s until the leftovers of ended jobs are gone.
   *
   * @return a description of the leftovers, or {@link #NOTHING}
   */
  public static String of(DaemonCluster cluster) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MS);
    List<String> left = now(cluster);
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      left = now(cluster);
    }
    return left.isEmpty() ? NOTHING : String.join(", ", left);
  }

  private static List<String> now(DaemonCluster cluster) throws IOException {
    List<String> left = new ArrayList<>();
    add(left, "processes", cluster.containerPids().size());
    for (String metric : new String[] {"allocatedMB", "containersPending", "reservedMB"}) {
      add(left, metric, cluster.clusterMetric("rm", metric));
    }
    for (String node : cluster.names()) {
      if (node.startsWith("nm")) {
        add(left, node + " containers", cluster.containers(node));
      }
    }
    add(left, "directories of applications", directories(cluster));
    add(left, "cgroups", groups(cluster).size());
    return left;
  }

  /** Returns the number of application directories on the nodes, without logs. */
  public static int directories(DaemonCluster cluster) {
    int found = 0;
    String user = System.getProperty("user.name");
    for (String name : cluster.names()) {
      Path local = cluster.directory(name).resolve("local");
      for (String parent : new String[] {"usercache/" + user + "/appcache", "nmPrivate"}) {
        String[] entries =
            local.resolve(parent).toFile().list((any, entry) -> entry.startsWith("application_"));
        found += entries == null ? 0 : entries.length;
      }
    }
    return found;
  }

  /** Returns the cgroups that exist on this machine for containers of the cluster. */
  public static List<File> groups(DaemonCluster cluster) {
    List<File> groups = new ArrayList<>();
    for (String name : cluster.names()) {
      File[] applications = cluster.directory(name).resolve("logs").toFile().listFiles();
      for (File application : applications == null ? new File[0] : applications) {
        String[] containers = application.list();
        for (String container : containers == null ? new String[0] : containers) {
          for (File parent : parents(cluster.directory(name))) {
            groups.add(new File(parent, container));
          }
        }
      }
    }
    groups.removeIf(group -> !group.isDirectory());
    return groups;
  }

  /** Returns where a node has the parent cgroups of its containers, whether they exist or not. */
  private static List<File> parents(Path node) {
    List<File> parents = new ArrayList<>();
    for (String root : new String[] {"cpu", "cpuacct", "memory", "."}) {
      parents.add(new File("/sys/fs/cgroup/" + root, PlainSite.cgroupParent(node)));
    }
    return parents;
  }

  /** Removes the cgroups of a cluster whose daemons and containers have ended. */
  static void removeGroups(DaemonCluster cluster) {
    groups(cluster).forEach(File::delete);
    cluster.names().forEach(name -> parents(cluster.directory(name)).forEach(File::delete));
  }

  private static void add(List<String> left, String what, long number) {
    if (number != 0) {
      left.add(number + " " + what);
    }
  }
}
