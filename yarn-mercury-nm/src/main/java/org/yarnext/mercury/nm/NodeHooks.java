// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.event.AsyncDispatcher;
import org.apache.hadoop.yarn.event.DispatcherHandlers;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.nm.overallocation.OverallocationService;
import org.yarnext.mercury.nm.scheduler.ContainerViewFactory;
import org.yarnext.mercury.nm.scheduler.MercuryEvent;
import org.yarnext.mercury.nm.scheduler.MercuryScheduler;
import org.yarnext.mercury.nm.scheduler.NodeQueueMetrics;
import org.yarnext.mercury.nm.scheduler.RecoveredContainerSnapshot;
import org.yarnext.mercury.nm.scheduler.SchedulerSelector;
import org.yarnext.mercury.nm.scheduler.ShadowScheduler;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.node.NodeQueue;
import org.yarnext.mercury.policy.policing.DemandHistory;

/**
 * Installs Mercury's queue in one NodeManager: a {@link SchedulerSelector} in front of stock's
 * container scheduler and a {@link ContainerManagerInterposer} around the container manager. Once
 * the mode is no longer off, it also starts periodic ticks and registers the metrics. Removes all
 * of them together, even after a partial installation.
 */
final class NodeHooks {
  private static final Logger LOG = LoggerFactory.getLogger(NodeHooks.class);

  /** Interval of ticks while the node has no containers, in ms. */
  private static final long REST_MS = 10_000;

  private final Context context;
  private final MercuryConfiguration configuration;
  private final FeatureMetrics metrics;
  private final RecoveredContainerSnapshot recovered;
  private final boolean stockPausesVictims;
  private final Guard guard;
  private final PeriodicTask ticker;
  private final OverallocationService overallocation;
  private Runnable tick = () -> {};
  private ContainerManager stockManager;
  private EventHandler<ContainerSchedulerEvent> stockHandler;
  private EventHandler<ContainerEvent> stockContainers;
  private SchedulerSelector runtime;
  private LiveConfiguration.Listener follower;
  private NodeQueueMetrics published;

  /** Whether the last tick found nothing due; used by the ticker's thread. */
  private boolean isCalm;

  private final AtomicBoolean isUsageUnhandled = new AtomicBoolean();

  /** True once Mercury's queue was on; used by the dispatcher's thread. */
  private boolean hasActed;

  /**
   * Creates the hooks.
   *
   * @param metrics exclusive to these hooks; registered here
   * @param stockPausesVictims whether stock is configured to pause victims instead of killing them
   */
  NodeHooks(
      Context context,
      MercuryConfiguration configuration,
      FeatureMetrics metrics,
      RecoveredContainerSnapshot recovered,
      boolean stockPausesVictims) {
    this.context = context;
    this.configuration = configuration;
    this.metrics = metrics;
    this.recovered = recovered;
    this.stockPausesVictims = stockPausesVictims;
    this.guard = new Guard("mercury", configuration.guard(), System::nanoTime);
    // The ticker is needed to detect that a guaranteed container has waited too long.
    this.ticker =
        new PeriodicTask(
                "yarnext-mercury-ticker",
                Math.min(configuration.tickMs(), configuration.reclaimTimeoutMs()),
                () -> tick.run())
            .restingFor(this::restMs);
    this.overallocation = new OverallocationService(context, configuration, recovered.running);
  }

