// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPoliciesConfigurationsRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.GetSubClusterPolicyConfigurationResponse;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.apache.hadoop.yarn.server.federation.utils.FederationStateStoreFacade;
import org.yarnext.common.conf.InvalidConfigurationException;
import org.yarnext.federation.FederationConfiguration;
import org.yarnext.federation.store.ZooKeeperRecordStore;

/**
 * Publishes policies of queues through the federation's state store (Hydra section 3.2). It
 * validates a policy before publishing it, can stage it in single sub-clusters first, and can roll
 * it back.
 *
 * <p>Routers take over a change when their cache expires, AMRMProxies of running applications
 * within {@code yarn.federation.policies.split.policy-interval}. Only AMRMProxies follow staged
 * policies, where {@code yarn.federation.policies.split.staging} is on; Routers do not, as they use
 * a policy to choose an application's home in the first place.
 *
 * <p>Operators publish one at a time: a lock is held until all queues of a command are done or the
 * connection ends, and all queues are validated before any is changed. The record of a queue's
 * previous policy carries its version, and is replaced by compare-and-set before the policy is. An
 * operator who was late therefore gets an error. Not thread-safe.
 */
public final class PolicyPublisher implements Closeable {
  /** The queue whose policy has the share parameters. */
  public static final String ROOT = "root";

  private final FederationStateStore store;
  private final ZooKeeperRecordStore records;
  private final PolicyPublicationStore staged;
  private final FederationConfiguration keys;
  private final PolicyValidator validator;
  private final PolicyReport report;

  private PolicyPublisher(
      FederationStateStoreFacade facade,
      ZooKeeperRecordStore records,
      FederationConfiguration keys) {
    this.records = records;
    this.keys = keys;
    store = facade.getStateStore();
    staged = new PolicyPublicationStore(records);
    validator = new PolicyValidator(facade, keys);
    report = new PolicyReport(staged);
  }

  /** Returns the policy of a queue in the federation's state store, or null if it has none. */
  public static SubClusterPolicyConfiguration inForce(FederationStateStore store, String queue)
      throws YarnException {
    GetSubClusterPolicyConfigurationResponse response =
        store.getPolicyConfiguration(GetSubClusterPolicyConfigurationRequest.newInstance(queue));
    return response == null ? null : response.getPolicyConfiguration();
  }

