// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.benchmarks.experiment.BenchOptions;
import org.yarnext.benchmarks.report.Progress;
import org.yarnext.minicluster.manager.ManagerProcess;
import org.yarnext.minicluster.process.DaemonProcess;
import org.yarnext.minicluster.process.FreePorts;

/**
 * Measures two set-ups of a daemon (the sides) under the same load at the same time, in rounds, so
 * that other work of the machine affects both. Not thread-safe.
 *
 * @param <L> the load of a side
 */
final class PairRounds<L extends AutoCloseable> implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int NODE_HEAP_MB = 512;
  private static final long WARM_UP_MS = 60_000;

  final List<Side<L>> sides = new ArrayList<>();
  private final BenchOptions options;
  private final Progress progress;

  PairRounds(BenchOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /** A ResourceManager and a NodeManager, each in its own process, with their load. */
  static final class Side<L extends AutoCloseable> implements AutoCloseable {
    final ManagerProcess manager;
    final DaemonProcess node;

    /** Null before it starts. */
    L load;

    /**
     * Creates a side without starting it.
     *
     * @param nodeSite configuration of the NodeManager
     */
    Side(String label, Path dir, ManagerProcess manager, Configuration nodeSite)
        throws IOException {
      this.manager = manager;
      Path home = dir.resolve(label + "-node");
      Configuration conf = new Configuration(nodeSite);
      conf.set(YarnConfiguration.NM_ADDRESS, HOST + ":" + FreePorts.on(HOST));
      conf.set(YarnConfiguration.NM_LOCALIZER_ADDRESS, HOST + ":0");
      conf.set(YarnConfiguration.NM_WEBAPP_ADDRESS, HOST + ":0");
      conf.set(YarnConfiguration.NM_LOCAL_DIRS, home.resolve("local").toString());
      conf.set(YarnConfiguration.NM_LOG_DIRS, home.resolve("logs").toString());
      conf.set(YarnConfiguration.NM_RECOVERY_DIR, home.resolve("recovery").toString());
      node = new DaemonProcess(label + "-node", home, NODE_HEAP_MB).openBeans();
      node.configure("yarn-site.xml", conf);
      Configuration shuffle = new Configuration(false);
      shuffle.set("mapreduce.shuffle.port", "0");
      // MapReduce's defaults would override it in yarn-site.xml.
      node.configure("mapred-site.xml", shuffle);
    }

    /** Waits until the NodeManager is registered. */
    void awaitNode() {
      node.await(() -> manager.bean("ClusterMetrics", "NumActiveNMs") == 1);
    }

    @Override
    public void close() {
      try {
        if (load != null) {
          load.close();
        }
      } catch (Exception e) {
        throw new IllegalStateException(e);
      } finally {
        node.terminate();
        node.close();
        manager.close();
      }
    }
  }

  /** Measures one side for a given time. Returns values by quantity, in the order of the table. */
  interface Measurement<L extends AutoCloseable> {
    Map<String, Double> of(Side<L> side, long forMs) throws Exception;
  }

  /** Receives the values of the sides after each round. */
  interface Listener {
    void onRound(List<Map<String, Double>> values) throws IOException;
  }

  /** Warms the sides up. */
  void warmUp(Measurement<L> measurement) throws IOException, InterruptedException {
    all(measurement, WARM_UP_MS);
  }

  /** Measures all rounds of the options. */
  void measure(Measurement<L> measurement, Listener listener)
      throws IOException, InterruptedException {
    for (int round = 1; round <= options.runs; round++) {
      listener.onRound(all(measurement, TimeUnit.SECONDS.toMillis(options.seconds)));
      progress.say("round " + round + " of " + options.runs);
    }
  }

  private List<Map<String, Double>> all(Measurement<L> measurement, long forMs)
      throws IOException, InterruptedException {
    return atOnce(sides, side -> measurement.of(side, forMs));
  }

  /** A call for one side. */
  interface Call<S, V> {
    V of(S side) throws Exception;
  }

  /** Makes a call for each side at the same time, and returns the results in their order. */
  static <S, V> List<V> atOnce(List<S> sides, Call<S, V> call)
      throws IOException, InterruptedException {
    List<Callable<V>> calls = new ArrayList<>();
    for (S side : sides) {
      calls.add(() -> call.of(side));
    }
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    try {
      List<V> values = new ArrayList<>();
      for (Future<V> each : threads.invokeAll(calls)) {
        values.add(each.get());
      }
      return values;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Stops all sides; others may follow. */
  @Override
  public void close() {
    sides.forEach(Side::close);
    sides.clear();
  }

  // ---- what the processes say -----------------------------------------------------------------

  static double processCpuMs(MBeanServerConnection beans) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class)
            .getProcessCpuTime()
        / 1e6;
  }

  static double heapMb(MBeanServerConnection beans) throws IOException {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    memory.gc();
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed() / 1e6;
  }

  /**
   * Checks that features are on.
   *
   * @throws IOException if one is not, for example because it refused its configuration
   */
  static void requireOn(MBeanServerConnection beans, List<String> features)
      throws IOException, JMException {
    for (String feature : features) {
      Set<ObjectName> names =
          beans.queryNames(new ObjectName("Hadoop:name=" + feature + ",*"), null);
      for (ObjectName name : names) {
        if (!"on".equals(beans.getAttribute(name, "tag.Mode"))) {
          throw new IOException(feature + " is not on");
        }
      }
      if (names.isEmpty()) {
        throw new IOException(feature + " has no bean");
      }
    }
  }
}
