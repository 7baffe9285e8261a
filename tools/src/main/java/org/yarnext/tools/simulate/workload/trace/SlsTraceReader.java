// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.net.NetworkTopology;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/**
 * Reads the traces of YARN's Scheduler Load Simulator: jobs of MapReduce's kind, whose reducers
 * wait for all maps, and nodes, in files of their own or among the jobs. Times begin with the first
 * job's. Its DAG and stream jobs are not simulated.
 */
public final class SlsTraceReader {
  private static final String MAPREDUCE = "mapreduce";

  private SlsTraceReader() {}

  /**
   * Reads jobs.
   *
   * @param defaultMb memory of tasks that do not state it, in MB
   * @param defaultVcores vcores of such tasks
   * @throws ToolException naming the error in the trace
   */
  public static Workload jobs(Path file, long defaultMb, int defaultVcores)
      throws IOException, ToolException {
    List<Map<String, Object>> jobObjects = new ArrayList<>();
    long firstMs = Long.MAX_VALUE;
    for (Map<String, Object> json : JsonObjectReader.objects(file)) {
      if (json.containsKey("job.tasks")) {
        jobObjects.add(json);
        firstMs = Math.min(firstMs, startMs(json));
      }
    }
    List<SimJob> jobs = new ArrayList<>();
    for (Map<String, Object> json : jobObjects) {
      long count = Math.max(1, JsonObjectReader.number(json, "job.count", 1));
      for (int i = 0; i < count; i++) {
        jobs.add(job(jobs.size() + 1, json, firstMs, defaultMb, defaultVcores));
      }
    }
    if (jobs.isEmpty()) {
      throw new ToolException(
          "There is no job with job.tasks in " + file + ": give another trace.");
    }
    return new Workload(String.valueOf(file.getFileName()), jobs);
  }

  /** Returns the start in the trace, which may be a time of day. */
  private static long startMs(Map<String, Object> json) throws ToolException {
    return Math.max(0, JsonObjectReader.number(json, "job.start.ms", 0));
  }

  /**
   * @param firstMs start of the trace's first job
   */
  private static SimJob job(
      int id, Map<String, Object> json, long firstMs, long defaultMb, int defaultVcores)
      throws ToolException {
    String type = JsonObjectReader.text(json, "am.type", MAPREDUCE);
    String name = JsonObjectReader.text(json, "job.id", "job-" + id);
    if (!type.equals(MAPREDUCE)) {
      throw new ToolException(
          "Job " + name + " has am.type=" + type + ", and only mapreduce is simulated: remove it.");
    }
    List<SimTask> maps = new ArrayList<>();
    List<SimTask> reduces = new ArrayList<>();
    long mapsEndMs = mapsEndMs(json);
    for (Map<String, Object> task : JsonObjectReader.list(json, "job.tasks")) {
      String kind = JsonObjectReader.text(task, "container.type", "map");
      if (!kind.equals("map") && !kind.equals("reduce")) {
        throw new ToolException(
            "Job " + name + " has container.type=" + kind + ": make it map or reduce.");
      }
      int count = (int) Math.max(1, JsonObjectReader.number(task, "count", 1));
      boolean map = kind.equals("map");
      SimTask read = task(name, task, map ? -1 : mapsEndMs, defaultMb, defaultVcores);
      (map ? maps : reduces).addAll(Collections.nCopies(count, read));
    }
    return new SimJob(
        id,
        name,
        "MAPREDUCE",
        JsonObjectReader.text(json, "job.user", "default"),
        MapReduceStages.queue(JsonObjectReader.text(json, "job.queue.name", "default")),
        startMs(json) - firstMs,
        MapReduceStages.of(maps, reduces));
  }

  /** Returns the latest stated end of a map, or -1. */
  private static long mapsEndMs(Map<String, Object> json) throws ToolException {
    long lastMs = -1;
    for (Map<String, Object> task : JsonObjectReader.list(json, "job.tasks")) {
      if (JsonObjectReader.text(task, "container.type", "map").equals("map")
          && durationMs(task) < 0) {
        lastMs = Math.max(lastMs, JsonObjectReader.number(task, "container.end.ms", -1));
      }
    }
    return lastMs;
  }

  /** Returns the stated duration; -1 if the trace has only a start and an end, or nothing. */
  private static long durationMs(Map<String, Object> json) throws ToolException {
    return JsonObjectReader.number(
        json, "container.duration.ms", JsonObjectReader.number(json, "duration.ms", -1));
  }

