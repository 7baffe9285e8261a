// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.yarnext.minicluster.cluster.MiniCluster;
import org.yarnext.minicluster.process.Await;

/**
 * An application of shell commands whose master runs in this process. Each task gets one container,
 * and is requested again if YARN stops it. Tasks may be submitted at any time. Thread-safe.
 */
public final class ShellWorkload implements AutoCloseable {

  private final AttemptLedger ledger;
  private final Master master;
  private volatile Throwable failure;

  private ShellWorkload(AttemptLedger ledger, Master master) {
    this.ledger = ledger;
    this.master = master;
  }

  /** Starts an application of the current user in the default queue. */
  public static ShellWorkload start(MiniCluster cluster, String name, int heartbeatMs)
      throws IOException {
    return start(cluster, name, null, heartbeatMs, UserGroupInformation.getCurrentUser());
  }

  /** Starts an application of the current user in a queue. */
  public static ShellWorkload startIn(
      String queue, MiniCluster cluster, String name, int heartbeatMs) throws IOException {
    return start(cluster, name, queue, heartbeatMs, UserGroupInformation.getCurrentUser());
  }

  /**
   * Starts an application of {@code submitter} in the default queue.
   *
   * @param heartbeatMs interval of the master's allocate calls, in ms
   */
  public static ShellWorkload start(
      MiniCluster cluster, String name, int heartbeatMs, UserGroupInformation submitter)
      throws IOException {
    return start(cluster, name, null, heartbeatMs, submitter);
  }

  private static ShellWorkload start(
      MiniCluster cluster,
      String name,
      String queue,
      int heartbeatMs,
      UserGroupInformation submitter)
      throws IOException {
    Configuration conf = cluster.conf();
    UnmanagedMaster master = new UnmanagedMaster(conf, name, queue, submitter);
    Path dir =
        Files.createDirectories(
            cluster.workDir().resolve("shell").resolve(master.applicationId().toString()));
    ShellWorkload workload = new ShellWorkload(new AttemptLedger(dir), master);
    master.register(conf, heartbeatMs, new ShellCallbacks(workload));
    return workload;
  }

  /**
   * Starts the workload in the Application Master's container that this process runs in.
   *
   * @param dir directory of the attempts' files
   */
  static ShellWorkload inContainer(Configuration conf, Path dir, int heartbeatMs)
      throws IOException {
    ContainerMaster master = new ContainerMaster();
    ShellWorkload workload = new ShellWorkload(new AttemptLedger(dir), master);
    master.register(conf, heartbeatMs, new ShellCallbacks(workload));
    return workload;
  }

  public ApplicationId applicationId() {
    return master.applicationId();
  }

  /**
   * Requests a container for each task and returns at once. Tasks are numbered in the order of
   * submission.
   */
  public void submit(Collection<ShellTask> tasks) {
    for (ShellTask task : tasks) {
      master.rm().addContainerRequest(ledger.add(task));
    }
  }

  public void submit(ShellTask task) {
    submit(Collections.singletonList(task));
  }

  /** Returns all attempts so far, in the order of their requests. */
  public List<Attempt> attempts() {
    return ledger.attempts();
  }

  /** Returns the newest attempt of a task. */
  public Attempt latest(int task) {
    return ledger.latest(task);
  }

  /** Returns the number of tasks whose newest attempt is in {@code state}. */
  public int count(Attempt.State state) {
    return (int) ledger.latest().stream().filter(a -> a.state() == state).count();
  }

  /** Waits until at least {@code count} tasks are in {@code state}. */
  public void await(Attempt.State state, int count, long timeoutMs) {
    Await.until(
        () -> count + " tasks " + state + " of " + this,
        timeoutMs,
        () -> checked() && count(state) >= count);
  }

  /** Waits until every task submitted so far has succeeded or failed. */
  public void awaitEnd(long timeoutMs) {
    Await.until(() -> "the end of " + this, timeoutMs, this::ended);
  }

  /** Returns whether every task submitted so far has succeeded or failed. */
  public boolean ended() {
    return checked() && ledger.latest().stream().allMatch(Attempt::ended);
  }

