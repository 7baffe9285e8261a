// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.control;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
 * Publishes policies of queues through the federation's state store (Hydra section 3.2): checked
 * before anybody sees them, first in single sub-clusters if wanted, and taken back at once.
 *
 * <p>Routers take a change within their cache's time, AMRMProxies of running applications within
 * {@code yarn.federation.policies.split.policy-interval}. Staged policies are for AMRMProxies only:
 * where an application's home is to be is asked before it has one. They are used where {@code
 * yarn.federation.policies.split.staging} is on.
 *
 * <p>One operator publishes at a time, until all queues of a command are done or the connection
 * ends, and all of them are checked before any is changed. A queue's version, in the record of its
 * previous policy, is replaced by compare-and-set before the policy is. So who was late is told.
 * Not thread-safe.
 */
public final class PolicyPublisher implements Closeable {
  /** The queue whose policy says how shares are enforced. */
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

  /** The policy of a queue in the federation's state store; null if it has none there. */
  public static SubClusterPolicyConfiguration inForce(FederationStateStore store, String queue)
      throws YarnException {
    GetSubClusterPolicyConfigurationResponse response =
        store.getPolicyConfiguration(GetSubClusterPolicyConfigurationRequest.newInstance(queue));
    return response == null ? null : response.getPolicyConfiguration();
  }

  /**
   * The publisher for the state store of a configuration, of which YARN has one for each process.
   *
   * @throws IOException if there is no ZooKeeper to stage in, or the configuration is refused
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
   * All there is, a line a policy: queue, where and when it holds, class, weights and parameters if
   * it has any, and of what is in force and was published from here its version.
   */
  public List<String> list() throws YarnException, IOException {
    return report.list(stored().values());
  }

  /**
   * The last few policies that were published of each queue, a line a policy: queue, version, when
   * it was published, class, weights and parameters if it has any.
   */
  public List<String> history() throws IOException {
    return report.history();
  }

  /** What is published of one queue. */
  private interface Publication {
    /** Returns what was done. */
    String of(String queue) throws YarnException, IOException;
  }

  /**
   * Publishes what was checked, queue by queue.
   *
   * @throws IllegalStateException if somebody else published meanwhile
   */
  private List<String> publish(Collection<String> queues, Publication publication)
      throws YarnException, IOException {
    List<String> done = new ArrayList<>();
    for (String queue : queues) {
      try {
        done.add(queue + ": " + publication.of(queue));
      } catch (IllegalStateException e) {
        throw new IllegalStateException(e.getMessage() + so(done), e);
      } catch (YarnException | IOException e) {
        throw new IOException(queue + ": " + e.getMessage() + so(done), e);
      }
    }
    return done;
  }

  private static String so(List<String> done) {
    return done.isEmpty() ? "" : "; before that, " + done;
  }

  /** One command, while nobody else has one. */
  private interface Command {
    List<String> run() throws YarnException, IOException;
  }

  private List<String> alone(Command command) throws YarnException, IOException {
    if (!staged.mayPublish()) {
      throw new IllegalStateException(
          "somebody else publishes policies right now: look at the list, and try again");
    }
    try {
      return command.run();
    } finally {
      staged.letPublish();
    }
  }

  /** The policy in force gives way, and can be gone back to. */
  private int replace(
      SubClusterPolicyConfiguration before, SubClusterPolicyConfiguration policy, int version)
      throws YarnException, IOException {
    String queue = policy.getQueue();
    if (!staged.publishes(queue, before, version)) {
      throw new IllegalStateException(
          "somebody else published a policy of queue "
              + queue
              + " meanwhile: look at the list, and try again");
    }
    staged.keep(policy, version + 1);
    put(policy);
    return version + 1;
  }

