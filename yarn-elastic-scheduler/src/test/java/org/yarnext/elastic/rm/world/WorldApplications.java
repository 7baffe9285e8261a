// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceSizing;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.util.Records;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;

/** The applications of a real scheduler's nodes; as much of each as the scheduler looks at. */
public abstract class WorldApplications extends WorldNodes {
  private static final long CLUSTER = 1_000;

  /** Grants in the order in which masters pulled them: node, application, priority and size. */
  public final List<String> log = new ArrayList<>();

  private Set<String> tags = Collections.emptySet();
  private String user = USER;
  private IntFunction<String> names = number -> "job-" + number;
  private boolean logs = true;
  private final Map<ApplicationId, Container> masters = new ConcurrentHashMap<>();

  public WorldApplications(
      SchedulerKind kind, Configuration conf, AbstractYarnScheduler<?, ?> scheduler, boolean start)
      throws Exception {
    super(kind, conf, scheduler, start);
  }

  /** In ascending order, in MB. */
  public static List<Long> sizes(List<Container> containers) {
    return containers.stream()
        .map(c -> c.getResource().getMemorySize())
        .sorted()
        .collect(Collectors.toList());
  }

  /** Nothing is added to the log from now on. */
  public void stopLog() {
    logs = false;
  }

  /** The tags of applications submitted from now on. */
  public void tags(Set<String> wanted) {
    tags = wanted;
  }

  /** Tags with which no attempt of ours can be made. */
  public static Set<String> unreadableTags() {
    return new AbstractSet<String>() {
      @Override
      public Iterator<String> iterator() {
        throw new NoClassDefFoundError("gone");
      }

      @Override
      public int size() {
        return 1;
      }
    };
  }

  /** Sets the user who submits applications from now on. */
  public void user(String wanted) {
    user = wanted;
  }

  /** The name of applications submitted from now on. */
  public void name(String wanted) {
    names = number -> wanted;
  }

  /** An application whose master waits for its container. */
  public ApplicationAttemptId submit(int number, String queue, String type, boolean recovering) {
    ApplicationId id = ApplicationId.newInstance(CLUSTER, number);
    ApplicationAttemptId attemptId = ApplicationAttemptId.newInstance(id, 1);
    RMAppAttempt attempt =
        new InterfaceStub()
            .with("getAppAttemptId", attemptId)
            .with("getRMAppAttemptMetrics", new RMAppAttemptMetrics(attemptId, context))
            .with("getMasterContainer", () -> masters.get(id))
            .as(RMAppAttempt.class);
    ApplicationSubmissionContext submission = Records.newRecord(ApplicationSubmissionContext.class);
    submission.setApplicationId(id);
    submission.setPriority(Priority.newInstance(0));
    RMApp app =
        new InterfaceStub()
            .with("getApplicationId", id)
            .with("getName", names.apply(number))
            .with("getApplicationType", type)
            .with("getApplicationTags", tags)
            .with("getApplicationSubmissionContext", submission)
            .with("getApplicationSchedulingEnvs", new HashMap<>())
            .with("getCurrentAppAttempt", attempt)
            .with("getRMAppAttempt", attempt)
            .with("getState", RMAppState.RUNNING)
            .with("getUser", user)
            .as(RMApp.class);
    context.getRMApps().put(id, app);
    scheduler.handle(
        new AppAddedSchedulerEvent(
            id,
            "root." + queue,
            user,
            recovering,
            null,
            Priority.newInstance(0),
            new ApplicationPlacementContext(queue, "root")));
    scheduler.handle(new AppAttemptAddedSchedulerEvent(attemptId, false, recovering));
    update();
    return attemptId;
  }

  /** An application whose master has its container, of 256 MB; the nodes must have room for it. */
  public ApplicationAttemptId run(int number, String queue, String type) {
    ApplicationAttemptId id = tryToRun(number, queue, type);
    if (masters.get(id.getApplicationId()) == null) {
      throw new AssertionError("no room for the master of " + id);
    }
    return id;
  }

