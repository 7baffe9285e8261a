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

import java.util.function.BiPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.conf.RefusedConfigurationException;
import org.yarnext.common.guard.Guard;
import org.yarnext.elastic.ElasticConfiguration;

/**
 * Makes elastic placement for one scheduler, or nothing if it is off or its configuration is
 * refused: the scheduler is then exactly stock. Called by the thread that starts and stops the
 * scheduler; what it made may be read by any.
 */
final class ElasticSetUp {
  private static final Logger LOG = LoggerFactory.getLogger(ElasticSetUp.class);

  private ElasticParts parts;
  private Guard guard;
  private SchedulerJournal journal;
  private volatile Undersizing undersizing;
  private volatile Reserving reserving;
  private volatile Endings endings;

  /**
   * @param parts who decides
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
        LOG.error("Feature elastic stays off: {}", refusal);
        return;
      }
      UndersizeDecider decider = someParts.decider(configuration);
      parts = someParts;
      guard = new Guard("elastic", configuration.guard(), System::nanoTime);
      journal = new SchedulerJournal(configuration.mode(), guard);
      journal.register();
      endings = new Endings(scheduler, decider, guard, journal);
      ReservationBook book = configuration.mode().acts() ? someParts.reservations() : null;
      reserving = book == null ? null : new Reserving(scheduler, fits, book, guard, journal);
      undersizing = new Undersizing(configuration.mode(), scheduler, fits, decider, guard, journal);
      LOG.info("Feature elastic is {} in this scheduler", configuration.mode().text());
    } catch (RefusedConfigurationException e) {
      LOG.error(e.getMessage());
    } catch (Throwable t) { // such as a class of ours that is missing
      LOG.error("Feature elastic stays off: it could not be set up", t);
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
  }

  /** Is told of every event that the scheduler has handled. */
  void handled(SchedulerEvent event) {
    Endings told = endings;
    if (told != null && event.getType() == SchedulerEventType.APP_REMOVED) {
      told.applicationEnded(((AppRemovedSchedulerEvent) event).getApplicationID());
    }
  }

  void start() {
    if (parts != null) {
      guard.runInline("elastic.start", parts::start, () -> {});
    }
  }

  void stop() {
    if (parts != null) {
      guard.runInline("elastic.stop", parts::stop, () -> {});
      guard.close();
      journal.close();
    }
  }
}