  /** Installs the hooks before the dispatcher starts; if it throws, {@link #undo} removes them. */
  void install(AsyncDispatcher dispatcher, MercuryAuxiliaryService service) {
    RunTimeEstimateCache estimates = service.estimates();
    NodeQueueMetrics queueMetrics =
        new NodeQueueMetrics(metrics, configuration::mode, guard, estimates);
    declareMetrics(service);
    stockManager = context.getContainerManager();
    ContainerViewFactory containers =
        new ContainerViewFactory(
            stockManager.getContainerScheduler(),
            estimates,
            configuration.claims(),
            System::currentTimeMillis,
            Time::monotonicNow);
    replaceHandlers(dispatcher, containers, queueMetrics, service.demand());
    // A container whose application has ended is never scheduled again.
    recovered.running.retainAll(context.getContainers().keySet());
    interpose(dispatcher, containers, queueMetrics);
    published = queueMetrics;
    tick = () -> tick(dispatcher, containers, queueMetrics);
    overallocation.onMeasured(() -> onMeasured(dispatcher));
    start(service);
    follower =
        (old, now) -> {
          start(service);
          // The change applies from the next event on.
          dispatch(dispatcher, MercuryEvent.Kind.TICK);
        };
    configuration.live().addListener(follower);
  }

  private void declareMetrics(MercuryAuxiliaryService service) {
    metrics.gauge(
        "RecoveryRecordsRefused",
        "Recovery records set aside because they could not be read",
        service::recordsRefused);
    ticker.show(metrics, "Ticks");
    overallocation.show(metrics);
    PeriodicTask.show(metrics, "RecordsSaved", service::savedAgeMs, service::saveFailures);
  }

  private void replaceHandlers(
      AsyncDispatcher dispatcher,
      ContainerViewFactory containers,
      NodeQueueMetrics queueMetrics,
      DemandHistory demand) {
    DispatcherHandlers.replace(
        dispatcher,
        ContainerSchedulerEventType.class,
        current -> {
          stockHandler = current;
          runtime = newRuntime(current, containers, queueMetrics, demand);
          return front(dispatcher);
        });
    DispatcherHandlers.replace(
        dispatcher,
        ContainerEventType.class,
        current -> {
          stockContainers = current;
          return killOrder(current, dispatcher, queueMetrics);
        });
  }

  private void interpose(
      AsyncDispatcher dispatcher, ContainerViewFactory containers, NodeQueueMetrics queueMetrics) {
    HeartbeatInterceptor heartbeats =
        new HeartbeatInterceptor(
            context,
            containers,
            configuration,
            guard,
            queueMetrics,
            runtime,
            dispatcher.getEventHandler());
    ((NMContext) context)
        .setContainerManager(
            ContainerManagerInterposer.around(
                stockManager, heartbeats::report, heartbeats::limits));
  }

  /**
   * Dispatches a measurement unless the last one is still in the queue: several at once, after a
   * pause of the dispatcher, would start more than the slow start allows.
   */
  private void onMeasured(AsyncDispatcher dispatcher) {
    if (!isUsageUnhandled.getAndSet(true)) {
      try {
        dispatch(dispatcher, MercuryEvent.Kind.USAGE);
      } catch (RuntimeException e) {
        isUsageUnhandled.set(false);
        throw e;
      }
    }
  }

  private static void dispatch(AsyncDispatcher dispatcher, MercuryEvent.Kind kind) {
    dispatcher.getEventHandler().handle(new MercuryEvent(kind));
  }

  /** Starts the tasks beside the dispatcher, unless the mode is off or they have started. */
  private void start(MercuryAuxiliaryService service) {
    if (configuration.mode().decides()) {
      service.open();
      published.register(context.getConf());
      ticker.start();
      LOG.info("Feature mercury is {} on this NodeManager", configuration.mode());
    }
    overallocation.start();
  }

  /**
   * Returns a handler that is stock's until Mercury's queue is first on. It stays when the mode is
   * lowered, since a stop of Mercury's may be on its way.
   */
  private EventHandler<ContainerEvent> killOrder(
      EventHandler<ContainerEvent> stock,
      AsyncDispatcher dispatcher,
      NodeQueueMetrics queueMetrics) {
    KillOrderHandler handler =
        new KillOrderHandler(stock, context, dispatcher, guard, queueMetrics.exitsDelayed);
    return event -> {
      hasActed = hasActed || runtime.mode().acts();
      if (hasActed) {
        handler.handle(event);
      } else {
        stock.handle(event);
      }
    };
  }

