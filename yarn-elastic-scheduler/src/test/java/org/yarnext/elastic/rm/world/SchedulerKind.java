// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.world;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.elastic.rm.ElasticFairScheduler;
import org.yarnext.elastic.rm.ElasticPlugin;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.sizing.ElasticComponents;

/** The two schedulers under test, each as stock and as ours, over queues root.a and root.b. */
public enum SchedulerKind {
  FAIR {
    @Override
    public void configure(Configuration conf) {
      conf.set(
          FairSchedulerConfiguration.ALLOCATION_FILE,
          allocations(conf.getInt(MAX_MB_IN_A, 1_000_000), conf.getInt(MAX_IN_B, 100))
              .getAbsolutePath());
      conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 256);
      // One update at start, the others are the test's.
      conf.setLong(FairSchedulerConfiguration.UPDATE_INTERVAL_MS, 1_000_000);
    }

    @Override
    public AbstractYarnScheduler<?, ?> stock() {
      return new FairScheduler();
    }

    @Override
    public AbstractYarnScheduler<?, ?> ours(ElasticHost host, ElasticPlugin.Components components) {
      return new ElasticFairScheduler(host) {
        @Override
        protected ElasticComponents components(ElasticConfiguration configuration) {
          return components.of(configuration);
        }
      };
    }
  },
  CAPACITY {
    @Override
    public void configure(Configuration conf) {
      String root = "yarn.scheduler.capacity.root";
      conf.set(root + ".queues", "a,b");
      conf.setInt(root + ".a.capacity", 50);
      conf.setInt(root + ".b.capacity", 50);
      for (String queue : new String[] {root + ".a", root + ".b"}) {
        conf.setInt(queue + ".maximum-capacity", 100);
        conf.setInt(queue + ".user-limit-factor", 100);
        conf.setFloat(queue + ".maximum-am-resource-percent", 1f);
      }
      conf.set(
          "yarn.scheduler.capacity.resource-calculator",
          "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
      conf.setInt("yarn.scheduler.capacity.node-locality-delay", -1);
    }

    @Override
    public AbstractYarnScheduler<?, ?> stock() {
      return new CapacityScheduler();
    }

    @Override
    public AbstractYarnScheduler<?, ?> ours(ElasticHost host, ElasticPlugin.Components components) {
      return new ElasticCapacityScheduler(host) {
        @Override
        protected ElasticComponents components(ElasticConfiguration configuration) {
          return components.of(configuration);
        }
      };
    }
  };

  /** How many applications may run in queue b at a time. */
  public static final String MAX_IN_B = "yarn.scheduler.capacity.root.b.max-parallel-apps";

  /** How much memory the FairScheduler lets queue a use. */
  public static final String MAX_MB_IN_A = "test.most-mb-in-a";

  public abstract void configure(Configuration conf);

  public abstract AbstractYarnScheduler<?, ?> stock();

  public abstract AbstractYarnScheduler<?, ?> ours(
      ElasticHost host, ElasticPlugin.Components components);

  private static File allocations(int maxMbInA, int maxInB) {
    try {
      File file = File.createTempFile("allocations", ".xml");
      file.deleteOnExit();
      String xml =
          "<allocations><queue name='root'><queue name='a'><maxResources>"
              + maxMbInA
              + " mb, 1000 vcores</maxResources></queue><queue name='b'><maxRunningApps>"
              + maxInB
              + "</maxRunningApps></queue></queue>"
              + "<queueMaxAMShareDefault>-1.0</queueMaxAMShareDefault></allocations>";
      Files.write(file.toPath(), xml.getBytes(StandardCharsets.UTF_8));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
