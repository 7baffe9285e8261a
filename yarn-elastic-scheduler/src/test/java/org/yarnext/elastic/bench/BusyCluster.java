// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.timeline.JobEndCache;
import org.yarnext.elastic.rm.world.SchedulerKind;

/**
 * For benchmarks: a cluster of full nodes and jobs that all run and wait. A node has room for nine
 * tasks and half of a tenth.
 */
final class BusyCluster implements AutoCloseable {
  private static final int MASTER_MB = 256;

  /** More heartbeats of each node than containers fit on it. */
  private static final int ROUNDS = 12;

  /** More than are ever placed. */
  private static final int MAX = 1_000_000;

  /** Age of an estimate that is renewed while the cluster fills, in ms. */
  private static final long OLD_MS = 1_000;

  /** The scheduler, and which of the jobs have a profile. */
  enum Scheduler {
    STOCK,
    /** Ours, switched on, and no job has a profile. */
    NONE,
    /** Ours, and every job has one. */
    ALL
  }

  /** The waiting tasks, and the node that a heartbeat offers. */
  enum Load {
    /** Small tasks with a step model; one has ended on the node. */
    STEP(
        1024,
        20,
        "'task':'map','model':'step','idealMb':1024,'idealMs':60000,'undersized':1.3,"
            + "'outputMb':0",
        true),
    /** Tasks of 8 GB with a saw-tooth, of many sizes; one has ended on the node. */
    SAW_TOOTH(8192, 10, sawTooth(60_000), true),
    /**
     * The same, but they run for longer than is measured, and spill more than elastic tasks may
     * here: each is refused less memory by the disks' share. Nothing has ended on the node, which
     * has room for half a task.
     */
    REFUSED(8192, 10, sawTooth(3_600_000), false),
    /** The same, and a master asks for something else before each heartbeat of a node. */
    REFUSED_ANEW(8192, 10, sawTooth(3_600_000), false);

    private final int taskMb;
    private final int priority;
    private final String profile;
    private final boolean ends;

    Load(int taskMb, int priority, String profile, boolean ends) {
      this.taskMb = taskMb;
      this.priority = priority;
      this.profile = profile;
      this.ends = ends;
    }

    /** Whether a task has ended on each node; if not, nothing is given less memory. */
    boolean ends() {
      return ends;
    }

    /** Whether each master asks for something else whenever it reports. */
    boolean changesRequests() {
      return this == REFUSED_ANEW;
    }

    private static String sawTooth(int idealMs) {
      return "'task':'reduce','model':'mapreduce','inputMb':5000,'mapOutputs':120,"
          + "'nonHeapMb':205,'retain':0.7,'spillMbPerSecond':10,'idealMs':"
          + idealMs;
    }
  }

  final List<NodeId> hosts = new ArrayList<>();
  private final World world;
  private final Load load;
  private final List<ApplicationAttemptId> attempts = new ArrayList<>();
  private final List<ContainerId> running = new ArrayList<>();
  private final Random random = new Random(7);
  private final boolean elastic;
  private int turn;
  private int masters;

  /** With tasks as {@link Load#STEP} has them. */
  BusyCluster(SchedulerKind kind, Scheduler scheduler, int nodes, int jobs, int waiting)
      throws Exception {
    this(kind, scheduler, Load.STEP, nodes, jobs, waiting);
  }

