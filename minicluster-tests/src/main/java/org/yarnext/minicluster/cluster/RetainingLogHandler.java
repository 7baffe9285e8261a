// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.cluster;

import java.util.Collections;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.application.ApplicationEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.application.ApplicationEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.LogHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.event.LogHandlerAppFinishedEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.event.LogHandlerAppStartedEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.loghandler.event.LogHandlerEvent;

/**
 * A log handler that leaves containers' logs in place, so that they can be read after the cluster
 * has stopped.
 */
final class RetainingLogHandler implements LogHandler {

  private final Dispatcher dispatcher;

  RetainingLogHandler(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public void handle(LogHandlerEvent event) {
    if (event instanceof LogHandlerAppStartedEvent) {
      answer(
          ((LogHandlerAppStartedEvent) event).getApplicationId(),
          ApplicationEventType.APPLICATION_LOG_HANDLING_INITED);
    } else if (event instanceof LogHandlerAppFinishedEvent) {
      answer(
          ((LogHandlerAppFinishedEvent) event).getApplicationId(),
          ApplicationEventType.APPLICATION_LOG_HANDLING_FINISHED);
    }
  }

  @SuppressWarnings("unchecked") // Dispatcher hands out a raw EventHandler
  private void answer(ApplicationId application, ApplicationEventType type) {
    dispatcher.getEventHandler().handle(new ApplicationEvent(application, type));
  }

  @Override
  public Set<ApplicationId> getInvalidTokenApps() {
    return Collections.emptySet();
  }
}
