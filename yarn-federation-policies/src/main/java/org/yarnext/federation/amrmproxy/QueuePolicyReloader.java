// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.WeakReference;
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
 * published policy reaches them within seconds (Hydra section 3.2); YARN reads it once, when an
 * application registers. One that is staged in this sub-cluster goes before that of the queue.
 *
 * <p>A NodeManager reads a queue's policy when its first application of that queue begins, unless
 * ZooKeeper says that it is older than what YARN's cache may hold; when an application begins with
 * another one than was read; and after each publication, at a random moment of the interval and
 * once more an interval later: a publication is noted before the policy is in force. ZooKeeper
 * tells it of publications; in between it reads nothing. Where there is no ZooKeeper it reads each
 * queue every five minutes. While no application runs it keeps no connection. While the store does
 * not answer, what was read last stays. One thread for each NodeManager, so that no application
 * waits for the store. Thread-safe.
 */
final class QueuePolicyReloader {
  private static final Logger LOG = LoggerFactory.getLogger(QueuePolicyReloader.class);

  /** How often what nobody tells of changes is read. */
  private static final long UNTOLD_INTERVAL_MS = TimeUnit.MINUTES.toMillis(5);

  /** After a change: at once, and when what was noted before is in force for sure. */
  private static final int READS_A_CHANGE = 2;

  /** Where changes are noted. */
  interface PolicySource extends Closeable {
    /** Whether it is known of every change just now. Never blocks. */
    boolean isConnected();

    /**
     * Has something done once, at the next change of what holds for a queue there.
     *
     * @return whether it has not changed for longer than YARN's cache serves, for sure: what an
     *     application has from that cache then holds
     */
    boolean watch(String subCluster, String queue, Runnable changed) throws IOException;

    /** Null if nothing is staged there for the queue, or staging is off. */
    SubClusterPolicyConfiguration staged(String subCluster, String queue) throws IOException;
  }

  /** Connects; null where changes are noted nowhere. */
  interface Connector {
    PolicySource open() throws IOException;
  }

  private final long intervalMs;
  private final Connector connector;

  /** Gone with the last application of the queue. */
  private final Map<String, WeakReference<Queue>> queues = new HashMap<>();

  private final PeriodicTask reading;
  private FederationStateStore store;
  private long looks;

  /** Of the reading thread; null while no application runs. */
  private volatile PolicySource notes;

  /**
   * @param intervalMs in which a change is taken up, in ms; 0 is never
   * @param connector null where changes are noted nowhere
   */
  QueuePolicyReloader(long intervalMs, Connector connector) {
    this.intervalMs = intervalMs;
    this.connector = connector;
    long everyMs = connector == null ? Math.max(intervalMs, UNTOLD_INTERVAL_MS) : intervalMs;
    reading = new PeriodicTask("yarnext-federation-policies", Math.max(1, everyMs), this::look);
  }

  /** What the store was seen to hold for one queue. */
  private static final class Queue {
    private final String name;
    private final String subCluster;

    /** Null until something was found. */
    private volatile Found found;

    /** How many looks are still to read it. */
    private final AtomicInteger due = new AtomicInteger(1);

    /** Whether nobody has looked yet; of the reading thread. */
    private boolean isNew = true;

    /** Whether the next change will be told. */
    private volatile boolean isWatched;

    private Queue(String name, String subCluster) {
      this.name = name;
      this.subCluster = subCluster;
    }

    private void changed() {
      isWatched = false;
      due.set(READS_A_CHANGE);
    }

    private boolean isOther(SubClusterPolicyConfiguration policy) {
      Found last = found;
      return last != null && !last.isStaged && !last.policy.equals(policy);
    }
  }

  private static final class Found {
    private final SubClusterPolicyConfiguration policy;
    private final boolean isStaged;
    private final long look;

    private Found(SubClusterPolicyConfiguration policy, boolean isStaged, long look) {
      this.policy = policy;
      this.isStaged = isStaged;
      this.look = look;
    }
  }

  /** The policy of one queue, for one application. */
  static final class Watched {
    private final Queue queue;
    private final SubClusterPolicyConfiguration known;
    private final long since;