  /**
   * @param readyMs when the task could begin its work; -1 if unknown
   */
  private static SimTask task(
      String job, Map<String, Object> json, long readyMs, long defaultMb, int defaultVcores)
      throws ToolException {
    long ms = durationMs(json);
    if (ms < 0) {
      long startMs = JsonObjectReader.number(json, "container.start.ms", -1);
      long endMs = JsonObjectReader.number(json, "container.end.ms", -1);
      // A reducer waits for the last map, so the part before that does not count.
      ms = readyMs > startMs && endMs >= startMs ? Math.max(1, endMs - readyMs) : endMs - startMs;
      if (startMs < 0 || ms < 0) {
        throw new ToolException(
            "A task of job "
                + job
                + " has neither container.duration.ms nor container.start.ms and .end.ms: add one.");
      }
    }
    long mb = JsonObjectReader.number(json, "container.memory-mb", defaultMb);
    long vcores = JsonObjectReader.number(json, "container.vcores", defaultVcores);
    if (mb < 1 || vcores < 1) {
      throw new ToolException(
          "A task of job "
              + job
              + " asks for "
              + mb
              + " MB and "
              + vcores
              + " vcores: correct it.");
    }
    String host = JsonObjectReader.text(json, "container.host", null);
    return new SimTask(
        mb,
        (int) vcores,
        ms,
        host == null ? Collections.emptyList() : Collections.singletonList(lastPart(host)));
  }

  private static String lastPart(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /**
   * Reads the nodes of a trace of jobs, as its own simulator does: {@code num.nodes} nodes, in turn
   * on {@code num.racks} racks, and the hosts of tasks.
   *
   * @param memoryMb memory of each node
   * @param vcores vcores of each node
   * @return null if the trace has no nodes
   * @throws ToolException naming the error in the trace
   */
  public static ClusterTopology ownNodes(
      Path file, long memoryMb, int vcores, double diskMbPerSecond)
      throws IOException, ToolException {
    Map<String, String> racks = new LinkedHashMap<>();
    for (Map<String, Object> json : JsonObjectReader.objects(file)) {
      long count = JsonObjectReader.number(json, "num.nodes", 0);
      long width = Math.max(1, Math.min(count, JsonObjectReader.number(json, "num.racks", 1)));
      for (long n = 0; n < count; n++) {
        racks.putIfAbsent("node" + n, "/rack" + n % width);
      }
      if (json.containsKey("job.tasks")) {
        for (Map<String, Object> task : JsonObjectReader.list(json, "job.tasks")) {
          String host = JsonObjectReader.text(task, "container.host", null);
          if (host != null) {
            racks.putIfAbsent(lastPart(host), rack(host));
          }
        }
      }
    }
    List<SimNode> nodes = new ArrayList<>();
    racks.forEach(
        (host, rack) -> nodes.add(new SimNode(host, rack, memoryMb, vcores, diskMbPerSecond)));
    return nodes.isEmpty() ? null : new ClusterTopology(nodes);
  }

  private static String rack(String path) {
    int end = path.lastIndexOf('/');
    return end <= 0 ? NetworkTopology.DEFAULT_RACK : path.substring(0, end);
  }

  /**
   * Reads a file of nodes.
   *
   * @param defaultMb memory of nodes that do not state it
   * @param defaultVcores vcores of such nodes
   * @throws ToolException naming the error
   */
  public static ClusterTopology nodes(
      Path file, long defaultMb, int defaultVcores, double diskMbPerSecond)
      throws IOException, ToolException {
    List<SimNode> nodes = new ArrayList<>();
    for (Map<String, Object> rack : JsonObjectReader.objects(file)) {
      String path = "/" + JsonObjectReader.text(rack, "rack", "default-rack");
      for (Map<String, Object> node : JsonObjectReader.list(rack, "nodes")) {
        nodes.add(
            new SimNode(
                JsonObjectReader.text(node, "node", "node-" + nodes.size()),
                path,
                JsonObjectReader.number(node, "memory-mb", defaultMb),
                (int) JsonObjectReader.number(node, "vcores", defaultVcores),
                diskMbPerSecond));
      }
    }
    if (nodes.isEmpty()) {
      throw new ToolException("There is no node in " + file + ": give another file.");
    }
    return new ClusterTopology(nodes);
  }
}
