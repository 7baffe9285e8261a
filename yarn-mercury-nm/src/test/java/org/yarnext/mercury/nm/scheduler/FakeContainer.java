// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerDiagnosticsUpdateEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.ContainerState;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.UpdateContainerTokenEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEventType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.UpdateContainerSchedulerEvent;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.scheduler.stub.UnsupportedContainer;

/**
 * The part of {@code ContainerImpl}'s state machine that the container scheduler sees: SCHEDULED,
 * launched, RUNNING, KILLING, DONE. A kill or launch is a request; the state follows when the test
 * says so, as it follows later on the dispatcher of a NodeManager.
 */
public final class FakeContainer extends UnsupportedContainer {
  private final FakeNode node;
  private final ContainerId id;
  private final long startTime;
  private ContainerTokenIdentifier token;
  private Resource resource;
  private ExecutionType type;
  private ContainerState state = ContainerState.SCHEDULED;
  private boolean marked;
  private long launchTime;
  private int exitStatus = ContainerExitStatus.INVALID;

  public int launches;
  int pauses;
  int completions;
  public int launchContextsGiven;
  int pendingUpdates;
  boolean killedByMaster;

  /** Whether it was demoted while it waited as a guaranteed container. */
  boolean demotedWaiting;

  public final List<String> schedulerKills = new ArrayList<>();

  public final Map<String, String> environment = new HashMap<>();
  final List<String> diagnostics = new ArrayList<>();

  /** Events that the scheduler has handled. */
  boolean arrivalHandled;

  boolean completionHandled;
  ExecutionType handledType;
  long handledTurn;
  boolean waitedOnce;

  FakeContainer(FakeNode node, ContainerId id, ContainerTokenIdentifier token, long startTime) {
    this.node = node;
    this.id = id;
    this.startTime = startTime;
    setContainerTokenIdentifier(token);
    this.handledType = token.getExecutionType();
  }

  static ContainerTokenIdentifier token(
      ContainerId id, ExecutionType type, Resource size, int priority, Set<String> tags) {
    return token(id, type, size, priority, tags, ContainerType.TASK, "user", 0);
  }

  private static ContainerTokenIdentifier token(
      ContainerId id,
      ExecutionType type,
      Resource size,
      int priority,
      Set<String> tags,
      ContainerType containerType,
      String user,
      int version) {
    return new ContainerTokenIdentifier(
        id,
        version,
        "host:1",
        user,
        size,
        Long.MAX_VALUE,
        1,
        1,
        Priority.newInstance(priority),
        1,
        null,
        null,
        containerType,
        type,
        -1,
        tags);
  }

  /** Makes it the container of its application's master. */
  void becomesMaster() {
    Set<String> none = Collections.emptySet();
    setContainerTokenIdentifier(
        token(id, type, resource, 0, none, ContainerType.APPLICATION_MASTER, "user", 0));
  }

  /** Sets the user of its application. */
  FakeContainer of(String user) {
    setContainerTokenIdentifier(
        token(
            id,
            type,
            resource,
            token.getPriority().getPriority(),
            token.getAllcationTags(),
            ContainerType.TASK,
            user,
            token.getVersion()));
    return this;
  }

  /** Gives it the token of a later version, as after a change of its execution type. */
  FakeContainer ofVersion(int version) {
    setContainerTokenIdentifier(
        token(
            id,
            type,
            resource,
            token.getPriority().getPriority(),
            token.getAllcationTags(),
            ContainerType.TASK,
            token.getApplicationSubmitter(),
            version));
    return this;
  }

  /** Declared run time, in ms. */
  FakeContainer declaring(long ms) {
    environment.put("YARNEXT_MERCURY_RUN_MS", String.valueOf(ms));
    return this;
  }

  // ---- what the node does to it ---------------------------------------------------------------

  /** Its files are being localised; no scheduler has heard of it. */
  public void localizing() {
    state = ContainerState.LOCALIZING;
  }

  /** The container's process is up. */
  void running() {
    if (state == ContainerState.SCHEDULED && launches > 0) {
      state = ContainerState.RUNNING;
    }
  }

  /** The kill request reaches the container. */
  void killing() {
    if (marked && state != ContainerState.DONE) {
      state = ContainerState.KILLING;
    }
  }

  /** Its process has ended after a kill; the node has yet to clean up after it. */
  public void cleanedUp() {
    state = ContainerState.CONTAINER_CLEANEDUP_AFTER_KILL;
  }

  /** Ends the container; the scheduler will receive an event. */
  void done(int exit) {
    if (state != ContainerState.DONE) {
      exitStatus = exit;
      node.onExited(this);
      state = ContainerState.DONE;
      completions++;
      node.send(new ContainerSchedulerEvent(this, ContainerSchedulerEventType.CONTAINER_COMPLETED));
    }
  }

