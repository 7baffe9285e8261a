// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.store.BoundedRecordReader;
import org.yarnext.federation.store.StoredRecord;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Stores publications that the federation's state store has no place for: policies staged in single
 * sub-clusters, the policy previously in force, and the last few published policies. Thread-safe.
 */
public final class PolicyPublicationStore {
  private static final String STAGED = "policies/staged";
  private static final String PREVIOUS = "policies/previous";
  private static final String HISTORY = "policies/history";
  private static final String PUBLISHER = "policies/publisher";

  /** Version of a queue whose policy was never published through this store. */
  static final int UNPUBLISHED = 0;

  /** Number of published policies kept for each queue. */
  static final int MAX_VERSIONS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(PolicyPublicationStore.class);
  private static final Pattern VERSION = Pattern.compile("\\d{1,9}");

  private final ZooKeeperRecordStore records;

  /** Contents of the publisher's lock record while this store holds it. */
  private volatile byte[] lockToken;

  public PolicyPublicationStore(ZooKeeperRecordStore records) {
    this.records = records;
  }

  /**
   * Returns the policy staged for the queue in the sub-cluster, or null if there is none.
   *
   * @throws IOException if the store does not respond or the record is invalid
   */
  public SubClusterPolicyConfiguration staged(String subCluster, String queue) throws IOException {
    return read(queue, stagedPath(subCluster, queue));
  }

  /**
   * Runs the callback once, at the next change of the policy staged for the queue in the
   * sub-cluster.
   *
   * @return the state of the staged record, or null if none is staged
   */
  public Stat watchStaged(String subCluster, String queue, Runnable changed) throws IOException {
    return records.watch(stagedPath(subCluster, queue), changed);
  }

  /**
   * Runs the callback once, at the next publication through this store, which is recorded before
   * the policy is in force. Returns the state of the record, or null if there is none.
   */
  public Stat watchPublished(String queue, Runnable changed) throws IOException {
    return records.watch(PREVIOUS + "/" + queue, changed);
  }

  /** Stages a policy in a sub-cluster in place of the one staged there. */
  void stage(String subCluster, SubClusterPolicyConfiguration policy) throws IOException {
    records.put(stagedPath(subCluster, policy.getQueue()), bytes(policy));
  }

  /** Removes the policy staged for the queue in the sub-cluster. */
  void unstage(String subCluster, String queue) throws IOException {
    records.remove(stagedPath(subCluster, queue));
  }

  /** Returns the sub-clusters in which a policy is or was staged. */
  List<String> stages() throws IOException {
    return records.below(STAGED);
  }

  /** Returns the queues for which a policy is staged in the sub-cluster. */
  List<String> queuesStaged(String subCluster) throws IOException {
    return records.below(STAGED + "/" + subCluster);
  }

  /** Returns the policy that was in force before the current one, or null if there was none. */
  SubClusterPolicyConfiguration previous(String queue) throws IOException {
    return read(queue, PREVIOUS + "/" + queue);
  }

  /** Returns whether a policy of the queue was ever published through this store. */
  public boolean isPublished(String queue) throws IOException {
    return version(queue) != UNPUBLISHED;
  }

  /**
   * Returns the number of publications of the queue's policy; {@link #UNPUBLISHED} if there was
   * none.
   */
  int version(String queue) throws IOException {
    StoredRecord record = records.read(PREVIOUS + "/" + queue);
    return record == null ? UNPUBLISHED : record.version() + 1;
  }

  /**
   * Counts one more publication of a queue's policy, by compare-and-set.
   *
   * @param previous the policy that is replaced; null if there is none
   * @param version the number of earlier publications, as read
   * @return false if another publication came in between; then nothing changes
   */
  boolean recordPublication(String queue, SubClusterPolicyConfiguration previous, int version)
      throws IOException {
    byte[] bytes = previous == null ? new byte[0] : bytes(previous);
    String path = PREVIOUS + "/" + queue;
    return version == UNPUBLISHED
        ? records.create(path, bytes)
        : records.replace(path, bytes, version - 1);
  }

  /** Keeps a published policy under its version, and removes the oldest ones. */
  void keep(SubClusterPolicyConfiguration policy, int version) throws IOException {
    String queue = policy.getQueue();
    records.put(keptPath(queue, version), bytes(policy));
    for (int older : versions(queue)) {
      if (older <= version - MAX_VERSIONS) {
        records.remove(keptPath(queue, older));
      }
    }
  }

  /** Returns the queues of which published policies are kept. */
  List<String> queuesKept() throws IOException {
    return records.below(HISTORY);
  }

  /** Returns the versions kept for a queue, ascending. */
  List<Integer> versions(String queue) throws IOException {
    List<Integer> versions = new ArrayList<>();
    for (String version : records.below(HISTORY + "/" + queue)) {
      if (VERSION.matcher(version).matches()) {
        versions.add(Integer.valueOf(version));
      }
    }
    Collections.sort(versions);
    return versions;
  }

  /** Returns the policy kept under the version, or null if there is none. */
  SubClusterPolicyConfiguration kept(String queue, int version) throws IOException {
    return read(queue, keptPath(queue, version));
  }

  /**
   * Returns when the version was published, in ms of the store's clock; null if no valid record of
   * it is kept.
   */
  Long keptMs(String queue, int version) throws IOException {
    return records.readOrSkip(keptPath(queue, version), (in, record) -> record.changedMs());
  }

  private static String keptPath(String queue, int version) {
    return HISTORY + "/" + queue + "/" + version;
  }

  /**
   * Takes the publisher's lock until {@link #unlock}, or until this connection ends; returns
   * whether it was free.
   */
  boolean tryLock() throws IOException {
    byte[] token = UUID.randomUUID().toString().getBytes(UTF_8);
    // A call whose response was lost may have created the record.
    if (!records.createForSession(PUBLISHER, token) && !isLockedBy(token)) {
      return false;
    }
    lockToken = token;
    return true;
  }

  /**
   * Releases the publisher's lock, unless the connection ended and another publisher holds it now.
   */
  void unlock() throws IOException {
    if (isLockedBy(lockToken)) {
      records.remove(PUBLISHER);
    }
  }

  /** Returns whether the publisher's lock has these contents. */
  private boolean isLockedBy(byte[] token) throws IOException {
    StoredRecord record = records.read(PUBLISHER);
    return record != null && Arrays.equals(record.data(), token);
  }

  private static String stagedPath(String subCluster, String queue) {
    return STAGED + "/" + subCluster + "/" + queue;
  }

  private SubClusterPolicyConfiguration read(String queue, String path) throws IOException {
    return records.read(
        path,
        (in, record) -> {
          if (record.data().length == 0) {
            return null;
          }
          String type = in.readUTF();
          byte[] params = in.rest();
          try {
            BoundedRecordReader.json(params); // checks the bounds, as YARN parses without any
          } catch (JsonProcessingException e) {
            LOG.debug("The policy at {} is of a class without JSON parameters", path, e);
          }
          return SubClusterPolicyConfiguration.newInstance(queue, type, ByteBuffer.wrap(params));
        });
  }

  private static byte[] bytes(SubClusterPolicyConfiguration policy) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(policy.getType());
      ByteBuffer params = policy.getParams().duplicate();
      byte[] copy = new byte[params.remaining()];
      params.get(copy);
      out.write(copy);
    }
    return bytes.toByteArray();
  }
}