  /** The same, whose master may still wait for its container afterwards. */
  public ApplicationAttemptId tryToRun(int number, String queue, String type) {
    ApplicationAttemptId id = submit(number, queue, type, false);
    allocate(id, requests(0, 256, 1, 1), Collections.emptyList());
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    boolean isContinuous =
        conf.getBoolean("yarn.scheduler.fair.continuous-scheduling-enabled", false);
    // Continuous scheduling takes a thread's time, not heartbeats, and that thread needs the lock.
    for (int i = 0;
        masters.get(id.getApplicationId()) == null
            && (i < 20 || isContinuous && System.nanoTime() < deadline);
        i++) {
      heartbeats(1);
      List<Container> got = allocate(id, Collections.emptyList(), Collections.emptyList());
      if (!got.isEmpty()) {
        registered(got.get(0));
      } else if (isContinuous) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
      }
    }
    return id;
  }

  /** The master runs in this container. */
  public void registered(Container container) {
    masters.put(container.getId().getApplicationAttemptId().getApplicationId(), container);
    ((RMContainerImpl) scheduler.getRMContainer(container.getId())).setAMContainer(true);
    launched(container);
  }

  private void launched(Container container) {
    RMContainer known = scheduler.getRMContainer(container.getId());
    if (known.getState() == RMContainerState.RUNNING) {
      return;
    }
    known.handle(new RMContainerEvent(container.getId(), RMContainerEventType.LAUNCHED));
  }

  public static List<ResourceRequest> requests(int priority, long mb, int vcores, int count) {
    ResourceRequest request =
        ResourceRequest.newInstance(
            Priority.newInstance(priority),
            ResourceRequest.ANY,
            Resource.newInstance(mb, vcores),
            count);
    return new ArrayList<>(Collections.singletonList(request));
  }

  public void request(ApplicationAttemptId id, int priority, long mb, int vcores, int count) {
    take(id, requests(priority, mb, vcores, count));
  }

  /** One heartbeat of a master that launches at once what it gets. */
  public List<Container> take(ApplicationAttemptId id, List<ResourceRequest> requests) {
    List<Container> got = allocate(id, requests, Collections.emptyList());
    got.forEach(this::launched);
    return got;
  }

  public List<Container> take(ApplicationAttemptId id) {
    return take(id, new ArrayList<>());
  }

  public void release(ApplicationAttemptId id, ContainerId container) {
    allocate(id, new ArrayList<>(), Collections.singletonList(container));
  }

  private List<Container> allocate(
      ApplicationAttemptId id, List<ResourceRequest> requests, List<ContainerId> releases) {
    Allocation answer =
        exchange(id, requests, Collections.emptyList(), releases, new ContainerUpdates());
    if (logs) {
      answer.getContainers().forEach(this::log);
    }
    return answer.getContainers();
  }

  private void log(Container c) {
    int application = c.getId().getApplicationAttemptId().getApplicationId().getId();
    String grant = c.getPriority().getPriority() + " " + c.getResource().getMemorySize();
    log.add(c.getNodeId() + " " + application + " " + grant);
  }

  private Allocation exchange(
      ApplicationAttemptId id,
      List<ResourceRequest> requests,
      List<SchedulingRequest> constrained,
      List<ContainerId> releases,
      ContainerUpdates updates) {
    Allocation answer =
        scheduler.allocate(
            id,
            requests,
            constrained,
            releases,
            Collections.emptyList(),
            Collections.emptyList(),
            updates);
    update();
    return answer;
  }

  private void exchange(
      ApplicationAttemptId id, List<SchedulingRequest> constrained, ContainerUpdates updates) {
    exchange(id, new ArrayList<>(), constrained, Collections.emptyList(), updates);
  }

  /** A container that runs opportunistically, as stock's service for such makes it known. */
  public Container opportunistic(ApplicationAttemptId id, NodeId node, int priority, long mb) {
    Container made =
        Container.newInstance(
            ContainerId.newContainerId(id, 1_000_000),
            node,
            node.getHost() + ":2",
            Resource.newInstance(mb, 1),
            Priority.newInstance(priority),
            null,
            ExecutionType.OPPORTUNISTIC);
    SchedulerUtils.createOpportunisticRmContainer(context, made, true);
    return made;
  }

  /** The master requests that its container grows to this. */
  public void increase(Container container, long mb) {
    Resource size = Resource.newInstance(mb, container.getResource().getVirtualCores());
    update(container, ContainerUpdateType.INCREASE_RESOURCE, size, null);
  }

  /** The master requests that its opportunistic container becomes guaranteed. */
  public void promote(Container container) {
    update(container, ContainerUpdateType.PROMOTE_EXECUTION_TYPE, null, ExecutionType.GUARANTEED);
  }

  private void update(Container c, ContainerUpdateType kind, Resource size, ExecutionType type) {
    ContainerUpdates all = new ContainerUpdates();
    (type == null ? all.getIncreaseRequests() : all.getPromotionRequests())
        .add(UpdateContainerRequest.newInstance(c.getVersion(), c.getId(), kind, size, type));
    exchange(c.getId().getApplicationAttemptId(), Collections.emptyList(), all);
  }

  /** The same request, as one with tags and, possibly, constraints. */
  public void requestByConstraint(ApplicationAttemptId id, int priority, long mb, int count) {
    requestByConstraint(id, priority, mb, count, Collections.singleton("mine"));
  }

  /** The same with these allocation tags. */
  public void requestByConstraint(
      ApplicationAttemptId id, int priority, long mb, int count, Set<String> allocationTags) {
    SchedulingRequest request =
        SchedulingRequest.newInstance(
            priority,
            Priority.newInstance(priority),
            ExecutionTypeRequest.newInstance(),
            allocationTags,
            ResourceSizing.newInstance(count, Resource.newInstance(mb, 1)),
            null);
    exchange(id, Collections.singletonList(request), new ContainerUpdates());
  }

  /** The master is lost and started again; its containers continue. */
  public ApplicationAttemptId nextAttempt(ApplicationAttemptId id) {
    ApplicationId app = id.getApplicationId();
    scheduler.handle(new AppAttemptRemovedSchedulerEvent(id, RMAppAttemptState.FAILED, true));
    ApplicationAttemptId next = ApplicationAttemptId.newInstance(app, id.getAttemptId() + 1);
    scheduler.handle(new AppAttemptAddedSchedulerEvent(next, true));
    update();
    return next;
  }

  /** Well, and its node tells so of one that is under-sized. */
  public void complete(ContainerId id) {
    RMContainer container = scheduler.getRMContainer(id);
    long requestedMb = UndersizedTag.requestedMb(container.getAllocationTags());
    long mb = container.getAllocatedResource().getMemorySize();
    complete(
        id,
        0,
        requestedMb < 0
            ? ""
            : new UndersizedEnd(requestedMb, mb, true, -1, UndersizedEnd.Outcome.WELL).toString());
  }

  /** Completes a container as its node reports it, also a released one. */
  public void complete(ContainerId id, int exit, String diagnostics) {
    RMContainer container = scheduler.getRMContainer(id);
    scheduler.completedContainer(
        container,
        ContainerStatus.newInstance(id, ContainerState.COMPLETE, diagnostics, exit),
        RMContainerEventType.FINISHED);
    SchedulerNode node =
        container == null ? null : scheduler.getSchedulerNode(container.getNodeId());
    if (node != null) {
      node.releaseContainer(id, true);
    }
    update();
  }

  /** Kills a container as preemption does. */
  public void kill(ContainerId id) {
    scheduler.completedContainer(
        scheduler.getRMContainer(id),
        SchedulerUtils.createAbnormalContainerStatus(id, "killed"),
        RMContainerEventType.KILL);
    update();
  }

  public void finish(ApplicationAttemptId id) {
    scheduler.handle(new AppAttemptRemovedSchedulerEvent(id, RMAppAttemptState.FINISHED, false));
    scheduler.handle(new AppRemovedSchedulerEvent(id.getApplicationId(), RMAppState.FINISHED));
    masters.remove(id.getApplicationId());
    context.getRMApps().remove(id.getApplicationId());
    update();
  }

  public SchedulerApplicationAttempt attempt(ApplicationAttemptId id) {
    return scheduler.getApplicationAttempt(id);
  }
}
