// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.sls;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.sls.AMDefinitionSLS;
import org.apache.hadoop.yarn.sls.appmaster.AMSimulator;

/**
 * A simulated Application Master that always has pending requests and does not end. It runs on the
 * simulator's threads, one call at a time.
 */
final class SlsMaster extends AMSimulator {
  private final SlsManager manager;
  private final SlsLoad load;
  private final Random random;

  /** Running containers of requests for opportunistic ones. */
  private final Set<ContainerId> opportunistic = new HashSet<>();

  private UserGroupInformation identity;
  private int pending;
  private int pendingOpportunistic;
  private int started;

  SlsMaster(SlsManager manager, SlsLoad load, long seed) {
    this.manager = manager;
    this.load = load;
    this.random = new Random(seed);
  }

  /** Describes a master to the simulator. */
  static AMDefinitionSLS definition(int number, long startMs) {
    Map<String, String> job = new HashMap<>();
    job.put("id", "job" + number);
    job.put("user", SlsLoad.user(number));
    job.put("queue", SlsLoad.QUEUE);
    job.put("start", Long.toString(startMs));
    return AMDefinitionSLS.Builder.create(job)
        .withJobId("id")
        .withUser("user")
        .withQueue("queue")
        .withJobStartTime("start")
        .withAmResource(SlsLoad.MASTER)
        .withTaskContainers(Collections.emptyList())
        .build();
  }

  @Override
  protected void processResponseQueue() {
    for (AllocateResponse response; (response = responseQueue.poll()) != null; ) {
      for (ContainerStatus ended : response.getCompletedContainersStatuses()) {
        opportunistic.remove(ended.getContainerId());
      }
      for (Container container : response.getAllocatedContainers()) {
        run(container);
      }
    }
  }

  private void run(Container container) {
    if (container.getPriority().getPriority() == SlsLoad.PRIORITY) {
      pending--;
    } else {
      opportunistic.add(container.getId());
      pendingOpportunistic--;
    }
    se.getNmMap()
        .get(container.getNodeId())
        .addNewContainer(
            container, load.runMs(manager.isUndersized(container), started, random), appId);
    started++;
  }

  @Override
  protected void sendContainerRequest() throws Exception {
    AllocateRequest request = createAllocateRequest(requests());
    if (identity == null) {
      identity = UserGroupInformation.createRemoteUser(appAttemptId.toString());
      identity.addTokenIdentifier(
          rm.getRMContext()
              .getRMApps()
              .get(appId)
              .getRMAppAttempt(appAttemptId)
              .getAMRMToken()
              .decodeIdentifier());
    }
    responseQueue.put(
        identity.doAs(
            (PrivilegedExceptionAction<AllocateResponse>) () -> manager.allocate(request)));
  }

  /** Returns the requests that have changed since the last call. */
  private List<ResourceRequest> requests() {
    List<ResourceRequest> requests = new ArrayList<>();
    if (pending != SlsLoad.WAITING) {
      pending = SlsLoad.WAITING;
      requests.add(request(ExecutionType.GUARANTEED, SlsLoad.PRIORITY, pending));
    }
    int wanted = Math.max(0, load.maxOpportunistic() - opportunistic.size());
    if (pendingOpportunistic != wanted) {
      pendingOpportunistic = wanted;
      requests.add(request(ExecutionType.OPPORTUNISTIC, SlsLoad.OPPORTUNISTIC_PRIORITY, wanted));
    }
    return requests;
  }

  private ResourceRequest request(ExecutionType type, int priority, int containers) {
    return createResourceRequest(SlsLoad.TASK, type, ResourceRequest.ANY, priority, 0, containers);
  }

  /** Does nothing: no reservation is made. */
  @Override
  public void initReservation(ReservationId reservation, long deadline, long now) {}

  /** Does nothing: the master does not end. */
  @Override
  protected void checkStop() {}
}
