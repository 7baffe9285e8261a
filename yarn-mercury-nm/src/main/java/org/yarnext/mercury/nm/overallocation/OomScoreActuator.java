// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ContainerId;

/**
 * Raises {@code oom_score_adj} of the processes of over-allocated containers, so that the kernel
 * kills them first if it runs out of memory. Restores the values when a container is no longer
 * over-allocated. A process inherits the value of the one that starts it; values above the raised
 * one stay. After a restart, raised processes of containers that are not over-allocated get the
 * NodeManager's own value, from which containers start. Returns what the processes hold, since it
 * reads them anyway. Thread-safe.
 *
 * <p>The kernel lets the owner of a process do this, and root. With LinuxContainerExecutor
 * processes belong to other users, and a NodeManager that is not root is refused.
 */
final class OomScoreActuator {
  /**
   * The raised value; at 1000 the kernel would always choose the process regardless of its size.
   */
  static final int RAISED = 900;

  private final SessionProcessTable table;
  private final Function<ContainerId, String> leaders;

  /** Sessions of containers that are, or were, over-allocated and may have raised processes. */
  private final Map<ContainerId, Set<String>> sessions = new HashMap<>();

  /** Sessions that the last call found processes in. */
  private Set<String> live = new HashSet<>();

  /** The value to put back, by process. */
  private final Map<String, Integer> raised = new HashMap<>();

  private final Set<String> refusedProcesses = new HashSet<>();

  /** Containers of an earlier NodeManager that were not looked at yet. */
  private final Set<ContainerId> recovered;

  private final AtomicLong refused = new AtomicLong();
  private volatile int raisedCount;

  /**
   * Creates an actuator.
   *
   * @param leaders returns the id of a container's first process; null before its start
   * @param recovered containers that an earlier NodeManager started
   */
  OomScoreActuator(
      SessionProcessTable table,
      Function<ContainerId, String> leaders,
      Set<ContainerId> recovered) {
    this.table = table;
    this.leaders = leaders;
    this.recovered = new HashSet<>(recovered);
  }

  /** Returns the number of processes whose value is raised; on any thread. */
  int raisedCount() {
    return raisedCount;
  }

  /** Returns the number of processes whose value the kernel did not let change; on any thread. */
  long refused() {
    return refused.get();
  }

  /** Returns whether values may be raised, or were by an earlier NodeManager. */
  synchronized boolean hasWork() {
    return !recovered.isEmpty() || !sessions.isEmpty();
  }

  /**
   * Raises the values of some containers' processes, and puts back those of all others. Does
   * nothing if there are none.
   *
   * @param over the over-allocated containers
   * @param known the containers of the node
   * @return the memory that the processes of over-allocated containers hold, in MB
   * @throws IOException if processes cannot be listed
   */
  synchronized Map<ContainerId, Long> apply(Set<ContainerId> over, Set<ContainerId> known)
      throws IOException {
    sessions.keySet().retainAll(known);
    recovered.retainAll(known);
    over.forEach(this::follow);
    new HashSet<>(recovered).forEach(this::follow);
    Map<ContainerId, Long> memoryMb = Collections.emptyMap();
    if (sessions.isEmpty()) {
      raised.clear();
    } else {
      memoryMb = apply(over);
    }
    raisedCount = raised.size();
    return memoryMb;
  }

  /** A container that is launched again, after a failure, has another session. */
  private void follow(ContainerId id) {
    boolean isRunning = !Collections.disjoint(sessionsOf(id), live);
    String leader = isRunning ? null : leaders.apply(id);
    if (leader != null) {
      sessions.computeIfAbsent(id, any -> new HashSet<>()).add(leader);
      recovered.remove(id);
    }
  }

  private Set<String> sessionsOf(ContainerId id) {
    return sessions.getOrDefault(id, Collections.emptySet());
  }

  private Map<ContainerId, Long> apply(Set<ContainerId> over) throws IOException {
    Set<String> wanted = new HashSet<>();
    over.forEach(id -> wanted.addAll(sessionsOf(id)));
    Set<String> all = new HashSet<>();
    sessions.values().forEach(all::addAll);
    SessionProcessTable.SessionProcesses read = table.read(all);
    live = read.live();
    Map<String, String> processes = read.sessions();
    Map<ContainerId, Long> memoryMb = new HashMap<>();
    over.forEach(id -> memoryMb.put(id, sessionsOf(id).stream().mapToLong(read::memoryMb).sum()));
    raised.keySet().retainAll(processes.keySet());
    refusedProcesses.retainAll(processes.keySet());
    Set<String> unfinished = new HashSet<>();
    processes.forEach(
        (process, session) -> {
          if (change(process, wanted.contains(session))) {
            // It may have started others meanwhile, which have inherited the value.
            unfinished.add(session);
          }
        });
    sessions
        .entrySet()
        .removeIf(
            e -> !over.contains(e.getKey()) && Collections.disjoint(e.getValue(), unfinished));
    sessions.values().forEach(known -> known.retainAll(processes.values()));
    sessions.values().removeIf(Set::isEmpty);
    return memoryMb;
  }

  /** Returns whether the value was changed, or is still to be put back. */
  private boolean change(String process, boolean isWanted) {
    if (refusedProcesses.contains(process) && !raised.containsKey(process)) {
      return false;
    }
    try {
      int score = table.score(process);
      if (isWanted && score < RAISED) {
        table.set(process, RAISED);
        raised.put(process, score);
        return true;
      }
      if (isWanted && score == RAISED) {
        // Inherited, or raised before a restart.
        raised.putIfAbsent(process, table.score("self"));
      } else if (score == RAISED) {
        table.set(process, raised.containsKey(process) ? raised.get(process) : table.score("self"));
        raised.remove(process);
        refusedProcesses.remove(process);
        return true;
      }
    } catch (IOException e) {
      if (table.exists(process)) {
        refused.addAndGet(refusedProcesses.add(process) ? 1 : 0);
        return raised.containsKey(process);
      }
    }
    return false;
  }
}
