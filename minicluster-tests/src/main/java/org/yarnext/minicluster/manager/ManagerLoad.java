// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.manager;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.math3.stat.descriptive.SynchronizedDescriptiveStatistics;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceTracker;
import org.yarnext.federation.store.ShareStore;
import org.yarnext.federation.store.ZooKeeperRecordStore;
import org.yarnext.minicluster.process.Await;

/**
 * Load on a ResourceManager: simulated nodes and masters that run short containers, and always have
 * pending requests. Measures the response times of allocate calls and of the web server. Only one
 * thread at a time may call {@link #measure}.
 */
public final class ManagerLoad implements AutoCloseable {

  /** Interval of the allocate calls of each master. */
  private static final int CALL_MS = 50;

  private static final int MIN_HEARTBEAT_MS = 1_000;

  /** Heartbeats that one machine can send and answer beside everything else. */
  private static final int MAX_HEARTBEATS_PER_SECOND = 1_000;

  private static final int NODES_PER_SUBNET = 250;
  private static final int PROBE_MS = 250;
  private static final int ANSWER_MS = 60_000;
  private static final int WAITING = 20;
  private static final int MAX_CONTAINER_MS = 6_000;
  private static final String QUEUE = "default";
  private static final String OTHER_QUEUE = "idle";
  private static final int QUEUE_PERCENT = 60;

  /** Share of the cluster that is not divided by published shares: the default of its key. */
  private static final double FLOOR = 0.05;

  private static final Resource NODE = Resource.newInstance(8_192, 8);

  private final ManagerProcess manager;
  private final Map<NodeId, SimulatedNodeManager> nodes = new HashMap<>();
  private final ScheduledExecutorService threads;
  private final List<Future<?>> calls = new ArrayList<>();
  private final AtomicLong granted = new AtomicLong();
  private volatile Window window = new Window();

  /** Response times, in ms, of all calls that began in a measurement. Thread-safe. */
  public static final class Window {
    private final AtomicInteger calling = new AtomicInteger();
    public final SynchronizedDescriptiveStatistics allocateMs =
        new SynchronizedDescriptiveStatistics();
    public final SynchronizedDescriptiveStatistics heartbeatMs =
        new SynchronizedDescriptiveStatistics();
    public final SynchronizedDescriptiveStatistics jmxMs = new SynchronizedDescriptiveStatistics();
    public final SynchronizedDescriptiveStatistics prometheusMs =
        new SynchronizedDescriptiveStatistics();

