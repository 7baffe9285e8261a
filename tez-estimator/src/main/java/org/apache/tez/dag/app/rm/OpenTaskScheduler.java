// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.tez.common.ContainerSignatureMatcher;
import org.apache.tez.serviceplugins.api.TaskAttemptEndReason;
import org.apache.tez.serviceplugins.api.TaskSchedulerContext;
import org.yarnext.tez.policy.opportunistic.ContainerReleasePolicy;

/**
 * Subclass of Tez's scheduler that can request opportunistic containers for tasks. It is in Tez's
 * package because {@code DagAwareYarnTaskScheduler.initialize(AMRMClientAsyncWrapper)} and {@code
 * TaskRequest} are package-private, and there is no other way to give a task's request an execution
 * type: the scheduler creates its requests itself, and matches containers only with guaranteed
 * ones. It also observes the assignment of containers to tasks. Checked on Tez 0.10.5.
 *
 * <p>A new container is matched with requests of its own execution type, because a match with the
 * other type would leave one request outstanding and cancel another. An opportunistic container
 * without an opportunistic request serves a guaranteed one, as in stock: the ResourceManager may
 * have changed that request's type (Mercury's hybrid policy does) and answered it. A reused
 * container may serve either type, except that no opportunistic container serves a task that needs
 * a guaranteed one, which could be preempted there again. If Tez is configured to hold new
 * containers that no task waits for, the scheduler matches them without comparing signatures; if
 * such a task needs a guaranteed container, the container is released before Tez is notified, and
 * another one is requested.
 */
public abstract class OpenTaskScheduler extends DagAwareYarnTaskScheduler {
  private static final int HEARTBEAT_MS =
      1_000; // stock's default before it reads its configuration

  /** New containers, all of one type, that this thread assigns; null for idle ones. */
  private final ThreadLocal<List<Container>> granted = new ThreadLocal<>();

  /** The requests of tasks without a container, by task. */
  private final Map<Object, PendingRequest> pending = new ConcurrentHashMap<>();

  /** A task's request. Immutable. */
  private static final class PendingRequest {
    final OpenTaskSignature signature;
    final Priority priority;

    /** Makes the same request again. */
    final Runnable again;

    PendingRequest(OpenTaskSignature signature, Priority priority, Runnable again) {
      this.signature = signature;
      this.priority = priority;
      this.again = again;
    }
  }

  private final ContainerReleasePolicy<ContainerId> stops = new ContainerReleasePolicy<>();

  /** Containers that were given a task and have neither ended nor been released. */
  private final Set<ContainerId> used = ConcurrentHashMap.newKeySet();

  /** The hosts of the opportunistic containers. */
  private final Map<ContainerId, String> opportunisticHosts = new ConcurrentHashMap<>();

  /** Null until the scheduler is initialized. */
  private volatile OpenTaskClient client;

  protected OpenTaskScheduler(TaskSchedulerContext context) {
    this(new Listening(context));
  }

  private OpenTaskScheduler(Listening context) {
    super(context.proxy());
    context.scheduler = this;
  }

  /**
   * Returns whether to request an opportunistic container for a task. Called once per request,
   * under the scheduler's lock; must not throw.
   *
   * @param task a {@code TaskAttempt}
   */
  protected abstract boolean asksOpportunistic(Object task);

  /**
   * Returns whether a task must not run in an opportunistic container, not even in a reused one.
   * Called once per request, without the scheduler's lock; must not throw.
   *
   * @param task a {@code TaskAttempt}
   */
  protected abstract boolean needsGuaranteed(Object task);

  /**
   * Returns whether a task must not get an idle container yet. Called under the scheduler's lock,
   * for each pair of them; must not throw.
   *
   * @param task a {@code TaskAttempt}
   */
  protected abstract boolean isReservedForOther(Object task, ContainerId idle);

