// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeEventType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.periodic.OwnerStopListener;
import org.yarnext.common.records.ResourceRequestDefaults;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.rm.promotion.PromotionMetrics;
import org.yarnext.mercury.rm.promotion.PromotionService;
import org.yarnext.mercury.rm.promotion.StartedContainerTracker;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;
import org.yarnext.mercury.rm.scheduler.AttemptEndMonitor;

/**
 * Hooks {@code yarn.resourcemanager.application-master-service.processors}, in front of {@link
 * MercuryAmsProcessor} if both are there: promotes running opportunistic containers while their
 * queue has room ({@link PromotionService}).
 */
public final class PromotionProcessor implements ApplicationMasterServiceProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(PromotionProcessor.class);
  private static final long MIN_STALE_MS = 10_000;

  private final Map<ApplicationAttemptId, PromotionService> attempts = new ConcurrentHashMap<>();
  private RMContext context;
  private ApplicationMasterServiceProcessor next;
  private AbstractYarnScheduler<?, ?> scheduler;
  private PromotionMetrics metrics;
  private StartedContainerTracker started;
  private AttemptEndMonitor ends;
  private AttemptRegistry masters;
  private LiveConfiguration.Listener follower;

  /** Null if it is refused: nothing is promoted. */
  private MercuryConfiguration configuration;

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    context = (RMContext) ams;
    next = nextOne;
    ends = new AttemptEndMonitor(context, this::forgetEnded);
    Configuration conf = context.getYarnConfiguration();
    masters = MercuryAmsProcessor.registry(context, conf);
    OwnerStopListener.of(context.getScheduler(), this::stopped);
    try {
      MercuryConfiguration read =
          MercuryCoordinator.configuration(context, conf, ConfigurationRegistry.Part.PROMOTION);
      ResourceManagerAuthorizer.serve(context, "mercury", read.live());
      scheduler = ActiveScheduler.of(context);
      metrics = new PromotionMetrics(read::promotionMode, read.guard());
      started =
          new StartedContainerTracker(
              context, metrics.guard(), Time::monotonicNow, staleAfterMs(conf));
      EventHandler<RMNodeEvent> heartbeats =
          event -> {
            if (read.promotionMode().decides()) {
              started.handle(event);
            }
          };
      context.getDispatcher().register(RMNodeEventType.class, heartbeats);
      ends.followEvents(metrics.guard());
      configuration = read;
      follower = (old, now) -> announce(conf);
      read.live().addListener(follower);
      read.installed(MercuryConfiguration.PROMOTION_MODE);
      announce(conf);
    } catch (InvalidConfigurationException e) {
      LOG.error("{} Nothing is promoted.", e.getMessage());
      FeatureMetrics.countRefused(
          "MercuryPromotion", "Running opportunistic containers made guaranteed");
    } catch (RuntimeException | LinkageError e) {
      // There is no guard yet, and an exception would keep the ResourceManager from starting.
      LOG.error("Feature mercury promotes nothing: it failed to start.", e);
    }
  }

  private void announce(Configuration conf) {
    if (configuration.promotionMode().decides()) {
      metrics.register(conf);
      LOG.info("Feature mercury's promotion is {}", configuration.promotionMode());
    } else {
      started.clear();
    }
  }

  /**
   * Returns the age after which a node's heartbeat is stale, in ms; three heartbeats may be missed.
   */
  private static long staleAfterMs(Configuration conf) {
    return Math.max(
        MIN_STALE_MS,
        3
            * conf.getLong(
                YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS,
                YarnConfiguration.DEFAULT_RM_NM_HEARTBEAT_INTERVAL_MS));
  }

  private void stopped() {
    attempts.clear();
    if (configuration != null) {
      configuration.live().removeListener(follower);
      started.clear();
      metrics.close();
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
    if (configuration != null && configuration.promotionMode().decides()) {
      metrics.guard().runInline("mercury.promote.register", () -> registered(attempt), () -> {});
    }
  }

  private void registered(ApplicationAttemptId attempt) {
    ends.sweep();
    // A master that registers again, such as an unmanaged one whose proxy restarted, may have
    // promotions pending.
    promotions(attempt);
  }

  private PromotionService promotions(ApplicationAttemptId attempt) {
    return attempts.computeIfAbsent(
        attempt,
        a ->
            new PromotionService(
                configuration::promotionPolicy, scheduler, started::has, Time::monotonicNow));
  }

  private void forgetEnded(Predicate<ApplicationAttemptId> ended) {
    attempts.keySet().removeIf(ended);
    masters.promotions().removeIf(ended);
  }

  @Override
  public void allocate(
      ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
      throws YarnException {
    FeatureMode mode = configuration == null ? FeatureMode.OFF : configuration.promotionMode();
    PromotionService promotions = attempts.get(attempt);
    if (promotions == null && mode.decides() && !AttemptEndMonitor.ended(context, attempt)) {
      // It registered while the mode was off.
      promotions =
          metrics
              .guard()
              .callInline("mercury.promote.register", () -> promotions(attempt), () -> null);
    }
    if (promotions == null) {
      masters.guard().runAlways("mercury.asks.defaults", () -> fill(request));
      next.allocate(attempt, request, response);
      return;
    }
    allocate(attempt, request, response, promotions, mode);
  }

  /** Must run in every mode, as in MercuryAmsProcessor, which may not be configured. */
  private static void fill(AllocateRequest request) {
    ResourceRequestDefaults.fill(request.getAskList());
  }

  private void allocate(
      ApplicationAttemptId attempt,
      AllocateRequest request,
      AllocateResponse response,
      PromotionService promotions,
      FeatureMode mode)
      throws YarnException {
    // Even when tripped or off, pending promotions must be withdrawn and their answers hidden from
    // the master.
    metrics
        .guard()
        .runAlways(
            "mercury.promote.withdraw", () -> begin(attempt, promotions, request, mode.acts()));
    if (mode.decides() && !promotions.isSkipped()) {
      metrics
          .guard()
          .runInline("mercury.promote", () -> ask(attempt, promotions, request, mode), () -> {});
    }
    promotions.report(masters.promotions(), attempt);
    try {
      next.allocate(attempt, request, response);
    } catch (YarnException | RuntimeException e) {
      promotions.unanswered();
      promotions.report(masters.promotions(), attempt);
      throw e;
    }
    if (!promotions.isIdle()) {
      metrics
          .guard()
          .runAlways(
              "mercury.promoted",
              () -> metrics.promoted.add(promotions.takeAnswers(response).size()));
      promotions.report(masters.promotions(), attempt);
    }
    if (!mode.decides() && promotions.isIdle()) {
      attempts.remove(attempt);
    }
  }

  private void begin(
      ApplicationAttemptId attempt,
      PromotionService promotions,
      AllocateRequest request,
      boolean acts) {
    fill(request);
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application != null) {
      promotions.begin(application, request.getUpdateRequests(), acts);
    }
  }

  private void ask(
      ApplicationAttemptId attempt,
      PromotionService promotions,
      AllocateRequest request,
      FeatureMode mode) {
    SchedulerApplicationAttempt application = ActiveScheduler.current(context, attempt);
    if (application == null) {
      return;
    }
    ApplicationAttemptRecord record = masters.find(attempt);
    Decision<List<String>> decision = promotions.decide(application, record);
    if (decision != null && mode.acts()) {
      promotions.ask(decision.value(), request);
    }
    if (decision != null) {
      metrics.explain(attempt, decision);
    }
  }

  @Override
  public void finishApplicationMaster(
      ApplicationAttemptId attempt,
      FinishApplicationMasterRequest request,
      FinishApplicationMasterResponse response) {
    next.finishApplicationMaster(attempt, request, response);
    attempts.remove(attempt);
    masters.promotions().removeIf(attempt::equals);
  }
}
