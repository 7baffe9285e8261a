// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.server.nodemanager.ContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.LocalDirsHandlerService;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManagerImpl;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncher;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncherEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainersLauncherEventType;

/**
 * Hooks {@code yarn.nodemanager.containers-launcher.class}: installs Mercury in front of the
 * container scheduler, and observes exits of containers before the NodeManager reports them. It is
 * the hook that gets access to the NodeManager; it launches containers exactly as stock does.
 */
public final class MercuryContainersLauncher extends ContainersLauncher {
  private final MercuryInstallation installation = new MercuryInstallation();
  private Context context;
  private Dispatcher dispatcher;

  @Override
  public void init(
      Context nmContext,
      Dispatcher nmDispatcher,
      ContainerExecutor containerExec,
      LocalDirsHandlerService nmDirsHandler,
      ContainerManagerImpl nmContainerManager) {
    super.init(nmContext, nmDispatcher, containerExec, nmDirsHandler, nmContainerManager);
    this.context = nmContext;
    this.dispatcher = nmDispatcher;
  }

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    installation.prepare(conf, context);
  }

  @Override
  protected void serviceStart() throws Exception {
    // All services are initialised by now, and the dispatcher, which starts last, is not running
    // yet.
    installation.install(dispatcher);
    super.serviceStart();
  }

  @Override
  public void handle(ContainersLauncherEvent event) {
    if (event.getType() == ContainersLauncherEventType.CLEANUP_CONTAINER) {
      installation.onExited(event.getContainer());
    }
    super.handle(event);
  }

  @Override
  protected void serviceStop() throws Exception {
    installation.stop();
    super.serviceStop();
  }
}