  /**
   * Returns whether to request a container without the task's nodes and racks: a container that is
   * idle while no task waits serves only tasks that name its node, until it is released. Called
   * once per request, without the scheduler's lock; must not throw.
   *
   * @param task a {@code TaskAttempt}
   */
  protected abstract boolean runsAnywhere(Object task);

  /**
   * Returns whether an opportunistic container must not be reused, but released like an idle one
   * that serves no request. Called under the scheduler's lock; must not throw.
   */
  protected abstract boolean isOverrun(Container container);

  /** Requests guaranteed containers in place of opportunistic ones that have not come yet. */
  protected final void askGuaranteed(Collection<?> tasks) {
    client.askGuaranteed(tasks);
  }

  /**
   * Called when a task was given a new or reused container, before Tez is notified, without the
   * scheduler's lock; must not throw.
   *
   * @param task a {@code TaskAttempt}
   */
  protected abstract void assigned(Object task, Container container);

  /** Called when a container is released, with or without the scheduler's lock; must not throw. */
  protected abstract void released(ContainerId container);

  /**
   * Asks the node of a preempted task's container to stop it. Called without the scheduler's lock;
   * must not throw.
   *
   * @param task a {@code TaskAttempt}
   * @return whether the node is asked; if not, the container is released at once
   */
  protected abstract boolean asksNodeToStop(Object task, ContainerId container);

  /**
   * Returns whether a container that had a task is released only once its node has reported its
   * end, see {@link ContainerReleasePolicy}. Tez itself asks the node to stop it, except when the
   * scheduler preempts it. Called with or without the scheduler's lock; must not throw.
   */
  protected abstract boolean awaitsEnds();

  /**
   * Releases a container as stock does when it preempts one, but through its node: see {@link
   * ContainerReleasePolicy}.
   */
  protected final void giveBack(ContainerId container) {
    stops.begin(container, now());
    getContext().preemptContainer(container);
  }

  @Override
  public Object deallocateContainer(ContainerId container) {
    boolean givenBack = stops.isBegun(container);
    Object task = super.deallocateContainer(container);
    if (givenBack
        && stops.isReleaseDeferred(container)
        && (task == null || !asksNodeToStop(task, container))) {
      stops.failed(container);
    }
    return task;
  }

  /** Wraps the context, which alone is notified of the container that a task gets. */
  private static final class Listening implements InvocationHandler {
    private final TaskSchedulerContext context;
    private OpenTaskScheduler scheduler;

    Listening(TaskSchedulerContext context) {
      this.context = context;
    }