    private Watched(Queue queue, SubClusterPolicyConfiguration known, long since) {
      this.queue = queue;
      this.known = known;
      this.since = since;
    }

    /**
     * What the store was last seen to hold; never null. What was read before the application began,
     * or just then, says nothing: it may be older than what it began with.
     */
    SubClusterPolicyConfiguration latest() {
      Found found = queue.found;
      return found == null || found.look <= since ? known : found.policy;
    }

    /** Whether one that was {@link #latest} is staged here; false if another one is by now. */
    boolean isStaged(SubClusterPolicyConfiguration policy) {
      Found found = queue.found;
      return found != null && found.policy == policy && found.isStaged;
    }
  }

  /**
   * Watches a queue for as long as the answer is referred to.
   *
   * @param known what the application begins with
   * @param subCluster the one that this NodeManager is in
   */
  synchronized Watched watch(
      FederationStateStore from, SubClusterPolicyConfiguration known, String subCluster) {
    store = from;
    String name = known.getQueue();
    WeakReference<Queue> reference = queues.get(name);
    Queue queue = reference == null ? null : reference.get();
    if (queue == null) {
      queue = new Queue(name, subCluster);
      queues.put(name, new WeakReference<>(queue));
    } else if (queue.isOther(known)) {
      queue.due.compareAndSet(0, 1); // one of the two is older, nobody knows which
    }
    if (intervalMs > 0) {
      // Thousands of NodeManagers that restart together are not to ask together.
      reading.startAtRandom();
    }
    return new Watched(queue, known, looks);
  }

  /**
   * Reads the queues whose policies may have changed.
   *
   * @throws IOException also if there is nothing to read, but changes would go unnoticed
   */
  void look() throws YarnException, IOException {
    Queue[] watched = watched();
    if (watched.length == 0) {
      close();
      return;
    }
    if (connector != null && notes == null) {
      notes = connector.open();
      for (Queue queue : watched) {
        queue.isWatched = false; // those of before died with their connection
        queue.due.set(1);
      }
    }
    long look = begin();
    for (Queue queue : watched) {
      if (notes == null || !queue.isWatched || queue.due.get() > 0) {
        look(queue, look);
      }
    }
    if (notes != null && !notes.isConnected()) {
      throw new IOException("there is no connection to ZooKeeper, which tells of new policies");
    }
  }

  /** What is staged and cannot be read changes nothing, and keeps no other queue's from anybody. */
  private void look(Queue queue, long look) throws YarnException, IOException {
    if (notes != null && !queue.isWatched) {
      queue.isWatched = true; // before, so that a change meanwhile is not lost
      try {
        boolean isOld = notes.watch(queue.subCluster, queue.name, queue::changed);
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
      found = notes == null ? null : notes.staged(queue.subCluster, queue.name);
    } catch (InvalidRecordException e) {
      if (!e.isForeign()) {
        done(queue);
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
      queue.found =
          new Found(found, isStaged, look); // one that is deleted stays with those who have it
    }
    done(queue);
  }

  private static void done(Queue queue) {
    queue.due.updateAndGet(left -> Math.max(0, left - 1));
  }

  /** Ends the connection, if there is one. For the reading thread. */
  private void close() {
    if (notes != null) {
      try {
        notes.close();
      } catch (IOException e) {
        LOG.debug("A connection did not end well", e);
      }
      notes = null;
    }
  }

  private synchronized long begin() {
    return ++looks;
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

  /** Whether no application runs whose policy could change. */
  boolean isIdle() {
    return watched().length == 0;
  }

  /** Whether all that is watched was read, and the next change will be told. */
  boolean isTold() {
    for (Queue queue : watched()) {
      if (!queue.isWatched || queue.due.get() > 0) {
        return false;
      }
    }
    return true;
  }

  /** Ends for good; does not wait for ZooKeeper. */
  void stop() {
    reading.close();
    if (notes != null) {
      DaemonThreadFactory.start("yarnext-federation-close", this::close);
    }
  }

  PeriodicTask reading() {
    return reading;
  }
}
