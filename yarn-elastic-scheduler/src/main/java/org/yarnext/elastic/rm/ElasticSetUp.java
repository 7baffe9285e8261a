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
package org.yarnext.elastic.rm;

import java.util.Collection;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
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
import org.yarnext.common.Mode;
import org.yarnext.common.conf.ReadAgain;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.conf.Reload;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.elastic.ElasticConfiguration;

/**
 * Makes elastic placement for one scheduler, or nothing if it is off or its configuration is
 * refused: the scheduler is then exactly stock. Called by the thread that starts and stops the
 * scheduler; what it made may be read by any.
 */
final class ElasticSetUp {
  private static final Logger LOG = LoggerFactory.getLogger(ElasticSetUp.class);

  private final ElasticHost host;
  private ElasticParts parts;
  private FeatureMetrics refused;
  private Guard guard;
  private volatile ElasticConfiguration inForce;
  private SchedulerJournal journal;
  private volatile Undersizing undersizing;
  private volatile Reserving reserving;
  private volatile Endings endings;

  ElasticSetUp(ElasticHost host) {
    this.host = host;
  }

  /**
   * @param someParts who decide
   * @param refusal what speaks against elastic placement in the scheduler's own set-up, naming the
   *     fix; null for nothing
   */
  void init(
      Configuration conf,
      AbstractYarnScheduler<?, ?> scheduler,
      BiPredicate<Resource, Resource> fits,
      ElasticParts someParts,
      String refusal) {
    try {
      ElasticConfiguration configuration = ElasticConfiguration.readForScheduler(conf);
      if (!configuration.mode().decides()) {
        return;
      }
      if (refusal != null) {
        refuse("Feature elastic stays off: " + refusal, null);
        return;
      }
      UndersizeDecider decider = someParts.decider(configuration);
      parts = someParts;
      guard = new Guard("elastic", configuration.guard(), host::nanoTime);
      journal = new SchedulerJournal(configuration.mode(), guard);
      someParts.show(journal.metrics());
      journal.register(conf);
      SilentNodes silentNodes =
          new SilentNodes(configuration.distrustFor().toNanos(), host::nanoTime);
      endings = new Endings(scheduler, decider, silentNodes, guard, journal, host);
      ReservationBook book = configuration.mode().acts() ? someParts.reservations() : null;
      NodeDisks disks =
          new NodeDisks(scheduler, decider, silentNodes, () -> host.nanoTime() / 1_000_000);
      reserving =
          book == null
              ? null
              : new Reserving(
                  scheduler,
                  fits,
                  book,
                  disks,
                  guard,
                  journal,
                  configuration::maxBackfill,
                  host::nanoTime);
      undersizing =
          new Undersizing(
              configuration.mode(),
              scheduler,
              fits,
              decider,
              guard,
              journal,
              disks,
              silentNodes,
              host::nanoTime);
      inForce = configuration;
      LOG.info("Feature elastic is {} in this scheduler", configuration.mode().text());
    } catch (RefusedConfigurationException e) {
      refuse(e.getMessage(), null);
    } catch (Throwable t) { // such as a class of ours that is missing
      refuse("Feature elastic stays off: it could not be set up", t);
    }
  }

  private void refuse(String message, Throwable cause) {
    LOG.error(message, cause);
    refused = new FeatureMetrics(SchedulerJournal.METRICS, "Stays off", () -> Mode.OFF);
    refused
        .counter("ConfigurationRefused", "Times the feature stayed off because of its set-up")
        .increment();
    refused.register();
  }

  /**
   * Live keys are taken over from the configuration as it is now, or none if anything in it is bad.
   *
   * @param start as it was read at the ResourceManager's start
   */
  void refresh(Configuration start, RMContext context) {
    changed();
    ElasticConfiguration configuration = inForce;
    if (configuration != null) {
      try {
        ConfigurationProvider provider =
            context == null ? null : context.getConfigurationProvider();
        Reload reload = configuration.reload(ReadAgain.of(start, provider));
        if (reload.outcome() == Reload.Outcome.REFUSED) {
          LOG.warn("Configuration of elastic: {}", reload);
        } else {
          LOG.info("Configuration of elastic: {}", reload);
        }
      } catch (Throwable t) {
        guard.recordFailure("elastic.refresh", t);
      }
    }
  }

