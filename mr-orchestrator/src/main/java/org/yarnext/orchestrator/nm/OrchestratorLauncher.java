// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.orchestrator.OrchestratorConfiguration;
import org.yarnext.orchestrator.nm.cgroup.CgroupManager;
import org.yarnext.orchestrator.nm.tasks.NodeCapacity;

/**
 * Runs a {@link NodeOrchestrator} while the mode is not off, and replaces it whenever a live key
 * changes. A replacement works like a restart of the NodeManager: the former orchestrator restores
 * every value before the next one starts from the containers' tokens. While the mode is off, values
 * that could not be restored are tried again once a minute. Thread-safe.
 */
final class OrchestratorLauncher {
  private static final Logger LOG = LoggerFactory.getLogger(OrchestratorLauncher.class);
  private static final long RETRY_MS = TimeUnit.MINUTES.toMillis(1);

  private final LiveConfiguration live;
  private final Configuration hadoop;
  private final String hostName;
  private final NodeCapacity capacity;
  private final Host host;
  private final LiveConfiguration.Listener listener = this::follow;
  private volatile NodeOrchestrator current;
  private volatile Consumer<NodeOrchestrator> announcement = made -> {};

  /** An orchestrator that still waits for the kernel; null if there is none. */
  private NodeOrchestrator unfinished;

  private PeriodicTask undoing;
  private boolean isStarted;
  private boolean isStopped;

  /** Opens and restores the cgroups of this host. */
  interface Host {
    /** Opens the cgroups below a parent. */
    CgroupManager open(String parent) throws IOException;

    /** Restores all changes; returns the number of values and groups that are left. */
    int undo() throws IOException;
  }

  /**
   * @param live the settings; null if they were refused, as in mode off
   * @param hadoop the NodeManager's configuration
   * @param capacity the configured capacity
   */
  OrchestratorLauncher(
      LiveConfiguration live,
      Configuration hadoop,
      String hostName,
      NodeCapacity capacity,
      Host host) {
    this.live = live;
    this.hadoop = hadoop;
    this.hostName = hostName;
    this.capacity = capacity;
    this.host = host;
  }

  /** Makes the orchestrator, and follows the settings from now on; does not throw. */
  synchronized void init() {
    try {
      if (live != null) {
        live.addListener(listener);
        make(live.current());
      }
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Containers run as in stock YARN.", e.getMessage());
      FeatureMetrics.countRefused("MrOrchestrator", "Steering of running tasks on this node");
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Feature mr-orchestrator stays off: it failed to start.", e);
    }
    if (current == null) {
      undo();
    }
  }

  /** Starts the threads, once the NodeManager's services start. */
  synchronized void start() {
    isStarted = true;
    if (current != null) {
      current.start();
    }
  }

  /**
   * Sets how a replacement learns of the containers that this node has.
   *
   * @param nodeContainers called on the thread that changes the settings, without a lock of a
   *     container
   */
  void announceBy(Consumer<NodeOrchestrator> nodeContainers) {
    announcement = nodeContainers;
  }

  private void make(ConfigurationSnapshot settings)
      throws IOException, InvalidConfigurationException {
    OrchestratorConfiguration configuration = OrchestratorConfiguration.of(settings);
    if (configuration.mode() == FeatureMode.OFF) {
      return;
    }
    NodeOrchestrator made =
        new NodeOrchestrator(
            configuration, hadoop, hostName, capacity, host.open(configuration.cgroupParent()));
    LOG.info(
        "Feature mr-orchestrator is {} on this NodeManager: {}",
        configuration.mode().text(),
        made.cgroups());
    if (!made.problems().isEmpty()) {
      LOG.warn("The orchestrator skips resources that this host cannot steer: {}", made.problems());
    }
    current = made;
  }

  /**
   * Replaces the orchestrator.
   *
   * @throws IllegalStateException if the feature stays off although its mode is not: the message
   *     names the reason
   */
  private synchronized void follow(ConfigurationSnapshot old, ConfigurationSnapshot now) {
    if (isStopped) {
      return;
    }
    stopCurrent();
    try {
      if (OrchestratorConfiguration.of(now).mode() != FeatureMode.OFF) {
        awaitFormer();
        make(now);
      }
    } catch (InvalidConfigurationException e) {
      throw new IllegalStateException(e.getMessage() + " Containers run as in stock YARN.", e);
    } catch (IOException e) {
      throw new IllegalStateException("Feature mr-orchestrator stays off: " + e.getMessage(), e);
    } finally {
      if (current == null) {
        undo();
      }
    }
    if (current != null) {
      if (isStarted) {
        current.start();
      }
      announcement.accept(current);
    }
  }

  /** Waits until no former orchestrator or restorer can write any more. */
  private void awaitFormer() {
    boolean isIdle = undoing == null || undoing.close(NodeOrchestrator.STOP_MS);
    if (!isIdle || !isFormerDone()) {
      throw new IllegalStateException(
          "Feature mr-orchestrator stays off: the kernel has not answered its last step yet;"
              + " set the mode again later.");
    }
    undoing = null;
  }

  private boolean isFormerDone() {
    if (unfinished != null && unfinished.stop()) {
      unfinished = null;
    }
    return unfinished == null;
  }

  private void stopCurrent() {
    NodeOrchestrator stopped = current;
    current = null;
    if (stopped != null) {
      try {
        unfinished = stopped.stop() ? null : stopped;
      } catch (RuntimeException e) {
        LOG.warn("The orchestrator could not restore all values; that is tried again later", e);
      }
    }
  }

  /** Restores the remaining changes, now or later. */
  private void undo() {
    if (undoing == null && left() > 0) {
      undoing = new PeriodicTask("yarnext-mr-orchestrator-undo", RETRY_MS, this::undoAgain).start();
    }
  }

  /** Returns the number of values and groups that are left; 1 if unknown. */
  private int left() {
    try {
      int left = unfinished == null ? host.undo() : 1;
      if (left > 0) {
        LOG.warn(
            "{} cgroups and values of running containers are not restored; it is tried again every"
                + " minute",
            left);
      }
      return left;
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error("Values that the orchestrator changed earlier are not restored", e);
      return 1;
    }
  }

  /** Tries once more to restore the remaining changes; one try at a time. */
  void undoAgain() throws IOException {
    PeriodicTask task;
    synchronized (this) {
      task = undoing;
      if (task == null || current != null || isStopped || !isFormerDone()) {
        return;
      }
    }
    // Without the lock: a change of the settings closes this task and does not wait for the kernel.
    if (host.undo() == 0) {
      task.close();
      synchronized (this) {
        undoing = undoing == task ? null : undoing;
      }
    }
  }

  /** Stops for good, and restores the cgroups of all running containers. */
  synchronized void stop() {
    isStopped = true;
    if (live != null) {
      live.removeListener(listener);
    }
    if (undoing != null) {
      undoing.close();
    }
    stopCurrent();
  }

  /** Returns the orchestrator, or null while the feature is off. */
  NodeOrchestrator current() {
    return current;
  }

  /** Returns the settings; null if they were refused. */
  LiveConfiguration live() {
    return live;
  }
}
