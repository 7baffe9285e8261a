// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.federation.store.FederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.impl.ZookeeperFederationStateStore;
import org.apache.hadoop.yarn.server.federation.store.records.SetSubClusterPolicyConfigurationRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterPolicyConfiguration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.federation.store.ZooKeeperRule;

/**
 * Measures the time from the publication of a policy to the last of 50,000 NodeManagers having it
 * (Hydra section 3.2). Each reads a state store of one ZooKeeper server as it would in its daemon,
 * at moments of its own; they share 32 sessions and threads, and this machine with the server.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 5)
@Fork(1)
public class PolicyPushBenchmark {
  private static final int AGENTS = 50_000;
  private static final int SESSIONS = 32;

  @Param({"10000", "30000"})
  private long intervalMs;

  private final ZooKeeperRule zooKeeper = new ZooKeeperRule();
  private final List<ZookeeperFederationStateStore> stores = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile Publication last;
  private int publications;

  private static final class Publication {
    final SubClusterPolicyConfiguration policy;
    final CountDownLatch missing = new CountDownLatch(AGENTS);

    Publication(int number) {
      policy =
          SubClusterPolicyConfiguration.newInstance(
              "q", "number " + number, ByteBuffer.allocate(300));
    }
  }

  /** One NodeManager. */
  private static final class Agent {
    final QueuePolicyReloader watch = new QueuePolicyReloader(0, null);
    final QueuePolicyReloader.PolicyWatch watched;
    long dueNs;
    Publication has;

    Agent(FederationStateStore store, Publication first, long dueNs) {
      this.watched = watch.watch(store, first.policy, "a");
      this.has = first;
      this.dueNs = dueNs;
    }

    void look(Supplier<Publication> last) {
      try {
        watch.reload();
      } catch (YarnException | IOException e) {
        throw new IllegalStateException(e);
      }
      Publication newest = last.get();
      if (has != newest && watched.latest().getType().equals(newest.policy.getType())) {
        has = newest;
        newest.missing.countDown();
      }
    }
  }

  @Setup
  public void start() throws IOException, InterruptedException, YarnException {
    zooKeeper.before();
    for (int s = 0; s < SESSIONS; s++) {
      stores.add(new ZookeeperFederationStateStore());
      stores.get(s).init(zooKeeper.conf());
    }
    publish();
    Random random = new Random(1);
    for (ZookeeperFederationStateStore store : stores) {
      PriorityQueue<Agent> agents = new PriorityQueue<>(Comparator.comparingLong(a -> a.dueNs));
      for (int i = stores.indexOf(store); i < AGENTS; i += SESSIONS) {
        long afterMs = (long) (random.nextDouble() * intervalMs);
        agents.add(new Agent(store, last, System.nanoTime() + afterMs * 1_000_000));
      }
      threads.add(new Thread(() -> serve(agents)));
    }
    threads.forEach(Thread::start);
  }

  private void serve(PriorityQueue<Agent> agents) {
    try {
      while (true) {
        Agent agent = agents.poll();
        TimeUnit.NANOSECONDS.sleep(agent.dueNs - System.nanoTime());
        agent.look(() -> last);
        agent.dueNs = System.nanoTime() + intervalMs * 1_000_000;
        agents.add(agent);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish() throws YarnException {
    Publication next = new Publication(publications++);
    last = next; // before anybody can have it
    stores
        .get(0)
        .setPolicyConfiguration(SetSubClusterPolicyConfigurationRequest.newInstance(next.policy));
  }

  @Benchmark
  public void publishedToTheLast() throws YarnException, InterruptedException {
    publish();
    last.missing.await();
  }

  @TearDown
  public void stop() throws Exception {
    threads.forEach(Thread::interrupt);
    for (Thread thread : threads) {
      thread.join();
    }
    for (ZookeeperFederationStateStore store : stores) {
      store.close();
    }
    zooKeeper.after();
  }
}