  /**
   * A full cluster.
   *
   * @param waiting tasks that each job still wants then
   */
  BusyCluster(SchedulerKind kind, Scheduler scheduler, Load load, int nodes, int jobs, int waiting)
      throws Exception {
    this.load = load;
    this.elastic = scheduler != Scheduler.STOCK;
    Configuration conf = World.configuration(kind);
    conf.setInt(SchedulerKind.MAX_IN_B, jobs);
    kind.configure(conf);
    conf.set("yarn.elastic.mode", "on");
    conf.setInt("yarn.elastic.disk.bandwidth", 100);
    conf.setInt("yarn.elastic.disk.share", load.ends ? 50 : 1);
    if (scheduler == Scheduler.ALL) {
      conf.set("yarn.elastic.profiles.file", profiles(load).getPath());
    }
    world = scheduler == Scheduler.STOCK ? World.stock(kind, conf) : World.asConfigured(kind, conf);
    for (int i = 0; i < nodes; i++) {
      String host = "10.1." + i / 250 + "." + i % 250;
      hosts.add(world.addNode(host, 9 * load.taskMb + load.taskMb / 2, 16));
    }
    world.updates(false); // the FairScheduler's own thread would do it twice a second
    world.stopLog();
    for (int i = 1; i <= jobs; i++) {
      ApplicationAttemptId job = world.submit(i, i % 2 == 0 ? "a" : "b", "MAPREDUCE", false);
      world.request(job, 0, MASTER_MB, 1, 1);
      update(); // else the FairScheduler does not know that the master is wanted
      world.heartbeat(hosts.get(i % hosts.size()));
      List<Container> master = world.take(job);
      if (master.isEmpty()) {
        throw new IllegalStateException(job + " of " + jobs + " has no room for its master");
      }
      master.forEach(world::registered);
      attempts.add(job);
    }
    for (ApplicationAttemptId attempt : attempts) {
      world.request(attempt, load.priority, load.taskMb, 1, waiting + ROUNDS * nodes / jobs);
    }
    for (int round = 0; round < ROUNDS; round++) {
      update();
      for (int i = 0; i < hosts.size(); i++) {
        if (scheduler == Scheduler.ALL && (i == 0 || book().ageMs() > OLD_MS)) {
          world.estimate(); // else nothing is estimated
        }
        world.heartbeat(hosts.get(i));
      }
    }
    attempts.forEach(this::take);
    update();
  }

  private static File profiles(Load load) throws Exception {
    File file = File.createTempFile("profiles", ".json");
    file.deleteOnExit();
    String text =
        "{'version':1,'profiles':[{'job':'*','framework':'MAPREDUCE'," + load.profile + "}]}";
    Files.write(file.toPath(), text.replace('\'', '"').getBytes(UTF_8));
    return file;
  }

  /** The work of the FairScheduler's update thread, twice a second. */
  void update() {
    world.updates(true);
    world.update();
    world.updates(false);
  }

  private int take(ApplicationAttemptId attempt) {
    List<Container> got = world.take(attempt);
    got.forEach(c -> running.add(c.getId()));
    return got.size();
  }

  /** One that runs, of all with the same chance; it counts as ended from now on. */
  private ContainerId ending() {
    int last = running.size() - 1;
    ContainerId chosen = running.set(random.nextInt(last + 1), running.get(last));
    running.remove(last);
    return chosen;
  }

  /** Data of the timeline; null in stock. */
  JobEndCache book() {
    return elastic ? world.ends() : null;
  }

  /** How many containers have less than they asked for. */
  long undersized() {
    return !elastic ? 0 : world.count("ContainersUndersized");
  }

  /** How often it was decided so far whether a task gets less; 0 in stock. */
  long decisions() {
    if (!elastic) {
      return 0;
    }
    return world.module().sizer().metrics().metrics().snapshot().entrySet().stream()
        .filter(metric -> metric.getKey().startsWith("Decision_ELASTIC_"))
        .mapToLong(metric -> metric.getValue().longValue())
        .sum();
  }

  /** How many jobs have their master. */
  int jobs() {
    return attempts.size();
  }

  /**
   * A master's heartbeat, the next one's each time.
   *
   * @return how many containers it was given
   */
  int master() {
    ApplicationAttemptId master = attempts.get(++masters % attempts.size());
    if (load.changesRequests()) {
      world.request(master, load.priority, load.taskMb, 1, MAX + masters % 2);
    }
    return take(master);
  }

  /** A node's heartbeat; where a task has ended there, the next one is placed. */
  void node() {
    NodeId node = hosts.get(++turn % hosts.size());
    if (load.ends) {
      ContainerId ended = ending();
      node = world.scheduler.getRMContainer(ended).getNodeId();
      world.complete(ended);
    }
    world.heartbeat(node);
  }

  @Override
  public void close() {
    world.close();
  }
}