  private SchedulerSelector newRuntime(
      EventHandler<ContainerSchedulerEvent> stock,
      ContainerViewFactory containers,
      NodeQueueMetrics queueMetrics,
      DemandHistory demand) {
    return new SchedulerSelector(
        stock,
        new MercuryScheduler(
            stock,
            context,
            containers,
            guard,
            queueMetrics,
            lastRanMs -> newQueue(demand, lastRanMs),
            configuration.reclaimTimeoutMs(),
            stockPausesVictims,
            recovered,
            overallocation),
        new ShadowScheduler(
            stock,
            context,
            containers,
            guard,
            queueMetrics,
            recovered,
            lastRanMs -> newQueue(demand, lastRanMs)),
        configuration.live()::current,
        containers,
        recovered,
        guard,
        queueMetrics,
        configuration.reclaimTimeoutMs());
  }

  private NodeQueue newQueue(DemandHistory demand, long lastRanMs) {
    return new NodeQueue(
        configuration.newQueueOrder(),
        configuration.newVictimPolicy(),
        configuration.newSheddingPolicy(),
        configuration.newCeiling(demand),
        configuration.queueLimits(),
        lastRanMs);
  }

  /** Returns the handler that the dispatcher calls. */
  private EventHandler<ContainerSchedulerEvent> front(AsyncDispatcher dispatcher) {
    RecoveryDelayHandler monitor =
        new RecoveryDelayHandler(
            runtime,
            context,
            recovered,
            ticker,
            dispatcher.getEventHandler(),
            configuration.reclaimTimeoutMs());
    return event -> {
      if (event.getType() == ContainerSchedulerEventType.SCHEDULE_CONTAINER) {
        ticker.wake();
        overallocation.wake();
      }
      if (event instanceof MercuryEvent
          && ((MercuryEvent) event).kind() == MercuryEvent.Kind.USAGE) {
        isUsageUnhandled.set(false);
      }
      (runtime.mode().acts() ? monitor : runtime).handle(event);
    };
  }

  private long restMs() {
    return isCalm && context.getContainers().isEmpty() ? REST_MS : 0;
  }

  /**
   * Handles the end of a container's process, or its coming stop; on the dispatcher's thread. The
   * run time is sent only if the application's side reads it; otherwise the application would see
   * the line.
   */
  void onExited(Container c) {
    boolean isRead =
        configuration.hybridMode().decides() || configuration.placementMode().decides();
    if (runtime != null && isRead) {
      runtime.onExited(c);
    }
  }

  private void tick(
      AsyncDispatcher dispatcher, ContainerViewFactory containers, NodeQueueMetrics queueMetrics) {
    // Run while the guard is tripped, too: a call of a heartbeat may have tripped it, and held
    // containers go to stock at the next event.
    isCalm = false;
    guard.runAlways(
        "mercury.tick",
        () -> {
          FeatureMode mode = configuration.mode();
          isCalm =
              mode == runtime.mode() && !(mode.decides() && queueMetrics.isDue(containers.total()));
          if (!isCalm) {
            dispatch(dispatcher, MercuryEvent.Kind.TICK);
          }
        });
  }

  /** Restores the replaced handlers. */
  void undo(AsyncDispatcher dispatcher) {
    if (stockHandler != null) {
      DispatcherHandlers.replace(
          dispatcher, ContainerSchedulerEventType.class, current -> stockHandler);
    }
    if (stockContainers != null) {
      DispatcherHandlers.replace(dispatcher, ContainerEventType.class, current -> stockContainers);
    }
    if (stockManager != null) {
      ((NMContext) context).setContainerManager(stockManager);
    }
    stop();
  }

  /**
   * Stops the threads and beans beside the dispatcher; held containers stay in the NodeManager's
   * state store.
   */
  void stop() {
    ticker.close();
    overallocation.close();
    if (follower != null) {
      configuration.live().removeListener(follower);
    }
    if (published != null) {
      published.close();
    }
    guard.close();
  }
}
