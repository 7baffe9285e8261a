// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The report of one sub-cluster for the aggregated view: its capacity, and for each queue its
 * weight, usage, pending demand (Hydra section 4.2) and maximum. Amounts are by YARN's resource
 * names; resources that its scheduler ignores are missing. Immutable.
 */
public final class SubClusterDemand {
  private final String name;
  private final Map<String, Double> capacity;
  private final ReportedQueueTable table;
  private final Map<String, double[]> used;
  private final Map<String, double[]> waiting;
  private final Map<String, Map<String, QueueDemand>> users;

  private SubClusterDemand(
      String name,
      Map<String, Double> capacity,
      ReportedQueueTable table,
      Map<String, double[]> used,
      Map<String, double[]> waiting,
      Map<String, Map<String, QueueDemand>> users) {
    this.name = Objects.requireNonNull(name, "name");
    this.capacity = Collections.unmodifiableMap(new HashMap<>(capacity));
    this.table = table;
    this.used = Collections.unmodifiableMap(used);
    this.waiting = Collections.unmodifiableMap(waiting);
    this.users = users;
  }

  /**
   * Returns a report.
   *
   * @param name name of the sub-cluster, not null
   * @param capacity its capacity by resource
   * @param queues by path, all but the root; a queue without any below it is a leaf
   */
  public static SubClusterDemand of(
      String name, Map<String, Double> capacity, Map<String, QueueDemand> queues) {
    ReportedQueueTable table = ReportedQueueTable.of(queues);
    Map<String, double[]> used = new HashMap<>();
    Map<String, double[]> waiting = new HashMap<>();
    for (int q = 0; q < table.size(); q++) {
      QueueDemand queue = queues.get(table.path(q));
      put(used, queue.used(), q, table.size());
      put(waiting, queue.waiting(), q, table.size());
    }
    return new SubClusterDemand(name, capacity, table, used, waiting, Collections.emptyMap());
  }

  /**
   * Returns this report with the users of leaf queues.
   *
   * @param byQueue amounts of each user, by path of the queue and name; not copied, must not change
   *     any more. Queues and users without amounts may be missing
   */
  public SubClusterDemand byUser(Map<String, Map<String, QueueDemand>> byQueue) {
    return new SubClusterDemand(name, capacity, table, used, waiting, byQueue);
  }

  private static void put(
      Map<String, double[]> columns, Map<String, Double> amounts, int queue, int size) {
    amounts.forEach(
        (resource, amount) ->
            columns.computeIfAbsent(resource, r -> new double[size])[queue] = amount);
  }

  /**
   * Returns a report whose queues are in a table already.
   *
   * @param used amounts that containers hold, by resource and the queue's number; not copied, must
   *     not change any more
   * @param waiting amounts that queues wait for in addition; not copied, must not change any more
   */
  public static SubClusterDemand of(
      String name,
      Map<String, Double> capacity,
      ReportedQueueTable table,
      Map<String, double[]> used,
      Map<String, double[]> waiting) {
    return new SubClusterDemand(name, capacity, table, used, waiting, Collections.emptyMap());
  }

  /** Returns the amounts of the reported users by path of the queue; must not change. */
  public Map<String, Map<String, QueueDemand>> users() {
    return users;
  }

  /** Returns the amounts of a queue's users, by name; empty if they are not reported. */
  Map<String, QueueDemand> users(String path) {
    return users.getOrDefault(path, Collections.emptyMap());
  }

  /** Returns the name of the sub-cluster; never null. */
  public String name() {
    return name;
  }

  /** Returns the capacity by resource, unmodifiable. */
  public Map<String, Double> capacity() {
    return capacity;
  }

  /** Returns the queues' paths, weights and maxima. */
  public ReportedQueueTable table() {
    return table;
  }

  /** Returns the amounts that containers hold, by resource and queue; must not change. */
  public Map<String, double[]> used() {
    return used;
  }

  /** Returns the amounts that queues wait for, by resource and queue; must not change. */
  public Map<String, double[]> waiting() {
    return waiting;
  }

  /** Returns the queues by path, parents before those below them; a new map. */
  public Map<String, QueueDemand> queues() {
    Map<String, QueueDemand> queues = new TreeMap<>();
    for (int q = 0; q < table.size(); q++) {
      queues.put(
          table.path(q),
          QueueDemand.of(table.weight(q), amounts(used, q), amounts(waiting, q))
              .atMost(table.maximum(q)));
    }
    return queues;
  }

  private static Map<String, Double> amounts(Map<String, double[]> columns, int queue) {
    Map<String, Double> amounts = new HashMap<>();
    columns.forEach((resource, column) -> amounts.put(resource, column[queue]));
    return amounts;
  }

  /** Returns the column of a resource; zeros if there is none. */
  double[] column(Map<String, double[]> columns, String resource) {
    double[] column = columns.get(resource);
    return column == null ? new double[table.size()] : column;
  }

  /**
   * Returns the largest amount of a resource that a queue may have here; infinite if it is
   * unlimited.
   */
  double maximum(int queue, String resource) {
    double maximum = table.maximum(queue);
    return Double.isInfinite(maximum) ? maximum : maximum * capacity.getOrDefault(resource, 0.0);
  }

  /** The report of one queue. Immutable. */
  public static final class QueueDemand {
    private final double weight;
    private final Map<String, Double> used;
    private final Map<String, Double> waiting;
    private final double maximum;

    private QueueDemand(
        double weight, Map<String, Double> used, Map<String, Double> waiting, double maximum) {
      this.weight = weight;
      this.used = Collections.unmodifiableMap(new HashMap<>(used));
      this.waiting = Collections.unmodifiableMap(new HashMap<>(waiting));
      this.maximum = maximum;
    }

    /**
     * Returns the report of a queue without a maximum.
     *
     * @param weight weight among its siblings, 0 or more
     * @param used amounts that its containers hold, by resource
     * @param waiting amounts that it waits for in addition, by resource
     */
    public static QueueDemand of(
        double weight, Map<String, Double> used, Map<String, Double> waiting) {
      return new QueueDemand(weight, used, waiting, Double.POSITIVE_INFINITY);
    }

    /**
     * Returns this report with a maximum.
     *
     * @param newMaximum its maximum capacity as a fraction of the sub-cluster's capacity, 0 or more
     */
    public QueueDemand atMost(double newMaximum) {
      return new QueueDemand(weight, used, waiting, newMaximum);
    }

    /** Returns the queue's weight among its siblings; 0 or more. */
    public double weight() {
      return weight;
    }

    /** Returns the amounts that the queue's containers hold, by resource; not to be changed. */
    public Map<String, Double> used() {
      return used;
    }

    /** Returns the amounts that the queue waits for in addition, by resource; not to be changed. */
    public Map<String, Double> waiting() {
      return waiting;
    }

    /**
     * Returns its maximum capacity as a fraction of the sub-cluster's; infinite if it is unlimited.
     */
    public double maximum() {
      return maximum;
    }
  }
}
