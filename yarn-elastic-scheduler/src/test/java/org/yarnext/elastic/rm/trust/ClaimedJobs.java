// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.trust;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.yarnext.elastic.UndersizedTag;
import org.yarnext.elastic.policy.trust.UndersizedEnd;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.host.ElasticHost;
import org.yarnext.elastic.rm.host.ProfileSource;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * A cluster in virtual time, in which a scheduler with all its own parts gives room to jobs of
 * maps, whatever these claim of themselves. Nodes beat once a second.
 */
public final class ClaimedJobs implements AutoCloseable, ElasticHost {
  static final int MAP = 20;

  private static final long STEP_MS = 1_000;

  public final World world;
  private final Map<ContainerId, Long> started = new HashMap<>();
  private final List<Runnable> rounds = new ArrayList<>();
  private final List<Job> jobs = new ArrayList<>();
  private long nowMs = 1_000_000_000L;
  private int numbers;

  public ClaimedJobs(SchedulerKind kind, Configuration conf) throws Exception {
    conf.set("yarn.elastic.mode", "on");
    world = World.asConfigured(kind, conf, this, true);
  }

  public static File profiles(String... entries) throws IOException {
    File file = File.createTempFile("profiles", ".json");
    file.deleteOnExit();
    String json = "{\"version\": 1, \"profiles\": [" + String.join(",", entries) + "]}";
    Files.write(file.toPath(), json.getBytes(StandardCharsets.UTF_8));
    return file;
  }

  public static String entry(String job, long idealMb, long idealMs, double undersized) {
    return "{\"job\": \""
        + job
        + "\", \"framework\": \"MAPREDUCE\", \"task\": \"map\", \"model\": \"step\", \"idealMb\": "
        + idealMb
        + ", \"idealMs\": "
        + idealMs
        + ", \"undersized\": "
        + undersized
        + ", \"outputMb\": 0}";
  }

  public static String tag(long idealMb, long idealMs, double undersized) {
    return "yarnext.elastic.map=step;ideal="
        + idealMb
        + ";ms="
        + idealMs
        + ";undersized="
        + undersized
        + ";output=0";
  }

  /** One job of maps that are all alike. */
  public final class Job {
    public final ApplicationAttemptId id;
    private final long mb;
    private long runMs;
    private final double undersized;
    private final Map<ContainerId, Long> ends = new HashMap<>();
    private int left;
    long endMs = -1;
    public long firstMs = -1;

    private Job(ApplicationAttemptId id, long mb, long runMs, double undersized, int maps) {
      this.id = id;
      this.mb = mb;
      this.runMs = runMs;
      this.undersized = undersized;
      this.left = maps;
    }

    public int running() {
      return ends.size();
    }

    /** Sets the run time of its tasks that start from now on. */
    void runs(long ms) {
      runMs = ms;
    }

    private void take() {
      for (Container got : world.take(id)) {
        long smaller =
            got.getResource().getMemorySize() < mb ? Math.round(runMs * undersized) : runMs;
        ends.put(got.getId(), nowMs + smaller);
        firstMs = firstMs < 0 ? nowMs : firstMs;
      }
    }

    private void end() {
      for (Iterator<Map.Entry<ContainerId, Long>> i = ends.entrySet().iterator(); i.hasNext(); ) {
        Map.Entry<ContainerId, Long> task = i.next();
        if (task.getValue() <= nowMs) {
          i.remove();
          complete(task.getKey());
          left--;
        }
      }
      if (left == 0 && endMs < 0) {
        endMs = nowMs;
      }
    }

    private void complete(ContainerId task) {
      RMContainer container = world.scheduler.getRMContainer(task);
      long requestedMb = UndersizedTag.requestedMb(container.getAllocationTags());
      long grantedMb = container.getAllocatedResource().getMemorySize();
      String line =
          requestedMb < 0
              ? ""
              : new UndersizedEnd(
                      requestedMb,
                      grantedMb,
                      true,
                      nowMs - started.get(task),
                      UndersizedEnd.Outcome.WELL)
                  .toString();
      world.complete(task, 0, line);
      started.remove(task);
    }
  }

  public Job submit(
      String user,
      String name,
      String queue,
      Set<String> tags,
      long mb,
      int maps,
      long runMs,
      double undersized) {
    world.user(user);
    world.name(name);
    world.tags(tags);
    ApplicationAttemptId id = world.run(++numbers, queue, "MAPREDUCE");
    world.request(id, MAP, mb, 1, maps);
    Job job = new Job(id, mb, runMs, undersized, maps);
    jobs.add(job);
    return job;
  }

  public void finish(Job job) {
    jobs.remove(job);
    world.finish(job.id);
  }

  /** One second, at whose end nodes beat and masters take what there is. */
  public void step() {
    nowMs += STEP_MS;
    jobs.forEach(Job::end);
    world
        .nodes()
        .forEach(
            node -> {
              world.update();
              world.heartbeat(node);
            });
    for (Job job : jobs) {
      for (RMContainer made : world.attempt(job.id).getLiveContainers()) {
        started.putIfAbsent(made.getContainerId(), nowMs);
      }
      job.take();
    }
    rounds.forEach(Runnable::run);
  }

  public void steps(int seconds) {
    for (int i = 0; i < seconds; i++) {
      step();
    }
  }

  /** How long it takes from now, in ms; -1 if longer than these seconds. */
  public long untilEnd(Job job, int atMostSeconds) {
    long beganMs = nowMs;
    for (int i = 0; i < atMostSeconds && job.endMs < 0; i++) {
      step();
    }
    return job.endMs < 0 ? -1 : job.endMs - beganMs;
  }

  @Override
  public long nowMs() {
    return nowMs;
  }

  @Override
  public long nanoTime() {
    return nowMs * 1_000_000;
  }

  @Override
  public long startedMs(RMContainer container) {
    return started.getOrDefault(container.getContainerId(), nowMs);
  }

  @Override
  public Rounds repeat(String name, Runnable work, long intervalMs) {
    rounds.add(work);
    work.run();
    return new Rounds() {
      @Override
      public void once(Runnable soon, long delayNanos) {
        // There is a round each step.
      }

      @Override
      public void end() {
        rounds.remove(work);
      }
    };
  }

  @Override
  public ProfileSource profiles() {
    return null;
  }

  @Override
  public void close() {
    world.close();
  }

  public static Set<String> tags(String... some) {
    return some.length == 0 ? Collections.emptySet() : new HashSet<>(Arrays.asList(some));
  }
}
