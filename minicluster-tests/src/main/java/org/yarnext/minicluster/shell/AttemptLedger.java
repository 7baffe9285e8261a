// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.shell;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;

/**
 * Tracks all attempts of an application: which wait for a container, and which container each one
 * has. Thread-safe.
 *
 * <p>Tasks of equal shape share one allocation request id. So containers can be matched to tasks of
 * the right shape, and YARN sees one request for many containers, as from MapReduce.
 */
final class AttemptLedger {

  private final Path dir;
  private final List<Attempt> attempts = new ArrayList<>();
  private final List<Attempt> latest = new ArrayList<>();
  private final Map<ContainerId, Attempt> byContainer = new HashMap<>();
  private final Map<String, Long> shapes = new HashMap<>();
  private final Map<Long, Deque<Attempt>> waiting = new HashMap<>();
  private final Map<Attempt, ContainerRequest> requests = new HashMap<>();

  /**
   * Creates an empty ledger.
   *
   * @param dir directory of the attempts' files
   */
  AttemptLedger(Path dir) {
    this.dir = dir;
  }

  /** Adds the first attempt of a new task. Returns the request to send to the ResourceManager. */
  synchronized ContainerRequest add(ShellTask task) {
    latest.add(null);
    return attempt(latest.size() - 1, 1, task);
  }

  /** Adds another attempt of the task of {@code ended}. Returns the request to send. */
  synchronized ContainerRequest again(Attempt ended) {
    return attempt(ended.task, ended.tries + 1, ended.spec);
  }

  private ContainerRequest attempt(int index, int tries, ShellTask task) {
    Attempt attempt =
        new Attempt(
            index, tries, task, System.currentTimeMillis(), dir, "attempt-" + attempts.size());
    attempts.add(attempt);
    latest.set(index, attempt);
    long shape = shapes.computeIfAbsent(task.shape(), s -> shapes.size() + 1L);
    waiting.computeIfAbsent(shape, s -> new ArrayDeque<>()).add(attempt);
    ContainerRequest request =
        ContainerRequest.newBuilder()
            .capability(task.resource())
            .priority(Priority.newInstance(task.priority()))
            .allocationRequestId(shape)
            .nodes(task.host() == null ? null : new String[] {task.host()})
            .relaxLocality(!task.isStrict())
            .executionTypeRequest(ExecutionTypeRequest.newInstance(task.type(), true))
            .build();
    requests.put(attempt, request);
    return request;
  }

  /**
   * Assigns a container to the attempt of its shape that has waited longest. Returns the attempt,
   * or null if none waits.
   */
  synchronized Attempt allocated(Container container) {
    Deque<Attempt> queue = waiting.get(container.getAllocationRequestId());
    Attempt attempt = queue == null ? null : queue.poll();
    if (attempt != null) {
      attempt.allocated(container, System.currentTimeMillis());
      byContainer.put(container.getId(), attempt);
    }
    return attempt;
  }

  /** Returns the request of an attempt and removes it, so that a second call returns null. */
  synchronized ContainerRequest takeAsk(Attempt attempt) {
    return requests.remove(attempt);
  }

  /** Returns the attempt that has a container, or null if none has it. */
  synchronized Attempt of(ContainerId id) {
    return byContainer.get(id);
  }

  synchronized List<Attempt> attempts() {
    return new ArrayList<>(attempts);
  }

  /** Returns the newest attempt of each task. */
  synchronized List<Attempt> latest() {
    return new ArrayList<>(latest);
  }

  synchronized Attempt latest(int task) {
    return latest.get(task);
  }
}