  private boolean checked() {
    if (failure != null) {
      throw new IllegalStateException(
          "The Application Master of " + applicationId() + " failed", failure);
    }
    return true;
  }

  /**
   * Requests the guaranteed execution type for a running task. {@link Attempt#executionType}
   * changes once the node has confirmed it.
   */
  public void promote(int task) {
    update(task, ContainerUpdateType.PROMOTE_EXECUTION_TYPE, ExecutionType.GUARANTEED);
  }

  /** Requests the opportunistic execution type for a running task. */
  public void demote(int task) {
    update(task, ContainerUpdateType.DEMOTE_EXECUTION_TYPE, ExecutionType.OPPORTUNISTIC);
  }

  private void update(int task, ContainerUpdateType how, ExecutionType type) {
    Container container = latest(task).container();
    master
        .rm()
        .requestContainerUpdate(
            container,
            UpdateContainerRequest.newInstance(
                container.getVersion(), container.getId(), how, null, type));
  }

  /** Stops the task's container. The task then counts as failed. */
  public void stop(int task) {
    Container container = latest(task).container();
    master.nm().stopContainerAsync(container.getId(), container.getNodeId());
  }

  /**
   * Stops the clients without ending the application, as if the master had died. Call it instead of
   * {@link #close}.
   */
  public void abandon() {
    master.clients().stop();
  }

  /** Ends the application. YARN stops its remaining containers. */
  @Override
  public void close() throws IOException {
    master.close();
  }

  @Override
  public String toString() {
    return applicationId()
        + " "
        + ledger.latest().stream()
            .collect(Collectors.groupingBy(Attempt::state, TreeMap::new, Collectors.counting()));
  }

  // The following methods are called by ShellCallbacks.

  void allocated(List<Container> containers) {
    for (Container container : containers) {
      Attempt attempt = ledger.allocated(container);
      if (attempt == null) {
        master.rm().releaseAssignedContainer(container.getId());
      } else {
        master.rm().removeContainerRequest(ledger.takeAsk(attempt));
        start(attempt, container);
      }
    }
  }

  private void start(Attempt attempt, Container container) {
    String command = attempt.run.write(attempt.spec.command());
    ContainerLaunchContext launch =
        ContainerLaunchContext.newInstance(
            Collections.emptyMap(),
            attempt.spec.environment(),
            Collections.singletonList(command),
            Collections.<String, ByteBuffer>emptyMap(),
            null,
            Collections.emptyMap());
    attempt.startRequested(System.currentTimeMillis());
    master.nm().startContainerAsync(container, launch);
  }

  void completed(List<ContainerStatus> statuses) {
    for (ContainerStatus status : statuses) {
      Attempt attempt = ledger.of(status.getContainerId());
      // A released container has no attempt. An attempt whose start failed has ended already.
      if (attempt != null && attempt.completedMs() == 0) {
        // The new attempt is added first, so that the task never seems to have ended.
        boolean repeat = attempt.isToRepeat(status.getExitStatus());
        ContainerRequest again = repeat ? ledger.again(attempt) : null;
        attempt.completed(status, repeat, System.currentTimeMillis());
        if (again != null) {
          master.rm().addContainerRequest(again);
        }
      }
    }
  }

  void startAccepted(ContainerId id) {
    ledger.of(id).startAccepted(System.currentTimeMillis());
  }

  void startFailed(ContainerId id, Throwable cause) {
    Attempt attempt = ledger.of(id);
    if (attempt.completedMs() == 0) {
      attempt.failed(
          ContainerExitStatus.INVALID, String.valueOf(cause), System.currentTimeMillis());
      master.rm().releaseAssignedContainer(id);
    }
  }

  void updated(Container container) {
    ledger.of(container.getId()).updated(container);
    master.nm().updateContainerResourceAsync(container);
  }

  void updateConfirmed(ContainerId id) {
    Attempt attempt = ledger.of(id);
    attempt.confirmed(attempt.container().getExecutionType());
  }

  void failed(Throwable cause) {
    failure = cause;
  }
}
