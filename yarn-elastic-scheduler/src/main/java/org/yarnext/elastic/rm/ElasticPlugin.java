// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.common.conf.reload.LiveConfiguration;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.common.conf.reload.SiteConfigurationReader;
import org.yarnext.common.explain.ResourceManagerAuthorizer;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.common.settings.FeatureSettings;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.job.ElasticAttemptView;
import org.yarnext.elastic.rm.job.FinishOrder;
import org.yarnext.elastic.rm.metrics.ElasticMetrics;
import org.yarnext.elastic.rm.reservation.ReservationManager;
import org.yarnext.elastic.rm.sizing.ContainerSizer;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/**
 * The hooks of elastic placement in one scheduler, in the order of a container's life. Does nothing
 * if the feature is off or its configuration is refused: the scheduler is then exactly stock.
 *
 * <p>Made, started and stopped by the thread that starts and stops the scheduler; the hooks may be
 * called by any thread and never throw.
 */
public final class ElasticPlugin {
  private static final Logger LOG = LoggerFactory.getLogger(ElasticPlugin.class);

  private final ElasticHost host;
  private FeatureMetrics refused;
  private volatile ElasticConfiguration inForce;
  private volatile ElasticModule module;
  private FeatureSettings registered;

  ElasticPlugin(ElasticHost host) {
    this.host = host;
  }

  /** Makes the components for a configuration. */
  public interface Components {
    ElasticComponents of(ElasticConfiguration configuration);
  }

  /**
   * Reads the configuration and creates the module.
   *
   * @param components creates the replaceable components
   * @param refusal the problem of the scheduler's own set-up, naming the fix; null if there is none
   */
  void init(
      Configuration conf,
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      Components components,
      String refusal) {
    try {
      ElasticConfiguration configuration = ElasticConfiguration.readForScheduler(conf, refusal);
      inForce = configuration;
      if (refusal != null) {
        return; // the mode is off, and a raise is refused
      }
      ElasticModule made =
          new ElasticModule(
              conf, configuration, scheduler, fits, components.of(configuration), host);
      made.follow(configuration.mode());
      module = made;
      configuration.live().addListener((old, now) -> follow(made, configuration.mode()));
      LOG.info("Feature elastic is {} in this scheduler", configuration.mode().text());
    } catch (InvalidConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Throwable t) { // such as a missing class
      refuse("Feature elastic stays off: it could not be set up", t);
    }
  }

  private void follow(ElasticModule made, FeatureMode next) {
    made.follow(next);
    refreshed();
    changed();
  }

  private void refuse(String message, Throwable cause) {
    inForce = null;
    LOG.error(message, cause);
    refused = FeatureMetrics.refused(ElasticMetrics.METRICS, "Tasks placed with less memory");
  }

  /**
   * Lets the ResourceManager's web server show decisions, and show and change settings, in every
   * mode, unless the configuration was refused.
   */
  void serve(RMContext rm) {
    LiveConfiguration live = live();
    if (live == null) {
      return;
    }
    registered = ResourceManagerAuthorizer.serve(rm, "elastic", live);
  }

  /** Returns the settings of the feature in this scheduler; null if they were refused. */
  LiveConfiguration live() {
    return inForce == null ? null : inForce.live();
  }

  void start() {
    if (module != null) {
      module.start();
    }
  }

  /** Returns the elastic module; null while the scheduler behaves as stock. */
  ElasticModule module() {
    ElasticModule made = module;
    return made == null || !made.mode().decides() ? null : made;
  }

  /** Returns the sizer, in every mode; null if the feature cannot be switched on. */
  ContainerSizer sizer() {
    ElasticModule made = module;
    return made == null ? null : made.sizer();
  }

  /** Returns the reservation manager, in every mode; null if none is configured. */
  ReservationManager reservations() {
    ElasticModule made = module;
    return made == null ? null : made.reservations();
  }

  /** Returns whether reservations are not stock's now. */
  boolean reserves() {
    return acting() != null;
  }

  /** Returns the reservation manager; null while reservations are stock's. */
  private ReservationManager acting() {
    ElasticModule made = module;
    return made == null || !made.mode().acts() ? null : made.reservations();
  }

  /** Returns the order of jobs by fair finish, in every mode. */
  FinishOrder finishOrder() {
    return module.fairFinish().order();
  }

  /**
   * Creates an elastic attempt, in every mode, so that a raise concerns the jobs that run, or
   * returns null to let stock create one, also after a failure. An exception would end the
   * ResourceManager, at each recovery.
   */
  <A> A attempt(Function<ContainerSizer, A> factory) {
    ContainerSizer sizer = sizer();
    if (sizer == null) {
      return null;
    }
    try {
      return factory.apply(sizer);
    } catch (Throwable t) {
      sizer.failed(t);
      ReservationManager manager = reservations();
      if (manager != null) {
        manager.stockAttempt();
      }
      return null;
    }
  }

  /**
   * Called before the scheduler handles a master's call and rounds its requests in place.
   *
   * @param attempt null if the scheduler does not know it
   */
  void requestsStated(SchedulerApplicationAttempt attempt, List<ResourceRequest> requests) {
    ElasticAttemptView view = ElasticAttemptView.of(attempt);
    if (view != null && requests != null) {
      try {
        view.stated(requests);
      } catch (Throwable t) { // the scheduler answers a bad request
        sizer().failed(t);
      }
    }
  }