  /**
   * Opens a publisher for the configured state store; YARN has one facade for each process.
   *
   * @throws IOException if ZooKeeper is not configured, or the configuration is invalid
   */
  public static PolicyPublisher open(Configuration conf) throws IOException {
    try {
      FederationConfiguration keys = FederationConfiguration.read(conf);
      return new PolicyPublisher(
          FederationStateStoreFacade.getInstance(conf),
          ZooKeeperRecordStore.open(conf, keys.storePath()),
          keys);
    } catch (InvalidConfigurationException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /**
   * Returns all policies, one line for each: queue, where and when it applies, class, weights,
   * parameters if it has any, and the version of a policy in force that was published here.
   */
  public List<String> list() throws YarnException, IOException {
    return report.list(stored().values());
  }

  /**
   * Returns the last few published policies of each queue, one line for each: queue, version, time
   * of publication, class, weights, and parameters if it has any.
   */
  public List<String> history() throws IOException {
    return report.history();
  }

  /** Publishes the policy of one queue. */
  private interface Publication {
    /** Publishes it; returns a description. */
    String of(String queue) throws YarnException, IOException;
  }

  /**
   * Publishes validated policies, queue by queue.
   *
   * @return a description for each queue
   * @throws IllegalStateException if another operator published in between; names the queues done
   *     before
   */
  private List<String> publish(Collection<String> queues, Publication publication)
      throws YarnException, IOException {
    List<String> done = new ArrayList<>();
    for (String queue : queues) {
      try {
        done.add(queue + ": " + publication.of(queue));
      } catch (IllegalStateException e) {
        throw new IllegalStateException(e.getMessage() + precededBy(done), e);
      } catch (YarnException | IOException e) {
        throw new IOException(queue + ": " + e.getMessage() + precededBy(done), e);
      }
    }
    return done;
  }

  private static String precededBy(List<String> done) {
    return done.isEmpty() ? "" : "; before that, " + done;
  }

  /** A command that runs under the publisher's lock. */
  private interface Command {
    List<String> run() throws YarnException, IOException;
  }

  /** Runs a command under the publisher's lock. */
  private List<String> runLocked(Command command) throws YarnException, IOException {
    if (!staged.tryLock()) {
      throw new IllegalStateException(
          "another client is publishing policies: check the list and try again");
    }
    try {
      return command.run();
    } finally {
      staged.unlock();
    }
  }

  /** Replaces the policy in force, keeps it as the previous one, and returns the new version. */
  private int replace(
      SubClusterPolicyConfiguration before, SubClusterPolicyConfiguration policy, int version)
      throws YarnException, IOException {
    String queue = policy.getQueue();
    if (!staged.recordPublication(queue, before, version)) {
      throw new IllegalStateException(
          "another client published a policy of queue "
              + queue
              + " in the meantime: check the list and try again");
    }
    staged.keep(policy, version + 1);
    put(policy);
    return version + 1;
  }

  /**
   * Publishes a policy for all sub-clusters. It removes policies staged for the queues; the policy
   * in force before can be rolled back to.
   *
   * @param queues names of queues
   * @return a description for each queue
   * @throws IllegalArgumentException if the policy is invalid; nothing changes then
   * @throws IllegalStateException if another operator publishes
   */
  public List<String> set(Collection<String> queues, PolicyWeights weights)
      throws YarnException, IOException {
    return runLocked(
        () -> {
          Map<String, Integer> versions = new HashMap<>();
          for (String queue : queues) {
            validator.checked(queue, weights);
            versions.put(queue, staged.version(queue));
          }
          Map<String, SubClusterPolicyConfiguration> before = stored();
          return publish(
              queues,
              queue -> {
                int version =
                    replace(
                        before.get(queue), validator.checked(queue, weights), versions.get(queue));
                unstage(queue);
                return weights + ", version " + version;
              });
        });
  }

  /**
   * Stages a policy in some sub-clusters, for applications whose home they are.
   *
   * @param queues names of queues that have a policy in force
   * @param subClusters names of sub-clusters that the state store knows
   * @return a description for each queue
   * @throws IllegalArgumentException if the policy is invalid; nothing changes then
   * @throws IllegalStateException if another operator publishes
   */
  public List<String> stage(
      Collection<String> queues, Collection<String> subClusters, PolicyWeights weights)
      throws YarnException, IOException {
    return runLocked(
        () -> {
          validator.checkKnown(subClusters);
          Map<String, SubClusterPolicyConfiguration> stored = stored();
          for (String queue : queues) {
            if (!stored.containsKey(queue)) {
              throw new IllegalArgumentException(
                  "queue " + queue + " has no policy in force to return to: set one first");
            }
            validator.checked(queue, weights);
          }
          return publish(
              queues,
              queue -> {
                for (String subCluster : subClusters) {
                  staged.stage(subCluster, validator.checked(queue, weights));
                }
                return weights + ", staged in " + subClusters;
              });
        });
  }

  /**
   * Returns why NodeManagers with this configuration ignore staged policies, or null if they follow
   * them.
   */
  public String whyStagingIsIgnored() {
    List<String> why = new ArrayList<>();
    if (!keys.splitMode().acts()) {
      why.add(FederationConfiguration.SPLIT_MODE + " is not on");
    }
    if (!keys.isStaging()) {
      why.add(FederationConfiguration.SPLIT_STAGING + " is not true");
    }
    if (keys.policyInterval().isZero()) {
      why.add(FederationConfiguration.SPLIT_POLICY_INTERVAL + " is 0");
    }
    return why.isEmpty() ? null : String.join(", ", why);
  }

  /**
   * Rolls back each queue: removes its staged policies, or if there are none, exchanges the policy
   * in force and the previous one.
   *
   * @return a description for each queue
   * @throws IllegalArgumentException if a queue has nothing to roll back to; nothing changes then
   * @throws IllegalStateException if another operator publishes
   */
  public List<String> rollback(Collection<String> queues) throws YarnException, IOException {
    return runLocked(
        () -> {
          Map<String, Integer> versions = new HashMap<>();
          Map<String, SubClusterPolicyConfiguration> stored = stored();
          for (String queue : queues) {
            versions.put(queue, staged.version(queue));
            boolean hasPrevious = stored.containsKey(queue) && staged.previous(queue) != null;
            if (!hasPrevious && whereStaged(queue).isEmpty()) {
              throw new IllegalArgumentException("queue " + queue + " has no earlier policy");
            }
          }
          return publish(
              queues,
              queue -> {
                List<String> where = unstage(queue);
                if (!where.isEmpty()) {
                  return "cancelled the policy staged in " + where;
                }
                SubClusterPolicyConfiguration previous = staged.previous(queue);
                int version = replace(stored.get(queue), previous, versions.get(queue));
                return "returned to " + PolicyReport.weights(previous) + ", version " + version;
              });
        });
  }

  /**
   * Publishes an earlier version again, as a new version. It removes policies staged for the
   * queues.
   *
   * @param version as in {@link #history}
   * @return a description for each queue
   * @throws IllegalArgumentException if a queue does not keep that version; nothing changes then
   * @throws IllegalStateException if another operator publishes
   */
  public List<String> rollback(Collection<String> queues, int version)
      throws YarnException, IOException {
    return runLocked(
        () -> {
          Map<String, Integer> versions = new HashMap<>();
          Map<String, SubClusterPolicyConfiguration> then = new HashMap<>();
          for (String queue : queues) {
            versions.put(queue, staged.version(queue));
            SubClusterPolicyConfiguration kept = staged.kept(queue, version);
            if (kept == null) {
              throw new IllegalArgumentException(
                  "queue "
                      + queue
                      + " has no version "
                      + version
                      + " to go back to, only "
                      + staged.versions(queue));
            }
            then.put(queue, kept);
          }
          Map<String, SubClusterPolicyConfiguration> before = stored();
          return publish(
              queues,
              queue -> {
                SubClusterPolicyConfiguration kept = then.get(queue);
                int now = replace(before.get(queue), kept, versions.get(queue));
                unstage(queue);
                return "returned to " + PolicyReport.weights(kept) + ", version " + now;
              });
        });
  }

  private List<String> whereStaged(String queue) throws IOException {
    List<String> where = new ArrayList<>();
    for (String subCluster : staged.stages()) {
      if (staged.queuesStaged(subCluster).contains(queue)) { // valid or not
        where.add(subCluster);
      }
    }
    return where;
  }

  /** Removes the policies staged for a queue; returns the sub-clusters that had one. */
  private List<String> unstage(String queue) throws IOException {
    List<String> where = whereStaged(queue);
    for (String subCluster : where) {
      staged.unstage(subCluster, queue);
    }
    return where;
  }

  /** Returns all policies in the state store, by queue. */
  private Map<String, SubClusterPolicyConfiguration> stored() throws YarnException {
    Map<String, SubClusterPolicyConfiguration> stored = new TreeMap<>();
    store
        .getPoliciesConfigurations(GetSubClusterPoliciesConfigurationsRequest.newInstance())
        .getPoliciesConfigs()
        .forEach(policy -> stored.put(policy.getQueue(), policy));
    return stored;
  }

  private void put(SubClusterPolicyConfiguration policy) throws YarnException {
    store.setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(policy));
  }

  @Override
  public void close() {
    records.close();
  }
}
