// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.guard.ThrowingRunnable;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.records.ReservedAllocationTags;
import org.yarnext.common.records.ResourceRequestDefaults;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.CancelledRequestFilter;
import org.yarnext.mercury.application.ApplicationPolicyRegistry;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.CompletedContainerTranslator;
import org.yarnext.mercury.rm.placement.CentralPlacement;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.AttemptEndMonitor;
import org.yarnext.mercury.rm.scheduler.AttemptView;
import org.yarnext.mercury.rm.scheduler.ClusterDemandView;
import org.yarnext.mercury.rm.scheduler.ContainerEndMonitor;
import org.yarnext.mercury.rm.scheduler.QueueRefreshMonitor;
import org.yarnext.mercury.rm.scheduler.ResourceCalculatorMonitor;
import org.yarnext.mercury.rm.scheduler.ReturnedContainerRegistry;
import org.yarnext.mercury.rm.scheduler.SchedulerRequestSnapshot;

/**
 * Hooks {@code yarn.resourcemanager.application-master-service.processors}: divides applications'
 * requests by policy and quota, and places the opportunistic ones by the coordinator's waits, both
 * before stock's processors see them (Mercury sections 4 and 5). With distributed scheduling the
 * NodeManagers do both, and requests pass here unchanged; the application's tags and queue are sent
 * to the NodeManager of its master. Called by many threads, but by one at a time for each attempt.
 */
public final class MercuryAmsProcessor implements ApplicationMasterServiceProcessor {
  private final Map<ApplicationAttemptId, AttemptRequestHandler> routes = new ConcurrentHashMap<>();

  private RMContext context;
  private ApplicationMasterServiceProcessor next;
  private AttemptRegistry masters;

  /** Null if it is refused: all calls then pass unchanged. */
  private MercuryConfiguration configuration;

  /** Null until placement is no longer off. */
  private volatile CentralPlacement central;

  private volatile boolean placementFailed;

  /** True if requests are divided and placed here, as modes say. */
  private boolean here;

  /** Null unless NodeManagers divide requests. */
  private RegistrationPublisher proxies;

