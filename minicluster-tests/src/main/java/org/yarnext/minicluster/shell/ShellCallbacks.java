// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards the callbacks of YARN's asynchronous clients to a {@link ShellWorkload}. */
final class ShellCallbacks {

  private static final Logger LOG = LoggerFactory.getLogger(ShellCallbacks.class);

  private final ShellWorkload workload;

  ShellCallbacks(ShellWorkload workload) {
    this.workload = workload;
  }

  AMRMClientAsync.AbstractCallbackHandler ofResourceManager() {
    return new FromResourceManager();
  }

  NMClientAsync.AbstractCallbackHandler ofNodes() {
    return new FromNodes();
  }

  private final class FromResourceManager extends AMRMClientAsync.AbstractCallbackHandler {
    @Override
    public void onContainersCompleted(List<ContainerStatus> statuses) {
      workload.completed(statuses);
    }

    @Override
    public void onContainersAllocated(List<Container> containers) {
      workload.allocated(containers);
    }

    @Override
    public void onContainersUpdated(List<UpdatedContainer> containers) {
      containers.forEach(c -> workload.updated(c.getContainer()));
    }

    @Override
    public void onShutdownRequest() {
      workload.failed(
          new IllegalStateException(
              "The ResourceManager asked the Application Master to shut down"));
    }

    @Override
    public void onNodesUpdated(List<NodeReport> updatedNodes) {}

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void onError(Throwable e) {
      workload.failed(e);
    }
  }

  private final class FromNodes extends NMClientAsync.AbstractCallbackHandler {
    @Override
    public void onContainerStarted(ContainerId id, Map<String, ByteBuffer> services) {
      workload.startAccepted(id);
    }

    @Override
    public void onStartContainerError(ContainerId id, Throwable t) {
      LOG.warn("{} could not be started", id, t);
      workload.startFailed(id, t);
    }

    @Override
    public void onContainerResourceUpdated(ContainerId id, Resource resource) {
      workload.updateConfirmed(id);
    }

    @Override
    public void onUpdateContainerResourceError(ContainerId id, Throwable t) {
      LOG.warn("{} could not be updated", id, t);
    }

    @Override
    public void onStopContainerError(ContainerId id, Throwable t) {
      LOG.warn("{} could not be stopped", id, t);
    }

    @Override
    public void onContainerStopped(ContainerId id) {}

    @Override
    public void onContainerStatusReceived(ContainerId id, ContainerStatus status) {}

    @Override
    public void onGetContainerStatusError(ContainerId id, Throwable t) {}

    @Override
    @Deprecated
    public void onContainerResourceIncreased(ContainerId id, Resource resource) {}

    @Override
    @Deprecated
    public void onIncreaseContainerResourceError(ContainerId id, Throwable t) {}
  }
}