  /**
   * An attempt of ours; null to let stock make its own, as where ours fails: that would end the
   * ResourceManager, at each recovery anew.
   */
  <A> A attempt(Function<Undersizing, A> ours) {
    Undersizing its = undersizing;
    if (its == null) {
      return null;
    }
    try {
      return ours.apply(its);
    } catch (Throwable t) {
      its.failed(t);
      if (reserving != null) {
        reserving.stranger();
      }
      return null;
    }
  }

  /** Null if the scheduler is stock. */
  Undersizing undersizing() {
    return undersizing;
  }

  /** Null if reservations are stock's. */
  Reserving reserving() {
    return reserving;
  }

  /** Is told of every container's end, and before the scheduler acts on it. */
  void completed(RMContainer container, ContainerStatus status) {
    Endings told = endings;
    if (told != null) {
      told.completed(container, status);
    }
    Reserving its = reserving;
    if (its != null) {
      guard.runInline(
          Reserving.HOOK,
          () -> its.ended(status.getContainerId(), Endings.isLost(status)),
          () -> {});
    }
  }

  /**
   * Is told of what runs, or has run, on a node that comes, and before the scheduler acts on it.
   *
   * @param containers null for none
   */
  void found(List<NMContainerStatus> containers, NodeId node) {
    Endings told = endings;
    if (told != null) {
      told.registered(node);
      if (containers != null) {
        containers.forEach(told::found);
      }
    }
  }

  /** Is told of every event that the scheduler is about to handle. */
  void handling() {
    Undersizing told = undersizing;
    if (told != null) {
      told.eventComes();
    }
  }

  /** Is told of every event that the scheduler has handled. */
  void handled(SchedulerEvent event) {
    if (event.getType() != SchedulerEventType.NODE_UPDATE) {
      changed();
    }
    Endings told = endings;
    if (told != null && event.getType() == SchedulerEventType.APP_REMOVED) {
      told.applicationEnded(((AppRemovedSchedulerEvent) event).getApplicationID());
      guard.runInline("elastic.end", parts::jobsChanged, () -> {});
    }
  }

  /**
   * Is told of each call of a master that the scheduler has answered, with what was in it.
   *
   * @param asking null if the scheduler does not know it any more
   */
  void asked(
      SchedulerApplicationAttempt asking, ContainerUpdates updates, Collection<?>... others) {
    boolean news =
        Stream.concat(
                Stream.of(others),
                updates == null
                    ? Stream.empty()
                    : Stream.of(
                        updates.getIncreaseRequests(),
                        updates.getDecreaseRequests(),
                        updates.getPromotionRequests(),
                        updates.getDemotionRequests()))
            .anyMatch(each -> each != null && !each.isEmpty());
    Reserving told = reserving;
    if (news && told != null) {
      if (SizedAttempt.isConcerned(asking)) {
        told.walks().stirred();
      } else {
        told.walks().plainAsked();
      }
    }
  }

  /** A container has ended; jobs may have room in their queues, or another turn. */
  void ended() {
    Reserving told = reserving;
    if (told != null) {
      told.walks().containerEnded();
    }
  }

  /** Jobs wait for something else than before, or may have something else; after that is so. */
  void changed() {
    Reserving told = reserving;
    if (told != null) {
      told.walks().changed();
    }
  }

  void start() {
    if (parts != null) {
      guard.runInline("elastic.start", parts::start, () -> {});
    }
  }

  void stop() {
    if (refused != null) {
      refused.unregister();
    }
    if (parts != null) {
      guard.runAlways("elastic.stop", parts::stop);
      guard.close();
      journal.close();
    }
  }
}
