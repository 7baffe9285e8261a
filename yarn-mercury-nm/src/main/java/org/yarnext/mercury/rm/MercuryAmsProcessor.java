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
package org.yarnext.mercury.rm;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
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
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.nodelabels.CommonNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.records.ReservedAllocationTags;
import org.yarnext.common.records.ResourceRequestDefaults;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.CancelledAsks;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.master.RegisteredApplication;
import org.yarnext.mercury.master.Sizes;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.asks.PolicyChoice;
import org.yarnext.mercury.policy.policing.Ceiling;

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
  private final Map<ApplicationAttemptId, AskRoute> routes = new ConcurrentHashMap<>();

  private RMContext context;
  private ApplicationMasterServiceProcessor next;
  private Masters masters;
  private CentralPlacement central;
  private boolean here;

  /** False while stock places, and ours is in shadow. */
  private boolean placesHere;

  /** Whether the NodeManagers divide, which know neither tags, paths of queues nor other nodes. */
  private boolean tells;

  /** The queues that NodeManagers were told of, by the attempts of their masters. */
  private final Map<ApplicationAttemptId, KnownQueue> told = new ConcurrentHashMap<>();

  private boolean labels;
  private Set<String> guaranteedTypes = Collections.emptySet();
  private Ceiling ceiling = Ceiling.NONE;
  private ReturnedContainers returned;
  private QueueRefresh refresh;

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    context = (RMContext) ams;
    next = nextOne;
    Configuration conf = context.getYarnConfiguration();
    masters = Masters.of(context, conf, "ResourceManager");
    boolean distributed = YarnConfiguration.isDistSchedulingEnabled(conf);
    here =
        masters.watches()
            && YarnConfiguration.isOpportunisticContainerAllocationEnabled(conf)
            && !distributed;
    tells = masters.mode().decides() && distributed;
    labels = YarnConfiguration.areNodeLabelsEnabled(conf);
    if (masters.mode().decides()) {
      masters.guard().runInline("mercury.hybrid.types", () -> readWhatIsKnownHere(conf), () -> {});
    }
    if (tells) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.events",
              () -> EndedAttempts.whenOne(context, masters.guard(), this::forgetEnded),
              () -> {});
    }
    if (here) {
      refresh = new QueueRefresh(context, masters);
      returned = new ReturnedContainers(context, masters.guard());
      masters
          .guard()
          .runInline(
              "mercury.hybrid.events",
              () -> {
                context.getDispatcher().register(RMNodeEventType.class, returned);
                EndedAttempts.whenOne(context, masters.guard(), this::forgetEnded);
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
              () -> UncountedCores.warn(context, context.getScheduler()),
              () -> {});
      if (!distributed) {
        masters
            .guard()
            .runInline(
                "mercury.hybrid.idle",
                () -> IdleSettings.warn(context, conf, central != null),
                () -> {});
      }
      OwnerStopListener.of(context.getScheduler(), this::stopped);
    }
  }

  private void readWhatIsKnownHere(Configuration conf) throws InvalidConfigurationException {
    MercuryConfiguration configuration = MercuryConfiguration.readForMasters(conf);
    guaranteedTypes = configuration.guaranteedTypes();
    ceiling = configuration.fixedCeiling();
  }

  private void makePlacement(MercuryConfiguration configuration, Configuration conf) {
    FeatureMode mode = configuration.placementMode();
    if (mode.decides()) {
      central = new CentralPlacement(context, masters, configuration, conf);
      placesHere = mode.acts();
    }
  }

  private void stopped() {
    routes.clear();
    told.clear();
    if (returned != null) {
      returned.clear();
    }
    if (central != null) {
      central.close();
    }
    Masters.forget(context);
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
    if (tells && passesProxy(attempt)) {
      masters
          .guard()
          .runInline(
              "mercury.hybrid.tags",
              () -> {
                Queue queue = ActiveScheduler.queue(context, attempt);
                if (queue != null) {
                  told.put(attempt, new KnownQueue(queue));
                }
                String label = labels ? defaultLabel(attempt) : null;
                RegisteredApplication.add(
                    tags(attempt),
                    queue(attempt, response),
                    label,
                    LeastNode.of(context, label, response.getMaximumResourceCapability(), ceiling),
                    response);
              },
              () -> {});
    }
  }

  /**
   * An unmanaged master talks to the ResourceManager itself, and nobody would take it out again.
   */
  private boolean passesProxy(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app != null && !app.getApplicationSubmissionContext().getUnmanagedAM();
  }

  private Set<String> tags(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    if (app == null) {
      return Collections.emptySet();
    }
    String type = String.valueOf(app.getApplicationType()).toUpperCase(Locale.ROOT);
    Set<String> tags = new HashSet<>(app.getApplicationTags());
    // Nobody but us sets this one.
    tags.removeIf(tag -> tag.toLowerCase(Locale.ROOT).startsWith(PolicyChoice.TYPE_PREFIX));
    if (guaranteedTypes.contains(type)) {
      tags.add(PolicyChoice.TYPE_PREFIX + type);
    }
    return tags;
  }

  private String queue(ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    Queue queue = ActiveScheduler.queue(context, attempt);
    return queue == null ? response.getQueue() : ActiveScheduler.path(queue);
  }

  /** As stock's processor and the scheduler fill it in; null if the application is gone. */
  private String defaultLabel(ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    if (app == null) {
      return null;
    }
    String label = app.getApplicationSubmissionContext().getNodeLabelExpression();
    Queue queue = label == null ? ActiveScheduler.queue(context, attempt) : null;
    label = queue == null ? label : queue.getDefaultNodeLabelExpression();
    return label == null ? CommonNodeLabelsManager.NO_LABEL : label;
  }

  /**
   * What an opportunistic container may have; null if nobody knows.
   *
   * @param allowed what the application may ask for; null if that is not known
   */
  private ResourceVector most(ApplicationAttemptId attempt, Resource allowed) {
    ResourceVector most = allowed == null ? null : Sizes.vector(allowed);
    // Who places here goes by the size of each node, stock by none.
    return placesHere
        ? most
        : Sizes.within(
            most, LeastNode.of(context, labels ? defaultLabel(attempt) : null, allowed, ceiling));
  }

  private void registered(
      ApplicationAttemptId attempt, RegisterApplicationMasterResponse response) {
    forgetEnded();
    AskRoute route =
        routes.computeIfAbsent(
            attempt, a -> new AskRoute(masters, central, placesHere, a, () -> returned.take(a)));
    route.registered(
        tags(attempt),
        queue(attempt, response),
        defaultLabel(attempt),
        most(attempt, response.getMaximumResourceCapability()),
        response.getContainersFromPreviousAttempts());
    route.sees(ActiveScheduler.queue(context, attempt));
    returned.add(attempt, ActiveScheduler.running(context, attempt));
  }

  /** The same of one whose asks the NodeManager of its master divides, which is told. */
  private void tellQueue(ApplicationAttemptId attempt, AllocateResponse response) {
    KnownQueue last = told.get(attempt);
    Queue queue = last == null ? null : ActiveScheduler.queue(context, attempt);
    if (queue != null && !last.is(queue)) {
      told.replace(attempt, last, new KnownQueue(queue));
      String path = ActiveScheduler.path(queue);
      String label = labels ? defaultLabel(attempt) : null;
      Resource most = context.getScheduler().getMaximumResourceCapability(path);
      RegisteredApplication.addQueue(
          path, label, LeastNode.of(context, label, most, ceiling), response);
    }
  }

  /** The application may have been moved since its last call, and its queue changed. */
  private void followQueue(ApplicationAttemptId attempt, AskRoute route) {
    Queue queue = ActiveScheduler.queue(context, attempt);
    if (queue != null && route.sees(queue)) {
      String path = ActiveScheduler.path(queue);
      route.inQueue(
          path,
          defaultLabel(attempt),
          most(attempt, context.getScheduler().getMaximumResourceCapability(path)));
    }
  }

  @Override
  public void allocate(
      ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
      throws YarnException {
    // In every mode: stock's processor fails at what masters built on Hadoop before 2.9 send.
    masters
        .guard()
        .runAlways(
            "mercury.asks.defaults",
            () -> {
              ResourceRequestDefaults.fill(request.getAskList());
              ReservedAllocationTags.removeFrom(request.getSchedulingRequests());
            });
    AskRoute route = routes.get(attempt);
    if (route == null) {
      next.allocate(attempt, request, response);
      if (tells) {
        masters
            .guard()
            .runInline("mercury.hybrid.queue", () -> tellQueue(attempt, response), () -> {});
      }
      return;
    }
    masters.guard().runInline("mercury.hybrid.refresh", refresh::look, () -> {});
    masters.guard().runInline("mercury.hybrid.queue", () -> followQueue(attempt, route), () -> {});
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
    if (!route.cancelled().isEmpty()) {
      masters
          .guard()
          .runAlways("mercury.hybrid.cancelled", () -> forgetCancelled(attempt, route.cancelled()));
    }
  }

  /** Stock's processor has taken note of these, and would keep them for ever. */
  private void forgetCancelled(ApplicationAttemptId attempt, List<ResourceRequest> cancelled) {
    SchedulerApplicationAttempt known = ActiveScheduler.current(context, attempt);
    OpportunisticContainerContext book =
        known == null ? null : known.getOpportunisticContainerContext();
    if (book != null) {
      CancelledAsks.remove(book, cancelled);
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
    told.remove(attempt);
    AskRoute route = routes.remove(attempt);
    if (route != null) {
      route.forget();
    }
    masters.close(attempt);
  }

  private void forgetEnded() {
    if (returned != null) {
      returned.forgetEnded();
    }
    Stream.of(routes, told)
        .flatMap(known -> known.keySet().stream())
        .filter(attempt -> EndedAttempts.ended(context, attempt))
        .forEach(this::forget);
  }
}