  /** Replaces its process: it frees its resources and requests them again. */
  void reInitialize() {
    state = ContainerState.SCHEDULED;
    node.send(new ContainerSchedulerEvent(this, ContainerSchedulerEventType.CONTAINER_COMPLETED));
    node.send(new ContainerSchedulerEvent(this, ContainerSchedulerEventType.SCHEDULE_CONTAINER));
  }

  void killByMaster() {
    killedByMaster = true;
    sendKillEvent(ContainerExitStatus.KILLED_BY_APPMASTER, "Container killed by the master.");
  }

  /** The ResourceManager promotes or demotes it. */
  public void update(ExecutionType newType) {
    update(newType, resource);
  }

  /** The ResourceManager changes its type, its size or both. */
  public void update(ExecutionType newType, Resource size) {
    ContainerTokenIdentifier before = token;
    ExecutionType was = type();
    boolean smaller = size.getMemorySize() < resource.getMemorySize();
    ContainerTokenIdentifier after =
        token(id, newType, size, token.getPriority().getPriority(), token.getAllcationTags());
    boolean resized = !size.equals(resource);
    setContainerTokenIdentifier(after);
    pendingUpdates++;
    demotedWaiting |= waits() && newType == ExecutionType.OPPORTUNISTIC && newType != was;
    boolean promoted = newType == ExecutionType.GUARANTEED && was != newType;
    node.send(
        new UpdateContainerSchedulerEvent(
            this,
            before,
            new UpdateContainerTokenEvent(
                id, after, resized, newType != was, promoted || (resized && !smaller))));
  }

  // ---- what tests ask -------------------------------------------------------------------------

  ExecutionType type() {
    return type;
  }

  boolean opportunistic() {
    return type() == ExecutionType.OPPORTUNISTIC;
  }

  boolean isDone() {
    return state == ContainerState.DONE;
  }

  /** Returns whether it may still run, because nobody requested its end. */
  public boolean alive() {
    return !marked && state != ContainerState.DONE && state != ContainerState.KILLING;
  }

  /** The scheduler knows it, has not launched it and may. */
  boolean waits() {
    return arrivalHandled && launches == 0 && alive();
  }

  /** Returns whether it was launched and the scheduler has received no end of it. */
  boolean occupies() {
    return launches > 0 && !completionHandled;
  }

  public boolean runs() {
    return launches > 0 && alive();
  }

  String name() {
    return "c" + id.getContainerId();
  }

  // ---- Container ------------------------------------------------------------------------------

  @Override
  public void sendLaunchEvent() {
    launches++;
    launchTime = node.now();
    node.launched(this);
  }

  @Override
  public void sendKillEvent(int status, String description) {
    marked = true;
    if (status == ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER) {
      schedulerKills.add(description);
      node.killed(this, description);
    }
  }

  @Override
  public void sendPauseEvent(String description) {
    pauses++;
    node.paused(this);
  }

  @Override
  public ContainerId getContainerId() {
    node.containerReads++;
    return id;
  }

  @Override
  public long getContainerStartTime() {
    return startTime;
  }

  @Override
  public long getContainerLaunchTime() {
    return launchTime;
  }

  @Override
  public Resource getResource() {
    return resource;
  }

  @Override
  public ContainerTokenIdentifier getContainerTokenIdentifier() {
    node.containerReads++;
    return token;
  }

  @Override
  public void setContainerTokenIdentifier(ContainerTokenIdentifier newToken) {
    token = newToken;
    resource = newToken.getResource();
    type = newToken.getExecutionType();
  }

  @Override
  public ContainerState getContainerState() {
    return state;
  }

  @Override
  public ContainerLaunchContext getLaunchContext() {
    launchContextsGiven++;
    return environment.isEmpty()
        ? null
        : ContainerLaunchContext.newInstance(null, environment, null, null, null, null);
  }

  @Override
  public void handle(ContainerEvent event) {
    diagnostics.add(((ContainerDiagnosticsUpdateEvent) event).getDiagnosticsUpdate());
  }

  @Override
  public ContainerStatus cloneAndGetContainerStatus() {
    return ContainerStatus.newInstance(
        id, org.apache.hadoop.yarn.api.records.ContainerState.COMPLETE, "", exitStatus);
  }

  @Override
  public boolean isMarkedForKilling() {
    return marked;
  }

  @Override
  public boolean isContainerInFinalStates() {
    return state == ContainerState.KILLING
        || state == ContainerState.CONTAINER_CLEANEDUP_AFTER_KILL
        || state == ContainerState.DONE;
  }

  @Override
  public String toString() {
    return name()
        + "{"
        + type()
        + ", told "
        + handledType
        + ", "
        + ResourceCodec.vector(resource)
        + ", "
        + state
        + (marked ? ", marked" : "")
        + ", launches="
        + launches
        + "}";
  }

  public static Set<String> noTags() {
    return Collections.emptySet();
  }
}
