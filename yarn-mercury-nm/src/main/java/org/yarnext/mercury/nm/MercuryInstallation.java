/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.mercury.nm;

import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.DispatcherHandlers;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.AuxiliaryServiceLookup;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.metrics.RecentDecisions;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.policy.NodeQueue;
import org.yarnext.mercury.policy.policing.DemandHistory;

/**
 * Puts Mercury into one NodeManager and takes it out again. Nothing is touched in mode off (the
 * placement, {@link PlacementInstallation}, has a mode of its own); a refused configuration or a
 * failure while installing leaves the NodeManager stock, with one log line and a counter to say so.
 */
final class MercuryInstallation {
  private static final Logger LOG = LoggerFactory.getLogger(MercuryInstallation.class);

  private final PlacementInstallation placement = new PlacementInstallation();
  private static final long RECOVERY_POLL_MS = 20;

  private Context context;
  private ContainerManager stockManager;
  private MercuryConfiguration configuration;
  private FeatureMetrics metrics;
  private RecentDecisions decisions;
  private Guard guard;
  private NodeJournal journal;
  private NodeRuntime runtime;
  private DemandHistory demand;
  private EventHandler<ContainerSchedulerEvent> stockHandler;
  private RecoveredContainers recovered = new RecoveredContainers();
  private boolean stockPausesVictims;
  private ScheduledExecutorService ticker;

  /** Reads the configuration and what must be read before the NodeManager recovers. */
  void prepare(Configuration conf, Context nmContext) {
    context = nmContext;
    try {
      MercuryConfiguration read = MercuryConfiguration.read(conf);
      placement.install(read, conf, context);
      if (read.mode() == Mode.OFF) {
        return;
      }
      metrics = newMetrics(read.mode());
      recovered = RecoveredContainers.read(context.getNMStateStore());
      stockPausesVictims =
          conf.getBoolean(
              YarnConfiguration.NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION,
              YarnConfiguration.DEFAULT_NM_CONTAINER_QUEUING_USE_PAUSE_FOR_PREEMPTION);
      configuration = read;
    } catch (RefusedConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Exception | LinkageError e) {
      refuse("Feature mercury stays off: it failed to prepare.", e);
    }
  }

  /** Installs Mercury if it is not off. Every service of the NodeManager must be initialised. */
  void install(AsyncDispatcher dispatcher) {
    if (configuration == null) {
      return;
    }
    try {
      MercuryAuxiliaryService service =
          AuxiliaryServiceLookup.find(context.getAuxServices(), MercuryAuxiliaryService.class);
      if (service == null || service.estimates() == null) {
        refuse(
            "Feature mercury stays off: the auxiliary service mercury is missing: add mercury to"
                + " yarn.nodemanager.aux-services and set"
                + " yarn.nodemanager.aux-services.mercury.class="
                + MercuryAuxiliaryService.class.getName()
                + ".",
            null);
        return;
      }
      build(dispatcher, service);
      LOG.info("Feature mercury is {} on this NodeManager", configuration.mode());
    } catch (Exception | LinkageError e) {
      undo(dispatcher);
      refuse("Feature mercury stays off: it failed to install.", e);
    }
  }

  @SuppressWarnings("unchecked")
  private void build(AsyncDispatcher dispatcher, MercuryAuxiliaryService service) {
    LearntEstimates estimates = service.estimates();
    placement.learnFrom(estimates);
    demand = service.demand();
    guard = new Guard("mercury", configuration.guard(), System::nanoTime);
    journal = new NodeJournal(metrics, configuration.mode(), guard, estimates);
    metrics.gauge(
        "RecoveryRecordsRefused",
        "Recovery records set aside because they could not be read",
        service::recordsRefused);
    stockManager = context.getContainerManager();
    Containers containers =
        new Containers(stockManager.getContainerScheduler(), estimates, System::currentTimeMillis);
    DispatcherHandlers.replace(
        dispatcher,
        ContainerSchedulerEventType.class,
        current -> {
          stockHandler = current;
          runtime = newRuntime(current, containers);
          return front(dispatcher);
        });
    // One of an application that is no more is never scheduled again.
    recovered.running.retainAll(context.getContainers().keySet());
    Heartbeats heartbeats =
        new Heartbeats(configuration, guard, journal, runtime, dispatcher.getEventHandler());
    ((NMContext) context)
        .setContainerManager(
            ContainerManagerInterposer.around(
                stockManager, heartbeats::report, heartbeats::limits));
    metrics.register();
    decisions = new RecentDecisions("NodeManager", "MercuryDecisions", journal.ring());
    decisions.register();
    startTicker(dispatcher);
  }

