// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.common.periodic.DaemonThreadFactory;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.federation.control.PolicyPublisher;
import org.yarnext.federation.store.InvalidRecordException;

/**
 * Reloads the policies of the queues of running applications from the state store, so that a
 * published policy reaches them within seconds (Hydra section 3.2). YARN reads a policy once, when
 * an application registers. A policy that is staged in this sub-cluster takes precedence over the
 * queue's.
 *
 * <p>A NodeManager reads a queue's policy in three cases:
 *
 * <ul>
 *   <li>when the first application of the queue starts, unless ZooKeeper shows that the policy is
 *       older than any entry of YARN's cache;
 *   <li>when an application starts with another policy than the one read;
 *   <li>after each publication, at a random moment of the interval and once more an interval later,
 *       since a publication is noted before the policy is in force.
 * </ul>
 *
 * <p>ZooKeeper notifies it of publications; in between it reads nothing. Without ZooKeeper it reads
 * each queue every five minutes. While no application runs it keeps no connection. While the store
 * does not respond, the policy read last stays. One thread serves the whole NodeManager, so that no
 * application waits for the store. Thread-safe.
 */
final class QueuePolicyReloader {
  private static final Logger LOG = LoggerFactory.getLogger(QueuePolicyReloader.class);

  /** Reading interval where no source notifies of changes. */
  private static final long POLLING_INTERVAL_MS = TimeUnit.MINUTES.toMillis(5);

  /** Reads after a change: one at once, and one when the noted policy is surely in force. */
  private static final int READS_PER_CHANGE = 2;

  /** A source that notes changes of policies and notifies of them. */
  interface PolicySource extends Closeable {
    /** Returns whether the source notices every change at this moment. Never blocks. */
    boolean isConnected();

    /**
     * Runs the callback once, at the next change of the queue's policy.
     *
     * @param subCluster the sub-cluster whose staged policies are watched, too
     * @param sinceMs time since the queue's first application started, in ms
     * @param changed called at most once, on a thread of the source
     * @return whether the policy surely changed before anything that YARN had cached when that
     *     application started, so that the application's policy is current
     * @throws IOException if the source cannot be read; then nothing is watched
     */
    boolean watch(String subCluster, String queue, long sinceMs, Runnable changed)
        throws IOException;

    /**
     * Returns the policy staged for the queue in the sub-cluster, or null if there is none or
     * staging is off.
     */
    SubClusterPolicyConfiguration staged(String subCluster, String queue) throws IOException;
  }

  /** Connects to the source of policy changes. */
  interface Connector {
    PolicySource open() throws IOException;
  }

  private final long intervalMs;
  private final Connector connector;

  /** Watched queues by name; an entry disappears with the last application of the queue. */
  private final Map<String, WeakReference<Queue>> queues = new HashMap<>();

  private final PeriodicTask reading;
  private FederationStateStore store;
  private long passes;

  /** Set by the reading thread; null while no application runs. */
  private volatile PolicySource source;

  /**
   * @param intervalMs time within which a change is taken up, in ms; 0 is never
   * @param connector connects to the source of changes; null if there is none
   */
  QueuePolicyReloader(long intervalMs, Connector connector) {
    this.intervalMs = intervalMs;
    this.connector = connector;
    long everyMs = connector == null ? Math.max(intervalMs, POLLING_INTERVAL_MS) : intervalMs;
    reading = new PeriodicTask("yarnext-federation-policies", Math.max(1, everyMs), this::reload);
  }

  /** One watched queue, and the policy last found for it. */
  private static final class Queue {
    private final String name;
    private final String subCluster;
    private final long startNanos = System.nanoTime();

    /** The policy last found, or null if there is none yet. */
    private volatile FoundPolicy found;

    /** Number of passes that are still to read the queue. */
    private final AtomicInteger due = new AtomicInteger(1);

    /** Whether no pass has read the queue yet; used by the reading thread only. */
    private boolean isNew = true;

    /** Pass whose read failed, 0 if the latest succeeded; used by the reading thread only. */
    private long failedPass;

    /** Whether the source will notify of the next change. */
    private volatile boolean isWatched;

    private Queue(String name, String subCluster) {
      this.name = name;
      this.subCluster = subCluster;
    }

    /** Schedules the reads after a change. Called on a thread of the source. */
    private void changed() {
      isWatched = false;
      due.set(READS_PER_CHANGE);
    }

    /**
     * Returns whether the policy found in force differs from the given one; false if it is a staged
     * one.
     */
    private boolean differsFrom(SubClusterPolicyConfiguration policy) {
      FoundPolicy last = found;
      return last != null && !last.isStaged && !last.policy.equals(policy);
    }
  }

  /** A policy, and the pass that found it. */
  private static final class FoundPolicy {
    private final SubClusterPolicyConfiguration policy;
    private final boolean isStaged;
    private final long pass;

    private FoundPolicy(SubClusterPolicyConfiguration policy, boolean isStaged, long pass) {
      this.policy = policy;
      this.isStaged = isStaged;
      this.pass = pass;
    }
  }

  /** A handle on the policy of one queue, held by one application. */
  static final class PolicyWatch {
    private final Queue queue;
    private final SubClusterPolicyConfiguration known;
    private final long since;

    private PolicyWatch(Queue queue, SubClusterPolicyConfiguration known, long since) {
      this.queue = queue;
      this.known = known;
      this.since = since;
    }

