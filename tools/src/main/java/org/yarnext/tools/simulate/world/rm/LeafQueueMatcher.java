// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world.rm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.yarnext.tools.simulate.engine.SimulationException;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SimulationSettings;
import org.yarnext.tools.simulate.world.SiteFileReader;

/**
 * Resolves queues that jobs name by their leaf alone, as users of the CapacityScheduler may, to
 * full paths. It does so for all schedulers: a FairScheduler would otherwise create a queue of that
 * name below root.
 */
public final class LeafQueueMatcher {
  private static final String ROOT = "root";

  private final Set<String> paths = new HashSet<>();
  private final Map<String, List<String>> byLeaf = new HashMap<>();

  /** Reads the CapacityScheduler's queues from the settings and, if enabled, the site files. */
  public LeafQueueMatcher(SimulationSettings settings) {
    Configuration conf = SiteFileReader.withDefaults(settings);
    settings.hadoop().forEach(conf::set);
    add(new CapacitySchedulerConfiguration(conf, settings.siteFiles()), ROOT);
  }

  private void add(Configuration conf, String parent) {
    String key = CapacitySchedulerConfiguration.PREFIX + parent + ".queues";
    for (String name : conf.getTrimmedStringCollection(key)) {
      String path = parent + "." + name;
      if (!name.isEmpty() && paths.add(path)) {
        if (conf.get(CapacitySchedulerConfiguration.PREFIX + path + ".queues") == null) {
          byLeaf.computeIfAbsent(name, leaf -> new ArrayList<>()).add(path);
        }
        add(conf, path);
      }
    }
  }

  /**
   * Returns the workload with full paths of queues.
   *
   * @throws SimulationException if several queues have the name of one
   */
  public Workload withPaths(Workload workload) {
    List<SimJob> jobs = new ArrayList<>();
    boolean changed = false;
    for (SimJob job : workload.jobs()) {
      List<String> found = byLeaf.get(job.queue());
      if (found == null || paths.contains(ROOT + "." + job.queue())) {
        jobs.add(job);
        continue;
      }
      if (found.size() > 1) {
        throw new SimulationException(
            "job "
                + job.name()
                + " names queue "
                + job.queue()
                + ", which may be "
                + String.join(" or ", found)
                + ": write its full path in the trace");
      }
      jobs.add(job.withQueue(found.get(0).substring(ROOT.length() + 1)));
      changed = true;
    }
    return changed ? new Workload(workload.name(), jobs) : workload;
  }
}
