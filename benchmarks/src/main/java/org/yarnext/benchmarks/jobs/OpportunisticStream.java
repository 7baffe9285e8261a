// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.jobs;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.manager.SimulatedMaster;

/**
 * An application that keeps a number of opportunistic containers running or queued: it replaces
 * each that ends. Its master makes ten calls a second.
 */
public final class OpportunisticStream implements AutoCloseable {
  private static final int CALL_MS = 100;

  private final SimulatedMaster master;
  private final NMTokenCache tokens = new NMTokenCache();
  private final NMClient nodes = NMClient.createNMClient();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final int target;
  private final Resource size;
  private final ContainerLaunchContext launch =
      ContainerLaunchContext.newInstance(
          Collections.emptyMap(),
          Collections.emptyMap(),
          Collections.singletonList("true"),
          null,
          null,
          null);
  private Future<?> calls;

  // Used by the thread only.
  private int granted;
  private int ended;

  private OpportunisticStream(SimulatedMaster master, int target, int memoryMb) {
    this.master = master;
    this.target = target;
    size = Resource.newInstance(memoryMb, 1);
    nodes.setNMTokenCache(tokens);
    nodes.cleanupRunningContainersOnStop(false);
    nodes.init(new YarnConfiguration());
    nodes.start();
  }

  /**
   * Submits the application and starts its calls.
   *
   * @param target number of containers
   * @param memoryMb size of each, with one vcore
   */
  public static OpportunisticStream start(ManagerProcess manager, int target, int memoryMb)
      throws IOException, YarnException, InterruptedException {
    OpportunisticStream stream =
        new OpportunisticStream(
            SimulatedMaster.submit(manager, "stream", "default"), target, memoryMb);
    stream.calls =
        stream.thread.scheduleWithFixedDelay(stream::callOrFail, 0, CALL_MS, TimeUnit.MILLISECONDS);
    return stream;
  }

  private void callOrFail() {
    try {
      call();
    } catch (IOException | YarnException e) {
      throw new IllegalStateException(e);
    }
  }

  private void call() throws IOException, YarnException {
    int missing = target - (granted - ended);
    List<ResourceRequest> requests =
        missing > 0 ? Collections.singletonList(request(missing)) : Collections.emptyList();
    AllocateResponse answer = master.allocate(requests);
    for (NMToken each : answer.getNMTokens()) {
      tokens.setToken(each.getNodeId().toString(), each.getToken());
    }
    for (Container each : answer.getAllocatedContainers()) {
      nodes.startContainer(each, launch);
      granted++;
    }
    for (ContainerStatus each : answer.getCompletedContainersStatuses()) {
      if (each.getExitStatus() != 0) {
        throw new IOException(each.getContainerId() + " failed: " + each.getDiagnostics());
      }
      ended++;
    }
  }

  private ResourceRequest request(int containers) {
    return ResourceRequest.newBuilder()
        .resourceName(ResourceRequest.ANY)
        .capability(size)
        .numContainers(containers)
        .executionTypeRequest(ExecutionTypeRequest.newInstance(ExecutionType.OPPORTUNISTIC, true))
        .build();
  }

  /**
   * Checks that no call and no container has failed.
   *
   * @throws IOException if one has
   */
  public void check() throws IOException, InterruptedException {
    if (calls.isDone()) {
      try {
        calls.get();
      } catch (ExecutionException e) {
        throw new IOException("the load failed", e);
      }
    }
  }

  /** Stops the calls. The containers end by themselves. */
  @Override
  public void close() {
    thread.shutdownNow();
    nodes.stop();
  }
}
