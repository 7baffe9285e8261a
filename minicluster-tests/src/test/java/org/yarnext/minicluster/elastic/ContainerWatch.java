// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.yarnext.minicluster.cluster.MiniCluster;

/**
 * Looks at a cluster's containers while they run and keeps what it sees: what the ResourceManager
 * says of their size, and the command lines of their JVMs. Both by container id.
 */
public final class ContainerWatch implements AutoCloseable {
  private static final long POLL_MS = 100;
  private static final Pattern HEAP = Pattern.compile("\\x00-Xmx(\\d+)([kKmM])(?=\\x00)");
  private static final String CONTAINER = "container_";

  private final MiniCluster cluster;
  private final Map<String, ReportedContainer> granted = new TreeMap<>();
  private final Map<String, ContainerJvm> jvms = new TreeMap<>();
  private final Thread thread = new Thread(this::watch, "watching containers");
  private volatile boolean closed;
  private volatile RuntimeException failure;

  ContainerWatch(MiniCluster cluster) {
    this.cluster = cluster;
    thread.start();
  }

  private void watch() {
    try {
      while (!closed) {
        look();
        Thread.sleep(POLL_MS);
      }
    } catch (IOException e) {
      failure = new IllegalStateException("Containers cannot be watched", e);
    } catch (RuntimeException e) {
      failure = e;
    } catch (InterruptedException e) {
      failure = new IllegalStateException("Interrupted", e);
    }
  }

  private void look() throws IOException {
    Map<String, ReportedContainer> now = running(cluster);
    synchronized (this) {
      granted.putAll(now);
    }
    for (int i = 0; i < cluster.size(); i++) {
      for (String pid : cluster.containerPids(i)) {
        read(pid);
      }
    }
  }

  /** Copy of the live containers as the ResourceManager reports them. */
  public static Map<String, ReportedContainer> running(MiniCluster cluster) {
    Map<String, ReportedContainer> now = new TreeMap<>();
    ResourceManager rm = cluster.resourceManager();
    AbstractYarnScheduler<?, ?> scheduler =
        rm == null ? null : (AbstractYarnScheduler<?, ?>) rm.getResourceScheduler();
    if (scheduler == null || scheduler.getSchedulerApplications() == null) {
      return now; // it restarts
    }
    for (SchedulerApplication<?> application : scheduler.getSchedulerApplications().values()) {
      SchedulerApplicationAttempt attempt = application.getCurrentAppAttempt();
      if (attempt != null) {
        for (RMContainer container : attempt.getLiveContainers()) {
          now.put(container.getContainerId().toString(), new ReportedContainer(container));
        }
      }
    }
    return now;
  }

  private void read(String pid) {
    String command;
    String status;
    Path directory;
    try {
      command = new String(Files.readAllBytes(Paths.get("/proc", pid, "cmdline")), UTF_8);
      status = new String(Files.readAllBytes(Paths.get("/proc", pid, "status")), UTF_8);
      directory = Files.readSymbolicLink(Paths.get("/proc", pid, "cwd"));
    } catch (IOException e) {
      return; // ended meanwhile
    }
    String container = directory.getFileName().toString();
    long kb = heapKb(command);
    if (kb > 0 && container.startsWith(CONTAINER)) {
      synchronized (this) {
        ContainerJvm known = jvms.get(container);
        // One that the JVM has just forked looks like itself until it is another program.
        if (known == null || !status.contains("\nPPid:\t" + known.pid + "\n")) {
          jvms.put(container, new ContainerJvm(pid, kb, command));
        }
      }
    }
  }

  /** The heap by the last option, which is the one that the JVM obeys; -1 if there is none. */
  private static long heapKb(String command) {
    long kb = -1;
    Matcher heap = HEAP.matcher(command);
    while (heap.find()) {
      long size = Long.parseLong(heap.group(1));
      kb = heap.group(2).equalsIgnoreCase("m") ? size * 1024 : size;
    }
    return kb;
  }

  /** The latest that was said of each container; a copy. */
  public synchronized Map<String, ReportedContainer> granted() {
    check();
    return new TreeMap<>(granted);
  }

  /** The JVM of each container that had one; a copy. */
  public synchronized Map<String, ContainerJvm> jvms() {
    check();
    return new TreeMap<>(jvms);
  }

  /** The heaps of the JVMs whose containers were asked for at this priority, in KB. */
  Set<Long> heapsKb(int priority) {
    Map<String, ReportedContainer> sizes = granted();
    return jvms().entrySet().stream()
        .filter(jvm -> sizes.get(jvm.getKey()).priority == priority)
        .map(jvm -> jvm.getValue().heapKb)
        .collect(Collectors.toSet());
  }

  private void check() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join();
    check();
  }
}
