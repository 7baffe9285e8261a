// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Counts how often a second NodeManagers can look for the policy of one queue in a state store of
 * one ZooKeeper server: what bounds how many there may be for an interval (Hydra section 6.2). Each
 * thread is a NodeManager with its own session; server and NodeManagers share this machine.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PolicyReadBenchmark {

  private static SubClusterPolicyConfiguration policy() {
    return SubClusterPolicyConfiguration.newInstance("q", "any", ByteBuffer.allocate(300));
  }

  /** The server. */
  @State(Scope.Benchmark)
  public static class Server {
    private final ZooKeeperRule zooKeeper = new ZooKeeperRule();

    @Setup
    public void setUp() throws IOException, InterruptedException {
      zooKeeper.before();
    }

    @TearDown
    public void tearDown() {
      zooKeeper.after();
    }
  }

  /** One NodeManager. */
  @State(Scope.Thread)
  public static class Agent {
    private final ZookeeperFederationStateStore store = new ZookeeperFederationStateStore();
    private final QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    private QueuePolicyReloader.PolicyWatch watched;

    @Setup
    public void setUp(Server server) throws YarnException {
      synchronized (server) { // of two that make the store's directories at once, stock fails one
        store.init(server.zooKeeper.conf());
        store.setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(policy()));
      }
      watched = watch.watch(store, policy(), "a");
    }

    @TearDown(Level.Trial)
    public void tearDown() throws Exception {
      store.close();
    }
  }

  @Benchmark
  @Threads(1)
  public Object one(Agent agent) throws Exception {
    agent.watch.reload();
    return agent.watched.latest();
  }

  @Benchmark
  @Threads(32)
  public Object many(Agent agent) throws Exception {
    agent.watch.reload();
    return agent.watched.latest();
  }
}