  /**
   * Publishes a policy everywhere; what was staged for the queues is gone, and what was in force
   * can be gone back to.
   *
   * @return what was done, a line a queue
   * @throws IllegalArgumentException saying what is wrong with it; nothing is changed then
   * @throws IllegalStateException if somebody else publishes
   */
  public List<String> set(Collection<String> queues, PolicyWeights weights)
      throws YarnException, IOException {
    return alone(
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

  /** The same for one queue. */
  public List<String> set(String queue, PolicyWeights weights) throws YarnException, IOException {
    return set(Collections.singleton(queue), weights);
  }

  /**
   * Publishes a policy in some sub-clusters only, to applications whose masters are there.
   *
   * @return what was done, a line a queue
   * @throws IllegalArgumentException saying what is wrong with it; nothing is changed then
   * @throws IllegalStateException if somebody else publishes
   */
  public List<String> stage(
      Collection<String> queues, Collection<String> subClusters, PolicyWeights weights)
      throws YarnException, IOException {
    return alone(
        () -> {
          validator.checkKnown(subClusters);
          Map<String, SubClusterPolicyConfiguration> stored = stored();
          for (String queue : queues) {
            if (!stored.containsKey(queue)) {
              throw new IllegalArgumentException(
                  "queue " + queue + " has no policy in force to go back to: set one first");
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

  /** The same for one queue. */
  public List<String> stage(String queue, Collection<String> subClusters, PolicyWeights weights)
      throws YarnException, IOException {
    return stage(Collections.singleton(queue), subClusters, weights);
  }

  /**
   * Why NodeManagers that have this configuration follow no policy that is staged; null if they do.
   */
  public String whyStagingIsInVain() {
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
   * Takes back what is staged for each queue, or if nothing is, exchanges the policy in force and
   * the one before it.
   *
   * @return what was done, a line a queue
   * @throws IllegalArgumentException if there is nothing to go back to; nothing is changed then
   * @throws IllegalStateException if somebody else publishes
   */
  public List<String> rollback(Collection<String> queues) throws YarnException, IOException {
    return alone(
        () -> {
          Map<String, Integer> versions = new HashMap<>();
          Map<String, SubClusterPolicyConfiguration> stored = stored();
          for (String queue : queues) {
            versions.put(queue, staged.version(queue));
            boolean hasPrevious = stored.containsKey(queue) && staged.previous(queue) != null;
            if (!hasPrevious && whereStaged(queue).isEmpty()) {
              throw new IllegalArgumentException("queue " + queue + " has nothing to go back to");
            }
          }
          return publish(
              queues,
              queue -> {
                List<String> where = unstage(queue);
                if (!where.isEmpty()) {
                  return "took back what was staged in " + where;
                }
                SubClusterPolicyConfiguration previous = staged.previous(queue);
                int version = replace(stored.get(queue), previous, versions.get(queue));
                return "went back to " + PolicyReport.weights(previous) + ", version " + version;
              });
        });
  }

  /** The same for one queue. */
  public List<String> rollback(String queue) throws YarnException, IOException {
    return rollback(Collections.singleton(queue));
  }

  /**
   * Puts a version in force again, as a new one; what was staged for the queues is gone.
   *
   * @param version by {@link #history}
   * @return what was done, a line a queue
   * @throws IllegalArgumentException if a queue has no such version any more; nothing is changed
   *     then
   * @throws IllegalStateException if somebody else publishes
   */
  public List<String> rollback(Collection<String> queues, int version)
      throws YarnException, IOException {
    return alone(
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
                return "went back to " + PolicyReport.weights(kept) + ", version " + now;
              });
        });
  }

  private List<String> whereStaged(String queue) throws IOException {
    List<String> where = new ArrayList<>();
    for (String subCluster : staged.stages()) {
      if (staged.queuesStaged(subCluster).contains(queue)) { // whether or not it can be read
        where.add(subCluster);
      }
    }
    return where;
  }

  /** Returns where anything was staged. */
  private List<String> unstage(String queue) throws IOException {
    List<String> where = whereStaged(queue);
    for (String subCluster : where) {
      staged.unstage(subCluster, queue);
    }
    return where;
  }

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
