/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.yarnext.common.periodic.PeriodicTask;
import org.yarnext.federation.control.PolicyBook;
import org.yarnext.federation.control.PolicyRecords;
import org.yarnext.federation.store.BadRecordException;

/**
 * Reads what the state store holds for the queues of running applications, so that a policy that is
 * published reaches them within seconds (Hydra section 3.2); YARN reads it once, when an
 * application registers. One that is staged in this sub-cluster goes before that of the queue.
 *
 * <p>One thread for each NodeManager, so that no application waits for the store, and past the
 * cache of YARN's facade, which may be minutes old. While the store does not answer, what was read
 * last stays. What the store does not hold, as for applications whose policy is that of a
 * configuration file, is asked for rarely: YARN's store logs it as an error each time. Thread-safe.
 */
final class PolicyWatch {

  private static final long ABSENT_INTERVAL_MS = TimeUnit.MINUTES.toMillis(5);

  private final long intervalMs;
  private final PolicyRecords staged;

  /** Gone with the last application of the queue. */
  private final Map<String, WeakReference<Queue>> queues = new HashMap<>();

  private FederationStateStore store;
  private long looks;
  private final PeriodicTask reading;

  /**
   * @param intervalMs how often to look, in ms; 0 is never
   * @param staged null if none are to be looked for
   */
  PolicyWatch(long intervalMs, PolicyRecords staged) {
    this.intervalMs = intervalMs;
    this.staged = staged;
    reading = new PeriodicTask("yarnext-federation-policies", Math.max(1, intervalMs), this::look);
  }

  /** What the store was seen to hold for one queue. */
  private static final class Queue {
    private final String name;
    private final String subCluster;

    /** Null until something was found. */
    private volatile Found found;

    /** In how many looks it is not asked for, since it was not there. */
    private long looksToSkip;

    private Queue(String name, String subCluster) {
      this.name = name;
      this.subCluster = subCluster;
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
    }
    if (intervalMs > 0) {
      // Thousands of NodeManagers that restart together are not to ask together for ever.
      reading.startAtRandom();
    }
    return new Watched(queue, known, looks);
  }

  /** Reads all queues that are watched, once. */
  void look() throws YarnException, IOException {
    long look = begin();
    for (Queue queue : watched()) {
      look(queue, look);
    }
  }

  /** What is staged and cannot be read changes nothing, and keeps no other queue's from anybody. */
  private void look(Queue queue, long look) throws YarnException, IOException {
    SubClusterPolicyConfiguration found;
    try {
      found = staged == null ? null : staged.staged(queue.subCluster, queue.name);
    } catch (BadRecordException e) {
      if (!e.isForeign()) {
        return;
      }
      found = null;
    }
    boolean isStaged = found != null;
    if (!isStaged) {
      found = readIfDue(queue);
    }
    if (found != null) {
      queue.found =
          new Found(found, isStaged, look); // one that is deleted stays with those who have it
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

  private SubClusterPolicyConfiguration readIfDue(Queue queue) throws YarnException {
    if (queue.looksToSkip > 0) {
      queue.looksToSkip--;
      return null;
    }
    SubClusterPolicyConfiguration found = read(queue.name);
    if (found == null && intervalMs > 0) {
      queue.looksToSkip = Math.max(0, ABSENT_INTERVAL_MS / intervalMs - 1);
    }
    return found;
  }

  private SubClusterPolicyConfiguration read(String queue) throws YarnException {
    FederationStateStore from;
    synchronized (this) {
      from = store;
    }
    return PolicyBook.inForce(from, queue);
  }

  PeriodicTask reading() {
    return reading;
  }
}
