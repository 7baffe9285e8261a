// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.DispatcherHandlers;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncherEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncherEventType;
import org.junit.After;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.testing.LoneNodeManager;

/** A container that is killed just before its launch ends, on a real NodeManager. */
public class KilledBeforeLaunchTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();
  private LoneNodeManager node;

  /** The kill that is held back until the launch has ended; null if there is none. */
  private Event<?> kill;

  @Before
  public void start() throws Exception {
    DefaultMetricsSystem.setMiniClusterMode(true); // there may have been others in this JVM
    Configuration conf = new Configuration();
    conf.set("yarn.mercury.mode", "on");
    conf.setInt(YarnConfiguration.NM_OPPORTUNISTIC_CONTAINERS_MAX_QUEUE_LENGTH, 10);
    conf.set(
        YarnConfiguration.NM_CONTAINERS_LAUNCHER_CLASS, MercuryContainersLauncher.class.getName());
    conf.set(YarnConfiguration.NM_AUX_SERVICES, "mercury");
    conf.set(
        String.format(YarnConfiguration.NM_AUX_SERVICE_FMT, "mercury"),
        MercuryAuxiliaryService.class.getName());
    node = new LoneNodeManager(folder.getRoot().toPath(), conf);
  }

  @After
  public void stop() throws Exception {
    node.close();
    DefaultMetricsSystem.setMiniClusterMode(false);
  }

  @Test
  public void exitThatPrecedesTheKillEventIsNotLost() throws Exception {
    DispatcherHandlers.replace(
        node.dispatcher(), ContainersLauncherEventType.class, this::killFirst);
    DispatcherHandlers.replace(node.dispatcher(), ContainerEventType.class, this::exitFirst);
    ContainerId id = node.run("sleep 600", Resource.newInstance(512, 1), Collections.emptySet());
    assertEquals(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, node.end(id).getExitStatus());
  }

  /** Marks each container for a kill at the moment at which it is to be launched. */
  private EventHandler<ContainersLauncherEvent> killFirst(
      EventHandler<ContainersLauncherEvent> next) {
    return event -> {
      if (event.getType() == ContainersLauncherEventType.LAUNCH_CONTAINER) {
        event
            .getContainer()
            .sendKillEvent(ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER, "for another");
      }
      next.handle(event);
    };
  }

  /** Delivers the kill when the launch's exit was delivered. */
  private EventHandler<Event<?>> exitFirst(EventHandler<Event<?>> next) {
    return event -> {
      if (event.getType() == ContainerEventType.KILL_CONTAINER && kill == null) {
        kill = event;
        return;
      }
      next.handle(event);
      if (event.getType() == ContainerEventType.CONTAINER_KILLED_ON_REQUEST) {
        next.handle(kill);
      }
    };
  }
}
