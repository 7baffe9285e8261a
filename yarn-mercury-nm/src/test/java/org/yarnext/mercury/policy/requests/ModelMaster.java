// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;

/**
 * An application that asks as MapReduce's RMContainerRequestor does: tables of absolute counts by
 * priority and resource name, of which it sends the entries that changed since its last successful
 * call; each container it gets goes to a waiting task of its priority, whose entries it subtracts,
 * or is released.
 */
final class ModelMaster {
  static final int STRICT = 7;
  static final int REDUCE = 10;
  static final int OWN_OPPORTUNISTIC = 19;
  static final int MAP = 20;
  static final int HOSTS = 6;

  static final class Task {
    final int priority;
    final List<String> hosts;
    String container;
    boolean over;

    Task(int priority, List<String> hosts) {
      this.priority = priority;
      this.hosts = hosts;
    }

    boolean waits() {
      return container == null && !over;
    }
  }

  final List<Task> tasks = new ArrayList<>();
  final List<String> toRelease = new ArrayList<>();
  int released;
  private final Random random;
  private final Set<String> blacklisted = new TreeSet<>();
  private final Map<Integer, TreeMap<String, Integer>> table = new TreeMap<>();

  /** Changed requests; a number is sent as it is, null sends the table's. */
  private final Map<Integer, TreeMap<String, Integer>> changed = new TreeMap<>();

  ModelMaster(Random random) {
    this.random = random;
  }

  static RequestKey key(int priority) {
    return RequestKeys.key(
        priority,
        priority % 4,
        "<memory:" + 512 * (1 + priority % 3) + ", vCores:1>",
        priority == OWN_OPPORTUNISTIC);
  }

  static String rack(String host) {
    return "/r" + (host.charAt(1) % 2);
  }

  // ---- what happens in it ----------------------------------------------------------------------

  void add(int priority) {
    List<String> hosts = new ArrayList<>();
    int wanted = priority == MAP || priority == STRICT ? 1 + random.nextInt(3) : 0;
    for (int i = 0; i < wanted; i++) {
      String host = "h" + random.nextInt(HOSTS);
      if (!hosts.contains(host) && !(blacklisted.contains(host) && priority != STRICT)) {
        hosts.add(host);
      }
    }
    Task task = new Task(priority, hosts);
    tasks.add(task);
    count(task, 1);
  }

  void cancel(Task task) {
    task.over = true;
    count(task, -1);
  }

  /** Requests a task again whose container was lost. */
  void lost(String container) {
    for (Task task : tasks) {
      if (container.equals(task.container)) {
        task.container = null;
        count(task, 1);
      }
    }
  }

  void finished(String container) {
    for (Task task : tasks) {
      if (container.equals(task.container)) {
        task.over = true;
      }
    }
  }

  /** Blacklists a host as MapReduce does: sends a zero, while the table keeps its number. */
  void blacklist(String host) {
    blacklisted.add(host);
    table.forEach(
        (priority, names) -> {
          if (names.containsKey(host) && priority != STRICT) {
            changed.computeIfAbsent(priority, p -> new TreeMap<>()).put(host, 0);
          }
        });
  }

  private void count(Task task, int by) {
    Set<String> names = new TreeSet<>(task.hosts);
    for (String host : task.hosts) {
      names.add(rack(host));
    }
    names.add(RequestEntry.ANY);
    TreeMap<String, Integer> counts = table.computeIfAbsent(task.priority, p -> new TreeMap<>());
    for (String name : names) {
      counts.merge(name, by, (a, b) -> a + b <= 0 ? null : Integer.valueOf(a + b));
      changed.computeIfAbsent(task.priority, p -> new TreeMap<>()).put(name, null);
    }
  }

  // ---- its calls -------------------------------------------------------------------------------

  List<RequestEntry> asks() {
    List<RequestEntry> asks = new ArrayList<>();
    changed.forEach(
        (priority, names) ->
            names.forEach(
                (name, given) -> {
                  int count = given != null ? given : counted(priority, name);
                  boolean strict = priority == STRICT && !name.startsWith("h");
                  asks.add(RequestEntry.of(key(priority), name, count, !strict));
                }));
    return asks;
  }

  void sent() {
    changed.clear();
  }

  /** Registers again and will state all it has. */
  void resync() {
    table.forEach(
        (priority, names) ->
            names
                .keySet()
                .forEach(
                    n -> changed.computeIfAbsent(priority, p -> new TreeMap<>()).put(n, null)));
  }

  void got(ModelGrant grant) {
    Task best = null;
    for (Task task : tasks) {
      if (task.waits() && key(task.priority).equals(grant.key)) {
        if (best == null || (task.hosts.contains(grant.host) && !best.hosts.contains(grant.host))) {
          best = task;
        }
      }
    }
    if (best == null) {
      released++;
      toRelease.add(grant.id);
      return;
    }
    best.container = grant.id;
    count(best, -1);
  }

  /** Another attempt of the same application: it keeps the tasks whose containers it was given. */
  void newAttempt(Set<String> kept) {
    table.clear();
    changed.clear();
    toRelease.clear();
    for (Task task : tasks) {
      if (!kept.contains(task.container == null ? "" : task.container) && !task.over) {
        task.container = null;
        count(task, 1);
      }
    }
  }

  int counted(int priority, String name) {
    return table.getOrDefault(priority, new TreeMap<>()).getOrDefault(name, 0);
  }

  Task someWaiting() {
    List<Task> waiting = new ArrayList<>();
    for (Task task : tasks) {
      if (task.waits()) {
        waiting.add(task);
      }
    }
    return waiting.isEmpty() ? null : waiting.get(random.nextInt(waiting.size()));
  }
}
