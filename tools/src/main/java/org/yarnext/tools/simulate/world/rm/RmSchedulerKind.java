// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FSLeafQueue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairSchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.SchedulingPolicy;
import org.apache.hadoop.yarn.util.resource.DominantResourceCalculator;
import org.yarnext.elastic.rm.ElasticCapacityScheduler;
import org.yarnext.elastic.rm.ElasticFairScheduler;
import org.yarnext.elastic.rm.FairFinishOrderingPolicy;
import org.yarnext.elastic.rm.FairFinishSchedulingPolicy;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.world.SimulationSettings;

/** The two schedulers that can be simulated, each in stock's version and ours. */
enum RmSchedulerKind {
  FAIR {
    @Override
    void configure(Configuration conf, Set<String> queues, SimulationSettings settings) {
      if (!settings.siteFiles()) {
        // With site files YARN's own step counts, which is not the minimum allocation.
        setDefault(conf, RmWorld.FAIR_STEP, settings.stepMb());
      }
    }

    @Override
    void subdue(Configuration conf) {
      conf.setLong(FairSchedulerConfiguration.UPDATE_INTERVAL_MS, 0); // no thread
      conf.setBoolean(FairSchedulerConfiguration.CONTINUOUS_SCHEDULING_ENABLED, false);
      conf.setBoolean(FairSchedulerConfiguration.PREEMPTION, false);
    }

    @Override
    void orderByFinish(AbstractYarnScheduler<?, ?> scheduler, Set<String> queues) {
      SchedulingPolicy policy = SchedulingPolicy.getInstance(FairFinishSchedulingPolicy.class);
      for (String queue : queues) {
        // An allocation file would do it, but that may be the operator's.
        FSLeafQueue leaf =
            ((FairScheduler) scheduler).getQueueManager().getLeafQueue("root." + queue, true);
        if (leaf != null) { // otherwise its jobs are refused, with a message
          leaf.setPolicy(policy);
        }
      }
    }

    @Override
    AbstractYarnScheduler<?, ?> stock() {
      return new FairScheduler();
    }

    @Override
    AbstractYarnScheduler<?, ?> elastic(ElasticHost host) {
      return new ElasticFairScheduler(host);
    }
  },
  CAPACITY {
    @Override
    void configure(Configuration conf, Set<String> queues, SimulationSettings settings) {
      // The scheduler reads this file itself later, with a lower precedence than the keys set here.
      Configuration operators = new CapacitySchedulerConfiguration(conf, true);
      String calculator = CapacitySchedulerConfiguration.RESOURCE_CALCULATOR_CLASS;
      if (operators.get(calculator) == null) {
        conf.set(calculator, DominantResourceCalculator.class.getName());
      }
      String root = CapacitySchedulerConfiguration.PREFIX + "root.";
      if (operators.get(root + "queues") == null) {
        divide(conf, queues);
      }
    }

    /** Gives queues of one parent equal shares, and lets each grow to all of the parent's. */
    private void divide(Configuration conf, Set<String> queues) {
      Map<String, Set<String>> children = new TreeMap<>();
      for (String queue : queues) {
        String parent = "root";
        for (String part : queue.split("\\.")) {
          children.computeIfAbsent(parent, p -> new TreeSet<>()).add(part);
          parent += "." + part;
        }
      }
      for (String queue : queues) {
        if (children.containsKey("root." + queue)) {
          throw new SimulationException(
              "queue " + queue + " has both jobs and child queues: remove one of the two");
        }
      }
      children.forEach((parent, names) -> divide(conf, parent, names));
    }

    private void divide(Configuration conf, String parent, Set<String> names) {
      String prefix = CapacitySchedulerConfiguration.PREFIX + parent + ".";
      conf.set(prefix + "queues", String.join(",", names));
      int rest = 100;
      int left = names.size();
      for (String name : names) {
        double share = names.size() > 100 ? 100.0 / names.size() : rest / left--;
        rest -= (int) share;
        setDefault(conf, prefix + name + ".capacity", share);
        setDefault(conf, prefix + name + ".maximum-capacity", 100);
        // A single user may use the whole cluster, as in the FairScheduler.
        setDefault(conf, prefix + name + ".user-limit-factor", 100);
      }
    }

    @Override
    void subdue(Configuration conf) {
      conf.setBoolean("yarn.scheduler.capacity.schedule-asynchronously.enable", false);
      // Other stores are opened, and written to if they are empty.
      conf.set(
          YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
          YarnConfiguration.FILE_CONFIGURATION_STORE);
    }

    @Override
    void orderByFinish(Configuration conf, Set<String> queues) {
      for (String queue : queues) {
        conf.set(
            CapacitySchedulerConfiguration.PREFIX + "root." + queue + ".ordering-policy",
            FairFinishOrderingPolicy.class.getName());
      }
    }

    @Override
    AbstractYarnScheduler<?, ?> stock() {
      return new CapacityScheduler();
    }

    @Override
    AbstractYarnScheduler<?, ?> elastic(ElasticHost host) {
      return new ElasticCapacityScheduler(host);
    }
  };

  /**
   * Sets keys that the operator has not set, directly or in a file that the scheduler reads.
   *
   * @param queues queues below root, sorted; not empty
   */
  abstract void configure(Configuration conf, Set<String> queues, SimulationSettings settings);

  /** Disables threads and state outside the simulation. */
  abstract void subdue(Configuration conf);

  /** Sets the keys for queues whose jobs are served by fair finish. */
  void orderByFinish(Configuration conf, Set<String> queues) {}

  /** Has the jobs of queues served by fair finish if that takes a scheduler that has started. */
  void orderByFinish(AbstractYarnScheduler<?, ?> scheduler, Set<String> queues) {}

  abstract AbstractYarnScheduler<?, ?> stock();

  abstract AbstractYarnScheduler<?, ?> elastic(ElasticHost host);

  static void setDefault(Configuration conf, String key, Object value) {
    conf.set(key, conf.get(key, String.valueOf(value)));
  }
}
