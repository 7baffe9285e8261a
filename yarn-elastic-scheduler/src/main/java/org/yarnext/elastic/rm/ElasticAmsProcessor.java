// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
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
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.YarnScheduler;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.records.ReservedAllocationTags;
import org.yarnext.elastic.UndersizedTag;

/**
 * Hooks {@code yarn.resourcemanager.application-master-service.processors}: shows application
 * masters an under-sized container with the size they requested, since they refuse smaller ones. It
 * should be first in the list, to see the other processors' responses, and because it removes
 * allocation tags that only the pack may write from applications' requests.
 *
 * <p>Works in every mode, and keeps no state: the requested size is in the container's tags, also
 * after a restart. The headroom in responses stays the true one: a master that adds its containers'
 * sizes to it counts more than the queue has, but with a smaller headroom it would stop reducers
 * for maps that have room.
 */
public final class ElasticAmsProcessor implements ApplicationMasterServiceProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(ElasticAmsProcessor.class);

  private final AtomicBoolean saidFailure = new AtomicBoolean();
  private RMContext context;
  private ApplicationMasterServiceProcessor next;

  @Override
  public void init(ApplicationMasterServiceContext ams, ApplicationMasterServiceProcessor nextOne) {
    context = (RMContext) ams;
    next = nextOne;
  }

  @Override
  public void registerApplicationMaster(
      ApplicationAttemptId attempt,
      RegisterApplicationMasterRequest request,
      RegisterApplicationMasterResponse response)
      throws IOException, YarnException {
    next.registerApplicationMaster(attempt, request, response);
    quietly(() -> show(response.getContainersFromPreviousAttempts(), this::tags));
  }

  @Override
  public void allocate(
      ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response)
      throws YarnException {
    // Most of these lists are empty in most calls.
    List<SchedulingRequest> constrained = request.getSchedulingRequests();
    if (constrained != null && !constrained.isEmpty()) {
      quietly(() -> ReservedAllocationTags.removeFrom(constrained));
    }
    next.allocate(attempt, request, response);
    List<Container> allocated = response.getAllocatedContainers();
    if (!allocated.isEmpty()) {
      quietly(() -> show(allocated, Container::getAllocationTags));
    }
    List<Container> previous = response.getContainersFromPreviousAttempts();
    if (!previous.isEmpty()) {
      quietly(() -> show(previous, this::tags));
    }
    List<UpdatedContainer> updated = response.getUpdatedContainers();
    if (!updated.isEmpty()) {
      quietly(() -> showUpdated(updated));
    }
  }

  @Override
  public void finishApplicationMaster(
      ApplicationAttemptId attempt,
      FinishApplicationMasterRequest request,
      FinishApplicationMasterResponse response) {
    next.finishApplicationMaster(attempt, request, response);
  }

  /**
   * Replaces under-sized containers in place: the lists are the response's own, their elements the
   * ResourceManager's.
   */
  private void show(List<Container> containers, Function<Container, Set<String>> tags) {
    for (int i = 0; i < containers.size(); i++) {
      Container container = containers.get(i);
      // A container that was resized later has the size its master requested then.
      Container shown =
          container.getVersion() == 0 ? shown(container, tags.apply(container)) : container;
      if (shown != container) {
        containers.set(i, shown);
      }
    }
  }

  private void showUpdated(List<UpdatedContainer> updates) {
    for (int i = 0; i < updates.size(); i++) {
      UpdatedContainer update = updates.get(i);
      Container container = update.getContainer();
      ContainerUpdateType type = update.getUpdateType();
      if (type == ContainerUpdateType.INCREASE_RESOURCE
          || type == ContainerUpdateType.DECREASE_RESOURCE) {
        continue;
      }
      Container shown = shown(container, tags(container));
      if (shown != container) {
        updates.set(i, UpdatedContainer.newInstance(type, shown));
      }
    }
  }

  private Container shown(Container container, Set<String> tags) {
    long requestedMb = UndersizedTag.requestedMb(tags);
    return requestedMb > container.getResource().getMemorySize()
        ? withMemory(container, rounded(requestedMb))
        : container;
  }

  /** Returns a copy of another size with the same token and tags; the original is stock's own. */
  static Container withMemory(Container container, long memoryMb) {
    Container copy = new ContainerPBImpl(((ContainerPBImpl) container).getProto());
    Resource size = Resources.clone(container.getResource());
    size.setMemorySize(memoryMb);
    copy.setResource(size);
    return copy;
  }

  /** Returns the size that the scheduler makes of a request: stock shows that. */
  private long rounded(long requestedMb) {
    YarnScheduler scheduler = context.getScheduler();
    Resource max = scheduler.getMaximumResourceCapability();
    return scheduler
        .getNormalizedResource(Resource.newInstance(requestedMb, 1), max)
        .getMemorySize();
  }

  /** Returns the tags of a container, of which only a new one's record surely has them. */
  private Set<String> tags(Container container) {
    Set<String> own = container.getAllocationTags();
    if (own != null && !own.isEmpty()) {
      return own;
    }
    RMContainer known = context.getScheduler().getRMContainer(container.getId());
    return known == null ? null : known.getAllocationTags();
  }

  private void quietly(Runnable showing) {
    try {
      showing.run();
    } catch (Throwable t) {
      if (saidFailure.compareAndSet(false, true)) {
        LOG.error(
            "A call of an application master was not adapted: it shows under-sized"
                + " containers with their real size, which masters may refuse. Further"
                + " failures are not logged",
            t);
      }
    }
  }
}
