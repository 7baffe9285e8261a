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

import java.util.Collections;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.DispatcherHandlers;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.AuxiliaryServiceLookup;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.Mode;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardState;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.metrics.RecentDecisions;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.policy.NodeQueue;
import org.yarnext.mercury.policy.SheddingLimits;
import org.yarnext.mercury.policy.policing.DemandHistory;

/**
 * Puts Mercury into one NodeManager and takes it out again. Nothing is touched in mode off; a
 * refused configuration or a failure while installing leaves the NodeManager stock, with one log
 * line and a counter to say so.
 */
final class MercuryInstallation {
  private static final Logger LOG = LoggerFactory.getLogger(MercuryInstallation.class);

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
  private Set<ContainerId> recoveredRunning = Collections.emptySet();
  private boolean stockPausesVictims;
  private ScheduledExecutorService ticker;

  /** Reads the configuration and what must be read before the NodeManager recovers. */
  void prepare(Configuration conf, Context nmContext) {
    context = nmContext;
    try {
      MercuryConfiguration read = MercuryConfiguration.read(conf);
      if (read.mode() == Mode.OFF) {
        return;
      }
      metrics = newMetrics(read.mode());
      recoveredRunning = RecoveredRunning.read(context.getNMStateStore());
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
          return runtime;
        });
    ((NMContext) context)
        .setContainerManager(
            ContainerManagerInterposer.around(
                stockManager, this::report, limit -> limits(limit, dispatcher)));
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
            recoveredRunning)
        : new ShadowScheduler(stock, context, containers, guard, journal, this::newQueue);
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

  /** The status a heartbeat carries: stock's, with the queue that Mercury holds and its wait. */
  private OpportunisticContainersStatus report(OpportunisticContainersStatus stock) {
    if (!configuration.mode().acts() || guard.state() == GuardState.TRIPPED) {
      return stock;
    }
    return guard.callInline("mercury.report", () -> withQueue(stock), () -> stock);
  }

  private OpportunisticContainersStatus withQueue(OpportunisticContainersStatus stock) {
    OpportunisticContainersStatus s = OpportunisticContainersStatus.newInstance();
    s.setRunningOpportContainers(stock.getRunningOpportContainers());
    s.setOpportMemoryUsed(stock.getOpportMemoryUsed());
    s.setOpportCoresUsed(stock.getOpportCoresUsed());
    s.setQueuedOpportContainers(stock.getQueuedOpportContainers() + journal.held());
    s.setWaitQueueLength(stock.getWaitQueueLength() + journal.held() + journal.guaranteedWaiting());
    s.setOpportQueueCapacity(configuration.queueLimits().maxLength());
    s.setEstimatedQueueWaitTime(journal.waitAt(System.currentTimeMillis()).totalMsAsInt());
    return s;
  }

  private void limits(ContainerQueuingLimit limit, AsyncDispatcher dispatcher) {
    guard.runInline(
        "mercury.limits",
        () -> {
          SheddingLimits latest =
              new SheddingLimits(limit.getMaxQueueLength(), limit.getMaxQueueWaitTimeInMs());
          runtime.limits(latest);
          if (latest.any() && journal.held() > 0) {
            send(dispatcher, MercuryEvent.Kind.LIMITS);
          }
        },
        () -> {});
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
                    send(dispatcher, MercuryEvent.Kind.TICK);
                  }
                },
                () -> {});
    ScheduledFuture<?> unused =
        ticker.scheduleWithFixedDelay(
            tick, configuration.tickMs(), configuration.tickMs(), TimeUnit.MILLISECONDS);
  }

  private static void send(AsyncDispatcher dispatcher, MercuryEvent.Kind kind) {
    dispatcher.getEventHandler().handle(new MercuryEvent(kind));
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
