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
 * Stores the publications for which the federation's state store has no place: policies that are
 * staged in single sub-clusters, the one that was in force before, and the last few that were
 * published. Thread-safe.
 */
public final class PolicyPublicationStore {
  private static final String STAGED = "policies/staged";
  private static final String PREVIOUS = "policies/previous";
  private static final String HISTORY = "policies/history";
  private static final String PUBLISHER = "policies/publisher";

  /** The version of a policy that was never published from here. */
  static final int UNPUBLISHED = 0;

  /** How many published policies of a queue are kept. */
  static final int KEPT = 10;

  private static final Logger LOG = LoggerFactory.getLogger(PolicyPublicationStore.class);
  private static final Pattern VERSION = Pattern.compile("\\d{1,9}");

  private final ZooKeeperRecordStore records;

  /** What the record of who publishes says while it is this one. */
  private volatile byte[] publishing;

  public PolicyPublicationStore(ZooKeeperRecordStore records) {
    this.records = records;
  }

  /** Null if none is staged there for the queue. */
  public SubClusterPolicyConfiguration staged(String subCluster, String queue) throws IOException {
    return read(queue, stagedPath(subCluster, queue));
  }

  /**
   * Has something done once, at the next change of what is staged for a queue in a sub-cluster.
   *
   * @return whether anything is staged now
   */
  public Stat watchStaged(String subCluster, String queue, Runnable changed) throws IOException {
    return records.watch(stagedPath(subCluster, queue), changed);
  }

  /** The same at the next publication from here, which begins before the policy is in force. */
  public Stat watchPublished(String queue, Runnable changed) throws IOException {
    return records.watch(PREVIOUS + "/" + queue, changed);
  }

  void stage(String subCluster, SubClusterPolicyConfiguration policy) throws IOException {
    records.put(stagedPath(subCluster, policy.getQueue()), bytes(policy));
  }

  void unstage(String subCluster, String queue) throws IOException {
    records.remove(stagedPath(subCluster, queue));
  }

  /** Where anything is or was staged. */
  List<String> stages() throws IOException {
    return records.below(STAGED);
  }

  /** The queues that something is staged for there. */
  List<String> queuesStaged(String subCluster) throws IOException {
    return records.below(STAGED + "/" + subCluster);
  }

  /** Null if there was none. */
  SubClusterPolicyConfiguration previous(String queue) throws IOException {
    return read(queue, PREVIOUS + "/" + queue);
  }

  /** Whether any policy of the queue was ever published from here. */
  public boolean isPublished(String queue) throws IOException {
    return version(queue) != UNPUBLISHED;
  }

  /** How often the queue's policy was published; {@link #UNPUBLISHED} if never from here. */
  int version(String queue) throws IOException {
    StoredRecord record = records.read(PREVIOUS + "/" + queue);
    return record == null ? UNPUBLISHED : record.version() + 1;
  }

  /**
   * Counts one more publication of a queue's policy.
   *
   * @param previous the policy that it replaces; null if there is none
   * @param version what is known of the earlier ones
   * @return false if somebody else published one since; then nothing is changed
   */
  boolean publishes(String queue, SubClusterPolicyConfiguration previous, int version)
      throws IOException {
    byte[] bytes = previous == null ? new byte[0] : bytes(previous);
    String path = PREVIOUS + "/" + queue;
    return version == UNPUBLISHED
        ? records.create(path, bytes)
        : records.replace(path, bytes, version - 1);
  }

  /** Keeps a policy under the version with which it is published, and forgets the oldest. */
  void keep(SubClusterPolicyConfiguration policy, int version) throws IOException {
    String queue = policy.getQueue();
    records.put(keptPath(queue, version), bytes(policy));
    for (int older : versions(queue)) {
      if (older <= version - KEPT) {
        records.remove(keptPath(queue, older));
      }
    }
  }

  /** The queues of which any policy is kept. */
  List<String> queuesKept() throws IOException {
    return records.below(HISTORY);
  }

  /** Under which versions policies of a queue are kept, from the first to the last. */
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

  /** Null if none is kept under that version. */
  SubClusterPolicyConfiguration kept(String queue, int version) throws IOException {
    return read(queue, keptPath(queue, version));
  }

  /**
   * When it was published, in ms of the store's clock; {@code null} if none is kept that can be
   * used.
   */
  Long keptMs(String queue, int version) throws IOException {
    return records.readOrSkip(keptPath(queue, version), (in, record) -> record.changedMs());
  }

  private static String keptPath(String queue, int version) {
    return HISTORY + "/" + queue + "/" + version;
  }

  /** Whether nobody else publishes until {@link #letPublish}, or until this connection ends. */
  boolean mayPublish() throws IOException {
    byte[] turn = UUID.randomUUID().toString().getBytes(UTF_8);
    // It may be there already by a call of this one whose answer was lost.
    if (!records.createForSession(PUBLISHER, turn) && !isTurn(turn)) {
      return false;
    }
    publishing = turn;
    return true;
  }

  /** Leaves it to those who publish by now if the connection ended in between. */
  void letPublish() throws IOException {
    if (isTurn(publishing)) {
      records.remove(PUBLISHER);
    }
  }

  private boolean isTurn(byte[] turn) throws IOException {
    StoredRecord record = records.read(PUBLISHER);
    return record != null && Arrays.equals(record.data(), turn);
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
            BoundedRecordReader.json(params); // YARN reads it without any bound
          } catch (JsonProcessingException e) {
            LOG.debug("What YARN has for queue {} is none of this project's", queue, e);
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
