// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.cgroup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.server.nodemanager.ContainerStateTransitionListener;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Container listener that launches every container in a memory cgroup (version 1) of the
 * container's size, so that its page cache counts against its memory (YARN-ME, section 2.1). For
 * measurements only.
 */
public final class CacheLimitListener implements ContainerStateTransitionListener {

  private static final Logger LOG = LoggerFactory.getLogger(CacheLimitListener.class);
  private static final Path ROOT = Paths.get("/sys/fs/cgroup/memory/yarnext-bench");

  @Override
  public void init(Context context) {
    try {
      Files.createDirectories(ROOT);
      if (!Files.isWritable(limit(ROOT))) {
        throw new IOException(limit(ROOT) + " cannot be written");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The page cache cannot be limited, which needs root and the memory controller of cgroup"
              + " v1: leave --limit-page-cache out",
          e);
    }
  }

  private static Path limit(Path group) {
    return group.resolve("memory.limit_in_bytes");
  }

  @Override
  public void preTransition(ContainerImpl container, ContainerState before, ContainerEvent event) {
    if (before != ContainerState.NEW || event.getType() != ContainerEventType.INIT_CONTAINER) {
      return;
    }
    Path group = ROOT.resolve(container.getContainerId().toString());
    try {
      Files.createDirectories(group);
      long bytes = container.getResource().getMemorySize() << 20;
      Files.write(limit(group), Long.toString(bytes).getBytes("US-ASCII"));
    } catch (IOException e) {
      LOG.error("{} runs with all the page cache there is", container.getContainerId(), e);
      return;
    }
    ContainerLaunchContext launch = container.getLaunchContext();
    List<String> commands = new ArrayList<>(launch.getCommands());
    // The shell becomes the container's process, and its children inherit the cgroup.
    commands.set(0, "echo $$ > " + group.resolve("cgroup.procs") + "; " + commands.get(0));
    launch.setCommands(commands);
  }

  @Override
  public void postTransition(
      ContainerImpl container, ContainerState before, ContainerState after, ContainerEvent event) {
    if (after == ContainerState.DONE) {
      try {
        Files.deleteIfExists(ROOT.resolve(container.getContainerId().toString()));
      } catch (DirectoryNotEmptyException e) {
        LOG.debug("Still in use", e);
      } catch (IOException e) {
        LOG.warn("A memory group stays behind", e);
      }
    }
  }
}