    /**
     * Returns the policy last found in the store; never null. A policy read before the application
     * started, or just then, does not count: it may be older than the application's own.
     */
    SubClusterPolicyConfiguration latest() {
      FoundPolicy found = queue.found;
      return found == null || found.pass <= since ? known : found.policy;
    }

    /**
     * Returns whether the policy, returned by {@link #latest}, is staged in this sub-cluster; false
     * if another one was found since.
     */
    boolean isStaged(SubClusterPolicyConfiguration policy) {
      FoundPolicy found = queue.found;
      return found != null && found.policy == policy && found.isStaged;
    }
  }

  /**
   * Watches a queue for as long as the returned handle is referenced. It never blocks on the store.
   *
   * @param from the state store to read
   * @param known the policy that the application starts with
   * @param subCluster the sub-cluster of this NodeManager
   */
  synchronized PolicyWatch watch(
      FederationStateStore from, SubClusterPolicyConfiguration known, String subCluster) {
    store = from;
    String name = known.getQueue();
    WeakReference<Queue> reference = queues.get(name);
    Queue queue = reference == null ? null : reference.get();
    if (queue == null) {
      queue = new Queue(name, subCluster);
      queues.put(name, new WeakReference<>(queue));
    } else if (queue.differsFrom(known)) {
      queue.due.compareAndSet(0, 1); // either of the two may be the older one
    }
    if (intervalMs > 0) {
      // Spreads the reads of thousands of NodeManagers that restart together.
      reading.startAtRandom();
    }
    return new PolicyWatch(queue, known, passes);
  }

  /**
   * Reads the queues whose policies may have changed, up to the first whose read fails. Closes the
   * connection if none is watched. Called by the reading thread.
   *
   * @throws IOException if a read fails, or if the connection is lost and changes would go
   *     unnoticed
   */
  void reload() throws YarnException, IOException {
    Queue[] watched = watched();
    if (watched.length == 0) {
      close();
      return;
    }
    if (connector != null && source == null) {
      source = connector.open();
      for (Queue queue : watched) {
        queue.isWatched = false; // earlier watches ended with their connection
        queue.due.set(1);
      }
    }
    long pass = nextPass();
    // A failed read ends the pass. Queues whose last read failed are therefore read last.
    Arrays.sort(watched, Comparator.comparingLong(queue -> queue.failedPass));
    for (Queue queue : watched) {
      if (source == null || !queue.isWatched || queue.due.get() > 0) {
        queue.failedPass = pass; // until it is read
        reload(queue, pass);
        queue.failedPass = 0;
      }
    }
    if (source != null && !source.isConnected()) {
      throw new IOException("there is no connection to ZooKeeper, which reports new policies");
    }
  }

  /**
   * Reads one queue. A staged policy that is unreadable changes nothing and does not stop the pass.
   */
  private void reload(Queue queue, long pass) throws YarnException, IOException {
    if (source != null && !queue.isWatched) {
      queue.isWatched = true; // set first, so that a change in the meantime is not lost
      try {
        long sinceMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - queue.startNanos);
        boolean isOld = source.watch(queue.subCluster, queue.name, sinceMs, queue::changed);
        if (isOld && queue.isNew && queue.due.compareAndSet(1, 0)) {
          queue.isNew = false;
          return;
        }
      } catch (IOException | RuntimeException e) {
        queue.isWatched = false;
        throw e;
      }
    }
    SubClusterPolicyConfiguration found;
    try {
      found = source == null ? null : source.staged(queue.subCluster, queue.name);
    } catch (InvalidRecordException e) {
      if (!e.isForeign()) {
        countRead(queue);
        return;
      }
      found = null;
    }
    queue.isNew = false;
    boolean isStaged = found != null;
    if (!isStaged) {
      found = read(queue.name);
    }
    if (found != null) {
      queue.found = new FoundPolicy(found, isStaged, pass); // a deleted policy stays in use
    }
    countRead(queue);
  }

  /** Counts one pass that read the queue. */
  private static void countRead(Queue queue) {
    queue.due.updateAndGet(left -> Math.max(0, left - 1));
  }

  /** Closes the connection, if there is one. Called by the reading thread. */
  private void close() {
    if (source != null) {
      try {
        source.close();
      } catch (IOException e) {
        LOG.debug("A connection could not be closed", e);
      }
      source = null;
    }
  }

  /** Returns the number of the pass that begins. */
  private synchronized long nextPass() {
    return ++passes;
  }

  private synchronized Queue[] watched() {
    queues.values().removeIf(reference -> reference.get() == null);
    return queues.values().stream()
        .map(WeakReference::get)
        .filter(each -> each != null)
        .toArray(Queue[]::new);
  }

  private SubClusterPolicyConfiguration read(String queue) throws YarnException {
    FederationStateStore from;
    synchronized (this) {
      from = store;
    }
    return PolicyPublisher.inForce(from, queue);
  }

  /** Returns whether no running application watches a queue. */
  boolean isIdle() {
    return watched().length == 0;
  }

  /** Returns whether every watched queue was read and will be notified of its next change. */
  boolean isUpToDate() {
    for (Queue queue : watched()) {
      if (!queue.isWatched || queue.due.get() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Stops the reading thread for good. Does not wait for ZooKeeper. */
  void stop() {
    reading.close();
    if (source != null) {
      DaemonThreadFactory.start("yarnext-federation-close", this::close);
    }
  }

  PeriodicTask reading() {
    return reading;
  }
}