    TaskSchedulerContext proxy() {
      return (TaskSchedulerContext)
          Proxy.newProxyInstance(
              TaskSchedulerContext.class.getClassLoader(),
              new Class<?>[] {TaskSchedulerContext.class},
              this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      if (method.getName().equals("preemptContainer") && scheduler.awaitsEnds()) {
        scheduler.stops.begin((ContainerId) arguments[0], scheduler.now());
      }
      if (method.getName().equals("taskAllocated")
          && !scheduler.given(arguments[0], (Container) arguments[2])) {
        return null;
      }
      try {
        Object answer = method.invoke(context, arguments);
        return answer instanceof ContainerSignatureMatcher
            ? new OpenTaskSignature.Matcher((ContainerSignatureMatcher) answer)
            : answer;
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  /**
   * Returns whether to notify Tez; otherwise the request is repeated, as stock does for containers
   * on blacklisted nodes.
   */
  private boolean given(Object task, Container container) {
    PendingRequest request = pending.remove(task);
    if (request != null) {
      request.signature.isIn(container.getId());
    }
    if (request != null && container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
      if (request.signature.needsGuaranteed() && !answers(container, request)) {
        deallocateContainer(container.getId());
        request.again.run();
        return false;
      }
      request.signature.isInOpportunistic(() -> isOverrun(container));
    }
    used.add(container.getId());
    assigned(task, container);
    return true;
  }

  /** Returns whether a container has just arrived for requests of this priority, of either type. */
  private boolean answers(Container container, PendingRequest request) {
    List<Container> arrived = granted.get();
    return arrived != null
        && arrived.contains(container)
        && container.getPriority().equals(request.priority);
  }

  @Override
  public void initialize() throws Exception {
    client = new OpenTaskClient(this);
    initialize(new AMRMClientAsyncWrapper(client, HEARTBEAT_MS, this));
  }

  @Override
  public void allocateTask(
      Object task,
      Resource capability,
      String[] hosts,
      String[] racks,
      Priority priority,
      Object containerSignature,
      Object clientCookie) {
    Runnable again =
        () ->
            allocateTask(
                task, capability, hosts, racks, priority, containerSignature, clientCookie);
    OpenTaskSignature signature = typed(task, containerSignature, priority, again);
    boolean anywhere = runsAnywhere(task);
    super.allocateTask(
        task,
        capability,
        anywhere ? null : hosts,
        anywhere ? null : racks,
        priority,
        signature,
        clientCookie);
  }

  @Override
  public void allocateTask(
      Object task,
      Resource capability,
      ContainerId containerId,
      Priority priority,
      Object containerSignature,
      Object clientCookie) {
    Runnable again =
        () ->
            allocateTask(task, capability, containerId, priority, containerSignature, clientCookie);
    OpenTaskSignature signature = typed(task, containerSignature, priority, again);
    String host = containerId == null ? null : opportunisticHosts.get(containerId);
    if (host != null && signature.needsGuaranteed()) {
      // The scheduler calls no matcher for the container that a task requests by name.
      String[] hosts = {host};
      super.allocateTask(task, capability, hosts, null, priority, signature, clientCookie);
      return;
    }
    super.allocateTask(task, capability, containerId, priority, signature, clientCookie);
  }

  private OpenTaskSignature typed(
      Object task, Object signature, Priority priority, Runnable again) {
    OpenTaskSignature typed =
        new OpenTaskSignature(
            signature, needsGuaranteed(task), idle -> isReservedForOther(task, idle));
    pending.put(task, new PendingRequest(typed, priority, again));
    return typed;
  }

  @Override
  public boolean deallocateTask(
      Object task, boolean taskSucceeded, TaskAttemptEndReason endReason, String diagnostics) {
    pending.remove(task);
    return super.deallocateTask(task, taskSucceeded, endReason, diagnostics);
  }

  @Override
  public void onContainersCompleted(List<ContainerStatus> statuses) {
    for (ContainerStatus status : statuses) {
      opportunisticHosts.remove(status.getContainerId());
      used.remove(status.getContainerId());
      stops.ended(status.getContainerId());
    }
    super.onContainersCompleted(statuses);
  }

  @Override
  public void onContainersAllocated(List<Container> containers) {
    List<Container> guaranteed = new ArrayList<>();
    List<Container> opportunistic = new ArrayList<>();
    for (Container container : containers) {
      if (container.getExecutionType() == ExecutionType.OPPORTUNISTIC) {
        opportunistic.add(container);
        opportunisticHosts.put(container.getId(), container.getNodeId().getHost());
      } else {
        guaranteed.add(container);
      }
    }
    allocated(guaranteed);
    allocated(opportunistic);
  }

  private void allocated(List<Container> containers) {
    if (containers.isEmpty()) {
      return;
    }
    granted.set(containers);
    try {
      super.onContainersAllocated(containers);
    } finally {
      granted.remove();
    }
  }

  /** Returns the type of the new containers; null for reused ones. */
  ExecutionType grantedType() {
    List<Container> arrived = granted.get();
    return arrived == null ? null : arrived.get(0).getExecutionType();
  }

  /** Returns whether a container that is no longer needed is released only after its end. */
  boolean defersRelease(ContainerId container) {
    if (used.remove(container) && awaitsEnds()) {
      stops.begin(container, now());
    }
    return stops.deferRelease(container);
  }

  /** Returns the deferred releases that are due, though no node has reported the end. */
  Collection<ContainerId> overdueReleases() {
    return stops.overdue(now());
  }
}
