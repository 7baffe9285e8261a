// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.random;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.yarnext.elastic.rm.World;

/**
 * Generates the events of one random world from a seed: requests made, changed and withdrawn,
 * releases, completions, preemption, nodes lost and added, applications started and ended. The
 * events depend only on the seed and on the scheduler's grants.
 */
final class RandomEvents {
  private static final int STEPS = 120;
  private static final int[] PRIORITIES = {20, 20, 20, 10, 5};
  private static final String[] TYPES = {"MAPREDUCE", "MAPREDUCE", "TEZ", "SPARK"};

  private final Random random;
  private final World world;
  private final Runnable afterEach;
  private final List<ApplicationAttemptId> jobs = new ArrayList<>();
  private final List<ContainerId> running = new ArrayList<>();
  private int applications;
  private int hosts;

  private RandomEvents(long seed, World world, Runnable afterEach) {
    this.random = new Random(seed);
    this.world = world;
    this.afterEach = afterEach;
  }

  /** Runs the story until every application has finished. */
  static void run(long seed, World world, Runnable afterEach) {
    new RandomEvents(seed, world, afterEach).run();
  }

  private void run() {
    world.addBallast();
    for (int i = 0; i < 3; i++) {
      addNode();
    }
    submit();
    for (int i = 0; i < STEPS; i++) {
      step(random.nextInt(100));
      running.removeIf(id -> world.scheduler.getRMContainer(id) == null);
      afterEach.run();
    }
    for (ApplicationAttemptId job : jobs) {
      world.finish(job);
      afterEach.run();
    }
  }

  private void step(int dice) {
    if (dice < 25) {
      request();
    } else if (dice < 70) {
      heartbeat();
      jobs.forEach(job -> world.take(job).forEach(this::started));
    } else if (dice < 85) {
      end();
    } else if (dice < 88) {
      submit();
    } else if (dice < 91) {
      finish();
    } else if (dice < 94) {
      addNode();
    } else if (dice < 96) {
      removeNode();
    } else {
      heartbeat(); // what is granted is seen later, or never
    }
  }

  private void started(Container container) {
    running.add(container.getId());
  }

  private void submit() {
    if (jobs.size() < 4) {
      applications++;
      // Masters need room of their own: one node's worth each.
      addNode();
      String queue = random.nextBoolean() ? "a" : "b";
      String type = TYPES[random.nextInt(TYPES.length)];
      jobs.add(world.tryToRun(applications, queue, type));
    }
  }

  private void finish() {
    if (jobs.size() > 1) {
      world.finish(jobs.remove(random.nextInt(jobs.size())));
    }
  }

  private void addNode() {
    if (world.nodes().size() < 8) {
      hosts++;
      world.addNode("10.0.0." + hosts, 256 * (4 + random.nextInt(9)), 2 + random.nextInt(6));
    }
  }

  private void removeNode() {
    if (world.nodes().size() > 3) {
      List<NodeId> nodes = new ArrayList<>(world.nodes());
      NodeId gone = nodes.get(random.nextInt(nodes.size()));
      if (!gone.getHost().equals("10.0.0.99")) {
        world.removeNode(gone);
      }
    }
  }

  private void heartbeat() {
    world.update();
    List<NodeId> nodes = new ArrayList<>(world.nodes());
    for (int i = 0; i < 3; i++) {
      world.heartbeat(nodes.get(random.nextInt(nodes.size())));
    }
  }

  private void request() {
    if (jobs.isEmpty()) {
      return;
    }
    ApplicationAttemptId job = jobs.get(random.nextInt(jobs.size()));
    Priority priority = Priority.newInstance(PRIORITIES[random.nextInt(PRIORITIES.length)]);
    Resource size = size(job, priority);
    int count = random.nextInt(7);
    List<ResourceRequest> requests = new ArrayList<>();
    if (random.nextInt(3) == 0) {
      List<NodeId> nodes = new ArrayList<>(world.nodes());
      String host = nodes.get(random.nextInt(nodes.size())).getHost();
      requests.add(ResourceRequest.newInstance(priority, host, size, count));
      requests.add(ResourceRequest.newInstance(priority, "/default-rack", size, count));
    }
    requests.add(ResourceRequest.newInstance(priority, ResourceRequest.ANY, size, count));
    world.take(job, requests).forEach(this::started);
  }

  /**
   * One for each priority of a job: stock's own books fail when a size changes under a reservation.
   */
  private static Resource size(ApplicationAttemptId job, Priority priority) {
    Random sizes = new Random(100L * job.getApplicationId().getId() + priority.getPriority());
    return Resource.newInstance(200 + sizes.nextInt(2200), 1 + sizes.nextInt(3));
  }

  private void end() {
    if (running.isEmpty()) {
      return;
    }
    Collections.sort(running);
    ContainerId id = running.remove(random.nextInt(running.size()));
    switch (random.nextInt(4)) {
      case 0:
        for (ApplicationAttemptId job : jobs) {
          if (job.equals(id.getApplicationAttemptId())) {
            world.release(job, id);
          }
        }
        break;
      case 1:
        world.kill(id);
        break;
      default:
        world.complete(id);
        break;
    }
  }
}