    /** Waits until all allocate calls that began in the window have ended. */
    public Window awaitEnd() {
      Await.until("calls of masters to end", ANSWER_MS, () -> calling.get() == 0);
      return this;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%d calls of masters: p50 %.1f ms, p99 %.1f ms, at most %.0f ms; /jmx at most %.0f ms,"
              + " /prom at most %.0f ms",
          allocateMs.getN(),
          allocateMs.getPercentile(50),
          allocateMs.getPercentile(99),
          allocateMs.getMax(),
          jmxMs.getMax(),
          prometheusMs.getMax());
    }
  }

  /**
   * Returns a configuration of the CapacityScheduler with the queue of the load and an idle one.
   */
  public static Configuration queues() {
    String root = "yarn.scheduler.capacity.root.";
    Configuration queues = new Configuration(false);
    queues.set(root + "queues", QUEUE + "," + OTHER_QUEUE);
    queues.setInt(root + QUEUE + ".capacity", QUEUE_PERCENT);
    queues.setInt(root + OTHER_QUEUE + ".capacity", 100 - QUEUE_PERCENT);
    queues.set(root + QUEUE + ".user-limit-factor", "100");
    queues.set("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    return queues;
  }

  private ManagerLoad(ManagerProcess manager, int masters) {
    this.manager = manager;
    threads = Executors.newScheduledThreadPool(masters + 2);
  }

  /**
   * Registers nodes and masters with an active ResourceManager and starts their calls. Each node
   * sends a heartbeat a second, but all nodes together at most a thousand.
   *
   * @param nodes at most 60,000
   */
  public static ManagerLoad start(ManagerProcess manager, int nodes, int masters)
      throws IOException, YarnException, InterruptedException {
    ManagerLoad load = new ManagerLoad(manager, masters);
    try {
      ResourceTracker tracker = SimulatedNodeManager.tracker(manager);
      int heartbeatMs = Math.max(MIN_HEARTBEAT_MS, nodes * 1_000 / MAX_HEARTBEATS_PER_SECOND);
      for (int i = 0; i < nodes; i++) {
        String host = "10.0." + i / NODES_PER_SUBNET + "." + (i % NODES_PER_SUBNET + 1);
        SimulatedNodeManager node = SimulatedNodeManager.register(tracker, host, NODE);
        load.nodes.put(node.id(), node);
        load.repeat(heartbeatMs, () -> load.heartbeat(node));
      }
      for (int i = 0; i < masters; i++) {
        SimulatedMaster master = SimulatedMaster.submit(manager, "user" + i, QUEUE);
        load.repeat(CALL_MS, () -> load.call(master));
      }
      return load;
    } catch (IOException | YarnException | RuntimeException | Error e) {
      load.close();
      throw e;
    }
  }

  private void repeat(int everyMs, Callable<?> call) {
    calls.add(
        threads.scheduleWithFixedDelay(
            () -> {
              try {
                call.call();
              } catch (Exception e) {
                throw new IllegalStateException(e); // ends the repetition
              }
            },
            ThreadLocalRandom.current().nextInt(everyMs),
            everyMs,
            TimeUnit.MILLISECONDS));
  }

  private Void heartbeat(SimulatedNodeManager node) throws IOException, YarnException {
    Window current = window;
    long from = System.nanoTime();
    node.heartbeat();
    current.heartbeatMs.addValue((System.nanoTime() - from) / 1e6);
    return null;
  }

  private Void call(SimulatedMaster master) throws IOException, YarnException {
    List<ResourceRequest> requests = Collections.singletonList(SimulatedMaster.ask(WAITING));
    Window current = window;
    current.calling.incrementAndGet();
    long from = System.nanoTime();
    AllocateResponse answer = master.allocate(requests);
    current.allocateMs.addValue((System.nanoTime() - from) / 1e6);
    current.calling.decrementAndGet();
    for (Container container : answer.getAllocatedContainers()) {
      granted.incrementAndGet();
      nodes
          .get(container.getNodeId())
          .run(container, ThreadLocalRandom.current().nextInt(MAX_CONTAINER_MS));
    }
    return null;
  }

  /** Returns the number of containers granted so far. */
  public long granted() {
    return granted.get();
  }

  /**
   * Measures for a given time. Calls that are still running afterwards count, too: see {@link
   * Window#awaitEnd}.
   *
   * @throws IOException if a call has failed since the start
   */
  public Window measure(long forMs) throws IOException, InterruptedException {
    return measure(
        forMs,
        PROBE_MS,
        measured -> {
          measured.jmxMs.addValue(manager.answerMs("/jmx"));
          measured.prometheusMs.addValue(manager.answerMs("/prom"));
        });
  }

  /** Requests to the web server that are repeated during a measurement. */
  public interface WebRequests {
    void send(Window measured) throws IOException;
  }

  /**
   * Measures for a given time, with the given requests and pauses between them.
   *
   * @throws IOException if a call has failed since the start
   */
  public Window measure(long forMs, long pauseMs, WebRequests requests)
      throws IOException, InterruptedException {
    Window measured = new Window();
    window = measured;
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(forMs);
    while (endNanos - System.nanoTime() > 0) {
      requests.send(measured);
      TimeUnit.MILLISECONDS.sleep(pauseMs);
    }
    window = new Window();
    check();
    return measured;
  }

  /**
   * Publishes the share of the queue of the load, and waits until the ResourceManager applies it.
   * Requires a {@link ManagerProcess#featured} ResourceManager.
   *
   * @param percent share of all resources, in percent; the idle queue gets the rest
   * @return how long that took, in ms
   */
  public long divide(double percent) throws IOException {
    long from = System.nanoTime();
    double allMb = (double) NODE.getMemorySize() * nodes.size();
    Map<String, Double> shares = new HashMap<>();
    shares.put("root." + QUEUE, allMb * percent / 100);
    shares.put("root." + OTHER_QUEUE, allMb * (100 - percent) / 100);
    try (ZooKeeperRecordStore records = manager.records()) {
      new ShareStore(records).grant(ManagerProcess.SUB_CLUSTER, "memory-mb", allMb, shares);
    }
    double expected = FLOOR * QUEUE_PERCENT + (1 - FLOOR) * percent;
    Await.until(
        () -> "a capacity of " + expected + " %, not " + manager.capacity(QUEUE) + manager.tail(),
        ANSWER_MS,
        () -> Math.abs(manager.capacity(QUEUE) - expected) < 0.5);
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);
  }

  private void check() throws IOException, InterruptedException {
    for (Future<?> each : calls) {
      if (each.isDone()) {
        try {
          each.get();
        } catch (ExecutionException e) {
          throw new IOException("a call failed" + manager.tail(), e);
        }
      }
    }
  }

  /** Stops all calls. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
