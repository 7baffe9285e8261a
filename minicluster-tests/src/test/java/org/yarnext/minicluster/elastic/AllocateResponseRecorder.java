// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * First processor of a ResourceManager, which records the responses to application masters. YARN
 * creates its instances by name, so the records are shared by all instances in the JVM; container
 * ids tell clusters apart.
 */
public final class AllocateResponseRecorder implements ApplicationMasterServiceProcessor {
  private static final Map<String, Long> SHOWN_MB = new ConcurrentHashMap<>();
  private static final Map<String, ContainerStatus> ENDED = new ConcurrentHashMap<>();

  private ApplicationMasterServiceProcessor next;

  /** The size that a container's master was shown, in MB; null if it was shown none. */
  static Long shownMb(String container) {
    return SHOWN_MB.get(container);
  }

  /** End of a container as reported to its master; null without a report. */
  public static ContainerStatus ended(String container) {
    return ENDED.get(container);
  }

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    next = nextOne;
  }

  @Override
  public void registerApplicationMaster(
      ApplicationAttemptId attempt,
      RegisterApplicationMasterRequest request,
      RegisterApplicationMasterResponse response)
      throws IOException, YarnException {
    next.registerApplicationMaster(attempt, request, response);
    note(response.getContainersFromPreviousAttempts());
  }

  @Override
  public void allocate(
      ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
      throws YarnException {
    next.allocate(attempt, request, response);
    note(response.getAllocatedContainers());
    note(response.getContainersFromPreviousAttempts());
    for (ContainerStatus status : response.getCompletedContainersStatuses()) {
      ENDED.put(status.getContainerId().toString(), status);
    }
  }

  private static void note(List<Container> containers) {
    for (Container container : containers) {
      SHOWN_MB.put(container.getId().toString(), container.getResource().getMemorySize());
    }
  }

  @Override
  public void finishApplicationMaster(
      ApplicationAttemptId attempt,
      FinishApplicationMasterRequest request,
      FinishApplicationMasterResponse response) {
    next.finishApplicationMaster(attempt, request, response);
  }
}
