// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.function.Supplier;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.ConfigurationSnapshot;
import org.yarnext.common.guard.Guard;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.shedding.SheddingLimits;

/**
 * Hooks the NodeManager's container-scheduler events and passes each to the scheduler of the
 * current mode: in mode off to stock's, unchanged. A new mode or setting applies from the next
 * event on, between two of them. No container is stopped, lost or scheduled twice by a switch:
 *
 * <ul>
 *   <li>From mode on: all waiting containers go to stock's scheduler, in order of arrival. While a
 *       guaranteed one waits for victims that are about to stop, the mode stays on, at most for the
 *       reclaim timeout. It also stays on while demotions have made the queue longer than stock's,
 *       until the first of them have started.
 *   <li>To mode on: containers in stock's queue stay there and start before later arrivals.
 * </ul>
 *
 * <p>All methods run on the dispatcher thread except {@link #mode} and {@link #limits}.
 */
public final class SchedulerSelector implements NodeRuntime {
  private final EventHandler<ContainerSchedulerEvent> stock;
  private final MercuryScheduler mercury;
  private final ShadowScheduler shadow;
  private final Supplier<ConfigurationSnapshot> settings;
  private final ContainerViewFactory containers;
  private final RecoveredContainerSnapshot recovered;
  private final Guard guard;
  private final NodeQueueMetrics metrics;
  private final long maxDelayMs;

  private volatile FeatureMode mode;

  /** The settings by which the schedulers were made. */
  private ConfigurationSnapshot seen;

  /** Time when the mode was to be lowered, in ms; -1 if it was not. */
  private long loweredMs = -1;

  /**
   * Creates a selector that starts in the current mode.
   *
   * @param stock receives every stock event exactly once, as the schedulers pass it
   * @param settings supplies the current settings
   * @param maxDelayMs maximum time for which a guaranteed container delays a lower mode, in ms
   */
  public SchedulerSelector(
      EventHandler<ContainerSchedulerEvent> stock,
      MercuryScheduler mercury,
      ShadowScheduler shadow,
      Supplier<ConfigurationSnapshot> settings,
      ContainerViewFactory containers,
      RecoveredContainerSnapshot recovered,
      Guard guard,
      NodeQueueMetrics metrics,
      long maxDelayMs) {
    this.stock = stock;
    this.mercury = mercury;
    this.shadow = shadow;
    this.settings = settings;
    this.containers = containers;
    this.recovered = recovered;
    this.guard = guard;
    this.metrics = metrics;
    this.maxDelayMs = maxDelayMs;
    this.seen = settings.get();
    this.mode = seen.get(MercuryConfiguration.MODE);
    if (!mode.acts()) {
      metrics.clear();
    }
  }

  @Override
  public FeatureMode mode() {
    return mode;
  }

  @Override
  public void limits(SheddingLimits latest) {
    mercury.limits(latest);
    shadow.limits(latest);
  }

  @Override
  public void onExited(Container c) {
    if (mode.acts()) {
      followClock();
      mercury.onExited(c);
    }
  }

  @Override
  public void handle(ContainerSchedulerEvent event) {
    followClock();
    ConfigurationSnapshot now = settings.get();
    FeatureMode wanted = now.get(MercuryConfiguration.MODE);
    if (now != seen || wanted != mode) {
      follow(now, wanted);
    }
    if (mode.acts()) {
      mercury.handle(event);
      return;
    }
    if (mode.decides()) {
      shadow.handle(event);
    } else if (!(event instanceof MercuryEvent)) {
      stock.handle(event);
    }
    if (!(event instanceof MercuryEvent)) {
      guard.runInline("mercury.track", () -> note(event), () -> {});
    }
  }

  /** Corrects the times of containers if the node's clock was set. */
  private void followClock() {
    long stepMs = containers.clockStepMs();
    if (stepMs != 0) {
      guard.runAlways(
          "mercury.clock",
          () -> {
            loweredMs += loweredMs < 0 ? 0 : stepMs;
            mercury.onClockSet(stepMs);
            if (mode.decides() && !mode.acts()) {
              shadow.begin();
            }
          });
    }
  }

  private void follow(ConfigurationSnapshot now, FeatureMode wanted) {
    boolean changed = now != seen;
    seen = now;
    FeatureMode before = mode;
    if (before.acts() && !wanted.acts() && !end()) {
      return;
    }
    loweredMs = -1;
    mode = wanted;
    if (wanted.acts()) {
      if (before.acts()) {
        mercury.settingsChanged();
      } else {
        mercury.begin();
      }
    } else if (wanted.decides() && (changed || before != wanted)) {
      shadow.begin();
    }
    if (before != wanted && !wanted.acts()) {
      metrics.clear();
    }
  }

  private boolean end() {
    long nowMs = containers.now();
    loweredMs = loweredMs < 0 ? nowMs : loweredMs;
    return mercury.end(nowMs - loweredMs > maxDelayMs);
  }

  /** Follows what stock's scheduler has handled alone, for a later change of modes. */
  private void note(ContainerSchedulerEvent event) {
    Container c = event.getContainer();
    switch (event.getType()) {
      case SCHEDULE_CONTAINER:
        if (recovered.running.remove(c.getContainerId())) {
          containers.onResumed(c);
        }
        break;
      case CONTAINER_COMPLETED:
        recovered.running.remove(c.getContainerId());
        recovered.killed.remove(c.getContainerId());
        containers.onCompleted(c);
        break;
      case RECOVERY_COMPLETED:
        recovered.queued.clear();
        break;
      default:
    }
  }
}