  private NodeRuntime newRuntime(
      EventHandler<ContainerSchedulerEvent> stock, Containers containers) {
    return configuration.mode().acts()
        ? new MercuryScheduler(
            stock,
            context,
            containers,
            guard,
            journal,
            this::newQueue,
            configuration.reclaimTimeoutMs(),
            stockPausesVictims,
            recovered)
        : new ShadowScheduler(stock, context, containers, guard, journal, this::newQueue);
  }

  /**
   * What the dispatcher calls. Once recovery is complete, stock starts what it has recovered as
   * queued and has room for, at once: before those containers are initialised, so that their launch
   * fails. Here it is told a moment later; one that does not initialise holds the others up no
   * longer than the reclaim timeout.
   */
  private EventHandler<ContainerSchedulerEvent> front(AsyncDispatcher dispatcher) {
    if (!configuration.mode().acts()) {
      return runtime;
    }
    long latest = System.nanoTime() + configuration.reclaimTimeoutMs() * 1_000_000;
    return event -> {
      if (event.getType() == ContainerSchedulerEventType.RECOVERY_COMPLETED
          && isInitialising()
          && System.nanoTime() - latest < 0) {
        try {
          ScheduledFuture<?> unused =
              ticker.schedule(
                  () -> dispatcher.getEventHandler().handle(event),
                  RECOVERY_POLL_MS,
                  TimeUnit.MILLISECONDS);
          return;
        } catch (RejectedExecutionException stopping) {
          // As stock does it.
        }
      }
      runtime.handle(event);
    };
  }

  private boolean isInitialising() {
    for (ContainerId id : recovered.queued) {
      Container c = context.getContainers().get(id);
      if (c != null && c.getContainerState() == ContainerState.NEW) {
        return true;
      }
    }
    return false;
  }

  private NodeQueue newQueue(long lastRanMs) {
    return new NodeQueue(
        configuration.newQueueOrder(),
        configuration.newVictimPolicy(),
        configuration.newSheddingPolicy(),
        configuration.newCeiling(demand),
        configuration.queueLimits(),
        lastRanMs);
  }

  private void startTicker(AsyncDispatcher dispatcher) {
    ticker =
        Executors.newSingleThreadScheduledExecutor(
            r -> {
              Thread t = new Thread(r, "yarnext-mercury-ticker");
              t.setDaemon(true);
              return t;
            });
    Runnable tick =
        () ->
            guard.runInline(
                "mercury.tick",
                () -> {
                  if (journal.held() + journal.guaranteedWaiting() > 0) {
                    dispatcher.getEventHandler().handle(new MercuryEvent(MercuryEvent.Kind.TICK));
                  }
                },
                () -> {});
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(
            tick, configuration.tickMs(), configuration.tickMs(), TimeUnit.MILLISECONDS);
  }

  private void undo(AsyncDispatcher dispatcher) {
    if (stockHandler != null) {
      DispatcherHandlers.replace(
          dispatcher, ContainerSchedulerEventType.class, current -> stockHandler);
    }
    if (stockManager != null) {
      ((NMContext) context).setContainerManager(stockManager);
    }
    stop();
  }

  private void refuse(String message, Throwable cause) {
    LOG.error("{} Containers run as stock.", message, cause);
    configuration = null;
    placement.undo();
    metrics = newMetrics(Mode.OFF);
    metrics
        .counter("ConfigurationRefused", "Times Mercury stayed off because of its set-up")
        .add(1);
    metrics.register();
  }

  private static FeatureMetrics newMetrics(Mode mode) {
    return new FeatureMetrics(
        "Mercury", "Mercury's opportunistic containers on this node", () -> mode);
  }

  /**
   * Stops what runs beside the dispatcher; held containers stay in the NodeManager's state store.
   */
  void stop() {
    placement.undo();
    Masters.forget(context);
    if (ticker != null) {
      ticker.shutdownNow();
    }
    if (metrics != null) {
      metrics.unregister();
    }
    if (decisions != null) {
      decisions.unregister();
    }
    if (guard != null) {
      guard.close();
    }
  }
}