  private AttemptView attempts;
  private ReturnedContainerRegistry returned;
  private QueueRefreshMonitor refresh;
  private AttemptEndMonitor ends;

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    context = (RMContext) ams;
    next = nextOne;
    ends = new AttemptEndMonitor(context, this::forgetEnded);
    Configuration conf = context.getYarnConfiguration();
    masters = registry(context, conf);
    configuration = masters.configuration();
    if (configuration == null) {
      return;
    }
    ResourceManagerAuthorizer.serve(context, "mercury", configuration.live());
    attempts = new AttemptView(context, conf, configuration);
    boolean distributed = YarnConfiguration.isDistSchedulingEnabled(conf);
    here = YarnConfiguration.isOpportunisticContainerAllocationEnabled(conf) && !distributed;
    if (here || distributed) {
      configuration.installed(MercuryConfiguration.HYBRID_MODE);
      configuration.installed(MercuryConfiguration.PLACEMENT_MODE);
    } else {
      String why = "set " + YarnConfiguration.OPPORTUNISTIC_CONTAINER_ALLOCATION_ENABLED + "=true";
      configuration.unavailable(MercuryConfiguration.HYBRID_MODE, why);
      configuration.unavailable(MercuryConfiguration.PLACEMENT_MODE, why);
    }
    if (distributed) {
      proxies = new RegistrationPublisher(context, attempts);
    }
    if (here) {
      ApplicationPolicyRegistry policies = masters.policies();
      policies.demand(
          new ClusterDemandView(context, configuration::waitingDemand, masters.promotions()));
      policies.racks(node -> ActiveScheduler.rack(context, node));
      policies.labels(attempts::acceptsLabel);
      refresh = new QueueRefreshMonitor(context, masters);
      returned =
          new ReturnedContainerRegistry(
              context, masters.guard(), id -> masters.watches() || routes.containsKey(id));
      placement();
    }
    guarded("mercury.hybrid.events", this::followEvents);
    if (masters.watches()) {
      guarded(
          "mercury.hybrid.cores",
          () -> ResourceCalculatorMonitor.warn(context, context.getScheduler()));
      if (!distributed) {
        guarded(
            "mercury.hybrid.idle",
            () -> IneffectiveConfigurationDetector.warn(context, conf, configuration));
      }
    }
    OwnerStopListener.of(context.getScheduler(), this::stopped);
  }

  private void followEvents() {
    if (here) {
      context.getDispatcher().register(RMNodeEventType.class, returned);
      ContainerEndMonitor.report(context, masters, id -> CentralPlacement.hasRun(central, id));
    }
    if (here || proxies != null) {
      ends.followEvents(masters.guard());
    }
  }

  /** Returns the registry that the processors of a ResourceManager share. */
  static AttemptRegistry registry(RMContext context, Configuration conf) {
    return AttemptRegistry.of(
        context,
        conf,
        "ResourceManager",
        c -> MercuryCoordinator.configuration(context, c, ConfigurationRegistry.Part.MASTERS));
  }

  private void guarded(String hook, ThrowingRunnable step) {
    masters.guard().runInline(hook, step, () -> {});
  }

  private synchronized void makePlacement() {
    if (central == null) {
      central =
          new CentralPlacement(
              context,
              () -> MercuryCoordinator.rankings(context),
              masters,
              configuration,
              context.getYarnConfiguration());
    }
  }

  /** Returns the placement, which is made when it is first not off; null until then. */
  private CentralPlacement placement() {
    if (central == null && !placementFailed && configuration.placementMode().decides()) {
      masters
          .guard()
          .runInline("mercury.placement.make", this::makePlacement, () -> placementFailed = true);
    }
    return central;
  }

  private void stopped() {
    routes.clear();
    if (proxies != null) {
      proxies.clear();
    }
    if (returned != null) {
      returned.clear();
    }
    if (central != null) {
      central.close();
    }
    AttemptRegistry.forget(context);
  }

  @Override
  public void registerApplicationMaster(
      ApplicationAttemptId attempt,
      RegisterApplicationMasterRequest request,
      RegisterApplicationMasterResponse response)
      throws IOException, YarnException {
    next.registerApplicationMaster(attempt, request, response);
    if (here && (masters.watches() || routes.containsKey(attempt))) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.register",
              () -> registered(attempt, response),
              () -> forget(attempt));
    }
    if (proxies != null && masters.mode().decides()) {
      guarded("mercury.hybrid.tags", () -> proxies.registered(attempt, response));
    }
  }

  private void registered(
      ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    ends.sweep();
    AttemptRequestHandler route = routes.computeIfAbsent(attempt, this::newRoute);
    route.sees(ActiveScheduler.queue(context, attempt));
    if (placement() != null) {
      central.registered(attempt);
    }
    String queue = attempts.queue(attempt, response);
    Set<String> tags = attempts.tagsWithJob(attempt, queue);
    List<Container> previous = response.getContainersFromPreviousAttempts();
    List<Container> running = ActiveScheduler.running(context, attempt);
    if (!route.isTracked()
        && masters.dividesNothing(tags, queue)
        && !AttemptRequestHandler.hasOpportunistic(previous)
        && !AttemptRequestHandler.hasOpportunistic(running)) {
      masters.explainPolicy(attempt, tags, queue);
      return;
    }
    route.registered(
        tags,
        queue,
        attempts.defaultLabel(attempt),
        attempts.maximum(attempt, response.getMaximumResourceCapability()),
        previous);
    returned.add(attempt, running);
  }

  private AttemptRequestHandler newRoute(ApplicationAttemptId attempt) {
    return new AttemptRequestHandler(
        masters,
        this::placement,
        configuration::placementMode,
        attempt,
        () -> returned.take(attempt));
  }

  /**
   * Begins a call: its queue may have changed since the last one, or tracking may have to start.
   * Returns null if its requests are not divided here.
   */
  private AttemptRequestHandler begin(ApplicationAttemptId attempt, AllocateRequest request) {
    // In every mode: stock's processor fails on requests of masters built on Hadoop before 2.9.
    ResourceRequestDefaults.fill(request.getAskList());
    ReservedAllocationTags.removeFrom(request.getSchedulingRequests());
    if (!here) {
      return null;
    }
    refresh.look();
    AttemptRequestHandler route = routes.get(attempt);
    SchedulerApplicationAttempt known =
        route == null && !masters.watches() ? null : ActiveScheduler.current(context, attempt);
    if (route == null && known == null) {
      return null;
    }
    if (route == null) {
      // It registered while all modes were off.
      route = newRoute(attempt);
      route.hasRunning(ActiveScheduler.running(context, attempt));
      routes.put(attempt, route);
    }
    Queue queue = known == null ? null : known.getQueue();
    boolean changed = queue != null && route.sees(queue);
    if (changed && route.isTracked()) {
      String path = ActiveScheduler.path(queue);
      route.inQueue(
          path,
          attempts.defaultLabel(attempt),
          attempts.maximum(attempt, path),
          () -> snapshot(known).requests());
    } else if (queue != null && !route.isTracked() && masters.watches()) {
      boolean divides =
          (changed || route.isPutOff())
              && !masters.dividesNothing(attempts.tags(attempt), ActiveScheduler.path(queue));
      if (divides || route.mustTrack(request)) {
        if (CancelledRequestFilter.isAnyLeft(known.getOpportunisticContainerContext())) {
          route.putOff();
        } else {
          track(route, known, ActiveScheduler.path(queue));
        }
      }
    }
    return route;
  }

  private void track(AttemptRequestHandler route, SchedulerApplicationAttempt known, String queue) {
    ApplicationAttemptId attempt = known.getApplicationAttemptId();
    SchedulerRequestSnapshot snapshot = snapshot(known);
    route.track(
        attempts.tagsWithJob(attempt, queue),
        queue,
        attempts.defaultLabel(attempt),
        attempts.maximum(attempt, queue),
        snapshot.containers(),
        snapshot::requests);
  }

  private SchedulerRequestSnapshot snapshot(SchedulerApplicationAttempt attempt) {
    return SchedulerRequestSnapshot.of(
        attempt, ActiveScheduler.masterContainer(context, attempt.getApplicationAttemptId()));
  }

  @Override
  public void allocate(
      ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
      throws YarnException {
    AttemptRequestHandler route =
        masters
            .guard()
            .callInline(
                "mercury.allocate", () -> begin(attempt, request), () -> routes.get(attempt));
    if (route == null) {
      next.allocate(attempt, request, response);
      if (proxies != null) {
        guarded("mercury.hybrid.queue", () -> proxies.sendQueue(attempt, response));
      } else {
        guarded(
            "mercury.hybrid.response",
            () -> CompletedContainerTranslator.translate(response, false));
      }
      return;
    }
    if (!route.isTracked()) {
      next.allocate(attempt, request, response);
      route.afterUntracked(response);
      return;
    }
    request.setAskList(route.send(request, response));
    try {
      next.allocate(attempt, request, response);
    } catch (YarnException e) {
      route.refused();
      throw e;
    } catch (RuntimeException e) {
      route.undelivered();
      throw e;
    }
    route.after(response);
    List<ResourceRequest> cancelled = route.takeCancelled();
    if (!cancelled.isEmpty()) {
      guarded("mercury.hybrid.cancelled", () -> forgetCancelled(attempt, cancelled));
    }
  }

  /** Removes cancelled requests from stock's processor, which would keep them for ever. */
  private void forgetCancelled(ApplicationAttemptId attempt, List<ResourceRequest> cancelled) {
    SchedulerApplicationAttempt known = ActiveScheduler.current(context, attempt);
    if (known != null && known.getOpportunisticContainerContext() != null) {
      CancelledRequestFilter.remove(known.getOpportunisticContainerContext(), cancelled);
    }
  }

  @Override
  public void finishApplicationMaster(
      ApplicationAttemptId attempt,
      FinishApplicationMasterRequest request,
      FinishApplicationMasterResponse response) {
    next.finishApplicationMaster(attempt, request, response);
    forget(attempt);
  }

  private void forget(ApplicationAttemptId attempt) {
    if (proxies != null) {
      proxies.forget(attempt);
    }
    AttemptRequestHandler route = routes.remove(attempt);
    if (route != null) {
      route.forget();
    }
    masters.close(attempt);
  }

  private void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    if (returned != null) {
      returned.forgetEnded(ended);
    }
    if (proxies != null) {
      proxies.forgetEnded(ended);
    }
    if (central != null) {
      central.forgetEnded(ended);
    }
    routes.keySet().stream().filter(ended).forEach(this::forget);
  }
}