  /**
   * Handles each call of a master that the scheduler has answered. A change for elastic jobs takes
   * effect after a pause, unless stock might place something because of it that had no room before.
   *
   * @param attempt null if the scheduler no longer knows it
   * @param constrained requests that attempts do not report
   */
  void answered(
      SchedulerApplicationAttempt attempt,
      ContainerUpdates updates,
      List<SchedulingRequest> constrained,
      Collection<?>... others) {
    ReservationManager manager = acting();
    if (manager == null) {
      return;
    }
    boolean updated =
        updates != null
            && hasAny(
                updates.getIncreaseRequests(),
                updates.getDecreaseRequests(),
                updates.getPromotionRequests(),
                updates.getDemotionRequests());
    if (updated) {
      manager.inputs().changed();
    }
    ElasticAttemptView view = ElasticAttemptView.of(attempt);
    boolean isUnreported = updated || hasAny(constrained);
    if (isUnreported && view != null) {
      view.requestsChanged();
    }
    if (isUnreported || hasAny(others)) {
      if (view == null || !view.isConcerned()) {
        manager.walks().plainRequested();
      } else if (view.takeSmallerRequest() || isUnreported) {
        manager.walks().changed();
      } else {
        manager.walks().stateChanged();
      }
    }
  }

  private static boolean hasAny(Collection<?>... collections) {
    for (Collection<?> each : collections) {
      if (each != null && !each.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Called before an event, such as a node's heartbeat, is handled. */
  void handling() {
    ElasticModule current = module();
    if (current != null) {
      current.sizer().eventComes();
    }
  }

  /** Handles the end of a container that the scheduler has not processed yet. */
  void completed(RMContainer container, ContainerStatus status) {
    ElasticModule current = module;
    if (current == null) {
      return;
    }
    current.completions().completed(container, status);
    if (current.mode().decides()) {
      current.sample(container, status);
      changed(container);
    }
  }

  private void changed(RMContainer container) {
    ReservationManager manager = acting();
    if (manager != null && container != null && container.getAllocatedNode() != null) {
      manager.inputs().changed(container.getAllocatedNode());
    }
  }

  /**
   * Handles the end of a container that the scheduler has processed; jobs may have room in their
   * queues, or another turn.
   */
  void ended(RMContainer container) {
    ReservationManager manager = acting();
    if (manager != null) {
      changed(container);
      manager.walks().containerEnded();
    }
  }

  /**
   * Handles the registration of a node with its running and completed containers, before the
   * scheduler does.
   *
   * @param containers null for none
   */
  void found(List<NMContainerStatus> containers, NodeId node) {
    ElasticModule current = module;
    if (current != null) {
      current.completions().registered(node);
      if (containers != null) {
        containers.forEach(current.completions()::found);
      }
    }
  }

  /** Called after an event was handled. */
  void handled(SchedulerEvent event) {
    if (event.getType() != SchedulerEventType.NODE_UPDATE) {
      changed();
      nodesChanged(event.getType());
    }
    ElasticModule current = module;
    if (current != null && event.getType() == SchedulerEventType.APP_REMOVED) {
      ApplicationId application = ((AppRemovedSchedulerEvent) event).getApplicationID();
      current.completions().applicationEnded(application);
      current.samples().applicationEnded(application);
      current.guard().runInline("elastic.end", current.ends()::soon, () -> {});
    }
  }

  private void nodesChanged(SchedulerEventType type) {
    ReservationManager manager = acting();
    if (manager != null && type.name().startsWith("NODE_")) {
      manager.inputs().changed();
    }
  }

  /** Called after jobs' requests or their limits may have changed. */
  void changed() {
    ReservationManager manager = acting();
    if (manager != null) {
      manager.walks().changed();
      manager.rejectionState().changed();
    }
  }

  /**
   * Applies the live keys of the current configuration, or nothing if any value is invalid.
   *
   * @param start the configuration read at the ResourceManager's start
   */
  void refresh(Configuration start, RMContext rm) {
    changed();
    ElasticConfiguration configuration = inForce;
    if (configuration != null) {
      try {
        ConfigurationProvider provider = rm == null ? null : rm.getConfigurationProvider();
        ReloadResult reload =
            configuration.reload(
                SiteConfigurationReader.reload(
                    start, provider == null ? null : provider::getConfigurationInputStream));
        if (reload.outcome() == ReloadResult.Outcome.REFUSED) {
          LOG.warn("Configuration of elastic: {}", reload);
        } else {
          LOG.info("Configuration of elastic: {}", reload);
        }
        refreshed();
      } catch (Throwable t) {
        LOG.warn("The configuration of elastic could not be refreshed", t);
      }
    }
  }

  /** Drops results that depend on settings or on the scheduler's own limits. */
  private void refreshed() {
    ElasticModule current = module();
    if (current != null) {
      current.sizer().refreshed();
    }
    ReservationManager manager = acting();
    if (manager != null) {
      manager.inputs().changed();
    }
  }

  void stop() {
    if (registered != null) {
      registered.close();
    }
    if (refused != null) {
      refused.unregister();
    }
    if (module != null) {
      module.stop();
    }
  }
}
