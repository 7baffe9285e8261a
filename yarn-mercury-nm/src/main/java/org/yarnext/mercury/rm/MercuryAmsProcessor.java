// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
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
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.records.ReservedAllocationTags;
import org.yarnext.common.records.ResourceRequestDefaults;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.CancelledRequestFilter;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.RegistrationRecord;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.rm.placement.CentralPlacement;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.AttemptEndMonitor;
import org.yarnext.mercury.rm.scheduler.AttemptView;
import org.yarnext.mercury.rm.scheduler.QueueLabelSnapshot;
import org.yarnext.mercury.rm.scheduler.QueueRefreshMonitor;
import org.yarnext.mercury.rm.scheduler.ResourceCalculatorMonitor;
import org.yarnext.mercury.rm.scheduler.ReturnedContainerRegistry;
import org.yarnext.mercury.rm.scheduler.SchedulerRequestSnapshot;

/**
 * Hooks {@code yarn.resourcemanager.application-master-service.processors}: divides applications'
 * asks by policy and quota, and places the opportunistic ones by the coordinator's waits, both
 * before stock's processors see them (Mercury sections 4 and 5). With distributed scheduling the
 * NodeManagers do both, and what comes here passes; the NodeManager of an application's master is
 * told the application's tags and queue.
 *
 * <p>An application's calls come one after the other, those of different applications at once.
 */
public final class MercuryAmsProcessor implements ApplicationMasterServiceProcessor {
  private final Map<ApplicationAttemptId, AttemptRequestHandler> routes = new ConcurrentHashMap<>();

  private RMContext context;
  private ApplicationMasterServiceProcessor next;
  private AttemptRegistry masters;
  private CentralPlacement central;
  private boolean here;

  /** False while stock places and Mercury's placement is in shadow. */
  private boolean placesHere;

  /**
   * True if NodeManagers divide requests; they know neither tags, queue paths nor other nodes and
   * get them from here.
   */
  private boolean sendsPolicies;

  /** The queues sent to NodeManagers, by the attempts of their masters. */
  private final Map<ApplicationAttemptId, QueueLabelSnapshot> sentQueues =
      new ConcurrentHashMap<>();

  private AttemptView attempts;
  private ReturnedContainerRegistry returned;
  private QueueRefreshMonitor refresh;

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    context = (RMContext) ams;
    next = nextOne;
    Configuration conf = context.getYarnConfiguration();
    masters = AttemptRegistry.of(context, conf, "ResourceManager");
    if (masters.watches()) {
      ResourceManagerAuthorizer.serve(context);
    }
    boolean distributed = YarnConfiguration.isDistSchedulingEnabled(conf);
    here =
        masters.watches()
            && YarnConfiguration.isOpportunisticContainerAllocationEnabled(conf)
            && !distributed;
    sendsPolicies = masters.mode().decides() && distributed;
    attempts = new AttemptView(context, conf);
    if (masters.mode().decides()) {
      masters.guard().runInline("mercury.hybrid.types", () -> attempts.read(conf), () -> {});
    }
    if (sendsPolicies) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.events",
              () -> AttemptEndMonitor.onAttemptEnd(context, masters.guard(), this::forgetEnded),
              () -> {});
    }
    if (here) {
      refresh = new QueueRefreshMonitor(context, masters);
      returned = new ReturnedContainerRegistry(context, masters.guard());
      masters
          .guard()
          .runInline(
              "mercury.hybrid.events",
              () -> {
                context.getDispatcher().register(RMNodeEventType.class, returned);
                AttemptEndMonitor.onAttemptEnd(context, masters.guard(), this::forgetEnded);
              },
              () -> {});
      masters
          .guard()
          .runInline(
              "mercury.placement.make",
              () -> makePlacement(MercuryConfiguration.readForMasters(conf), conf),
              () -> {});
    }
    if (masters.watches()) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.cores",
              () -> ResourceCalculatorMonitor.warn(context, context.getScheduler()),
              () -> {});
      if (!distributed) {
        masters
            .guard()
            .runInline(
                "mercury.hybrid.idle",
                () -> IneffectiveConfigurationMonitor.warn(context, conf, central != null),
                () -> {});
      }
      OwnerStopListener.of(context.getScheduler(), this::stopped);
    }
  }

  private void makePlacement(MercuryConfiguration configuration, Configuration conf) {
    FeatureMode mode = configuration.placementMode();
    if (mode.decides()) {
      central =
          new CentralPlacement(
              context, () -> MercuryCoordinator.rankings(context), masters, configuration, conf);
      placesHere = mode.acts();
    }
  }

  private void stopped() {
    routes.clear();
    sentQueues.clear();
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
    if (here) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.register",
              () -> registered(attempt, response),
              () -> forget(attempt));
    }
    if (sendsPolicies && passesProxy(attempt)) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.tags",
              () -> {
                Queue queue = ActiveScheduler.queue(context, attempt);
                if (queue != null) {
                  sentQueues.put(attempt, new QueueLabelSnapshot(queue));
                }
                RegistrationRecord.add(
                    attempts.tags(attempt),
                    attempts.queue(attempt, response),
                    attempts.defaultLabelIfAny(attempt),
                    attempts.smallestNode(attempt, response.getMaximumResourceCapability()),
                    response);
              },
              () -> {});
    }
  }

  /**
   * Returns whether the attempt's calls pass the AMRMProxy. An unmanaged master talks to the
   * ResourceManager itself, so no proxy would remove Mercury's records.
   */
  private boolean passesProxy(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app != null && !app.getApplicationSubmissionContext().getUnmanagedAM();
  }

  private void registered(
      ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    forgetEnded();
    AttemptRequestHandler route =
        routes.computeIfAbsent(
            attempt,
            a ->
                new AttemptRequestHandler(masters, central, placesHere, a, () -> returned.take(a)));
    route.sees(ActiveScheduler.queue(context, attempt));
    Set<String> tags = attempts.tags(attempt);
    String queue = attempts.queue(attempt, response);
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
        attempts.maximum(attempt, response.getMaximumResourceCapability(), placesHere),
        previous);
    returned.add(attempt, running);
  }

  /** Sends a queue change to the NodeManager that divides the attempt's requests. */
  private void sendQueue(ApplicationAttemptId attempt, AllocateResponse response) {
    QueueLabelSnapshot last = sentQueues.get(attempt);
    Queue queue = last == null ? null : ActiveScheduler.queue(context, attempt);
    if (queue != null && !last.is(queue)) {
      sentQueues.replace(attempt, last, new QueueLabelSnapshot(queue));
      String path = ActiveScheduler.path(queue);
      Resource allowed = context.getScheduler().getMaximumResourceCapability(path);
      RegistrationRecord.addQueue(
          path,
          attempts.defaultLabelIfAny(attempt),
          attempts.smallestNode(attempt, allowed),
          response);
    }
  }

  /**
   * Begins a call. The application may have been moved since its last one, its queue may have
   * changed, or tracking may have to start.
   *
   * @return null if its requests are not divided here
   */
  private AttemptRequestHandler begin(ApplicationAttemptId attempt, AllocateRequest request) {
    // Do this in every mode: stock's processor fails on requests of masters built on Hadoop
    // before 2.9.
    ResourceRequestDefaults.fill(request.getAskList());
    ReservedAllocationTags.removeFrom(request.getSchedulingRequests());
    AttemptRequestHandler route = routes.get(attempt);
    if (route == null) {
      return null;
    }
    refresh.look();
    SchedulerApplicationAttempt known = ActiveScheduler.current(context, attempt);
    Queue queue = known == null ? null : known.getQueue();
    boolean changed = queue != null && route.sees(queue);
    if (changed && route.isTracked()) {
      String path = ActiveScheduler.path(queue);
      route.inQueue(path, attempts.defaultLabel(attempt), maximum(attempt, path));
    } else if (queue != null && !route.isTracked()) {
      String path = ActiveScheduler.path(queue);
      boolean divides = changed && !masters.dividesNothing(attempts.tags(attempt), path);
      if (divides || route.mustTrack(request)) {
        track(route, known, path);
      }
    }
    return route;
  }

  private void track(AttemptRequestHandler route, SchedulerApplicationAttempt known, String queue) {
    ApplicationAttemptId attempt = known.getApplicationAttemptId();
    SchedulerRequestSnapshot snapshot =
        SchedulerRequestSnapshot.of(known, ActiveScheduler.masterContainer(context, attempt));
    route.track(
        attempts.tags(attempt),
        queue,
        attempts.defaultLabel(attempt),
        maximum(attempt, queue),
        snapshot.containers(),
        snapshot.requests());
  }

  private ResourceVector maximum(ApplicationAttemptId attempt, String queue) {
    Resource allowed = context.getScheduler().getMaximumResourceCapability(queue);
    return attempts.maximum(attempt, allowed, placesHere);
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
      if (sendsPolicies) {
        masters
            .guard()
            .runInline("mercury.hybrid.queue", () -> sendQueue(attempt, response), () -> {});
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
      masters
          .guard()
          .runAlways("mercury.hybrid.cancelled", () -> forgetCancelled(attempt, cancelled));
    }
  }

  /** Removes cancelled requests from stock's processor, which would keep them for ever. */
  private void forgetCancelled(ApplicationAttemptId attempt, List<ResourceRequest> cancelled) {
    SchedulerApplicationAttempt known = ActiveScheduler.current(context, attempt);
    OpportunisticContainerContext outstanding =
        known == null ? null : known.getOpportunisticContainerContext();
    if (outstanding != null) {
      CancelledRequestFilter.remove(outstanding, cancelled);
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
    sentQueues.remove(attempt);
    AttemptRequestHandler route = routes.remove(attempt);
    if (route != null) {
      route.forget();
    }
    masters.close(attempt);
  }

  private void forgetEnded() {
    if (returned != null) {
      returned.forgetEnded();
    }
    Stream.of(routes, sentQueues)
        .flatMap(known -> known.keySet().stream())
        .filter(attempt -> AttemptEndMonitor.ended(context, attempt))
        .forEach(this::forget);
  }
}
