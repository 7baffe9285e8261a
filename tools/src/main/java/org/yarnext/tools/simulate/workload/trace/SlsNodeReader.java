// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetworkTopology;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimNode;

/**
 * Reads the nodes of YARN's Scheduler Load Simulator (SLS), from a file of nodes or from a trace.
 */
public final class SlsNodeReader {
  static final String NUM_NODES = "num.nodes";
  static final String NUM_RACKS = "num.racks";
  private static final String NODES = "nodes";
  private static final String RACK = "rack";
  private static final String NODE = "node";
  private static final String MEMORY = "memory-mb";
  private static final String VCORES = "vcores";
  private static final String LABELS = "labels";
  private static final Set<String> RACK_KEYS = new HashSet<>(Arrays.asList(RACK, NODES));
  private static final Set<String> NODE_KEYS =
      new HashSet<>(Arrays.asList(NODE, MEMORY, VCORES, LABELS));

  /** Names that YARN accepts for resource types. */
  private static final Pattern TYPE =
      Pattern.compile(
          "([a-z]([a-z0-9.-]{0,252}[a-z0-9])?/)?[A-Za-z]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?");

  private SlsNodeReader() {}

  /** Returns whether YARN accepts a text as the name of a resource type. */
  public static boolean isType(String name) {
    return TYPE.matcher(name).matches() && !name.equals(MEMORY) && !name.equals(VCORES);
  }

  /** Returns the last part of a path of racks and a host. */
  static String host(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String rack(String path) {
    int end = path.lastIndexOf('/');
    return end <= 0 ? NetworkTopology.DEFAULT_RACK : path.substring(0, end);
  }

  /**
   * Reads the nodes of a trace of jobs, as SLS itself does: {@code num.nodes} nodes, assigned in
   * turn to {@code num.racks} racks, and the hosts of tasks.
   *
   * @param memoryMb memory of each node
   * @param vcores vcores of each node
   * @return null if the trace has no nodes
   * @throws ToolException naming the error in the trace
   */
  public static ClusterTopology ownNodes(
      String file, Configuration conf, long memoryMb, int vcores, double diskMbPerSecond)
      throws ToolException {
    Map<String, String> racks = new LinkedHashMap<>();
    TraceFileReader.read(
        file,
        conf,
        Collections.singleton(SlsTraceReader.TASKS),
        SlsTraceReader::mayHoldJobs,
        () -> new NamedNodes(racks));
    List<SimNode> nodes = new ArrayList<>();
    racks.forEach(
        (host, rack) -> nodes.add(new SimNode(host, rack, memoryMb, vcores, diskMbPerSecond)));
    return nodes.isEmpty() ? null : new ClusterTopology(nodes);
  }

  /** Racks by the hosts that one object of a trace names. */
  private static final class NamedNodes implements TraceFileReader.RecordListener {
    private final Map<String, String> racks;

    NamedNodes(Map<String, String> racks) {
      this.racks = racks;
    }

    @Override
    public void element(String list, TraceRecord task) throws ToolException {
      String path = task.text(SlsTaskReader.HOST, "");
      if (!host(path).isEmpty()) {
        racks.putIfAbsent(host(path), rack(path));
        limit(racks.size(), task);
      }
    }

    @Override
    public void object(TraceRecord json) throws ToolException {
      long count = json.whole(NUM_NODES, 0, 0, TraceLimits.MAX_NODES);
      long width = json.whole(NUM_RACKS, 1, 0, TraceLimits.MAX_NODES);
      width = Math.max(1, Math.min(count, width));
      for (long n = 0; n < count; n++) {
        racks.putIfAbsent("node" + n, "/rack" + n % width);
      }
      limit(racks.size(), json);
    }
  }

  static void limit(int nodes, TraceRecord at) throws ToolException {
    if (nodes > TraceLimits.MAX_NODES) {
      throw at.refused("there are more than " + TraceLimits.MAX_NODES + " nodes", "give fewer");
    }
  }

  /**
   * Reads a file of nodes.
   *
   * @param defaultMb memory of nodes that do not state it
   * @param defaultVcores vcores of such nodes
   * @param summary receives the omitted data
   * @throws ToolException naming the error
   */
  public static ClusterTopology nodes(
      String file,
      Configuration conf,
      long defaultMb,
      int defaultVcores,
      double diskMbPerSecond,
      TraceSummary summary)
      throws ToolException {
    Map<String, SimNode> nodes = new LinkedHashMap<>();
    for (TraceRecord rack : TraceFileReader.objects(file, conf)) {
      for (String key : rack.keys()) {
        if (!RACK_KEYS.contains(key)) {
          summary.unknown(key, RACK_KEYS, 1);
        }
      }
      String path = "/" + withoutSlashes(rack.text(RACK, "default-rack"));
      List<TraceRecord> inRack = rack.list(NODES);
      if (inRack.isEmpty()) {
        summary.leaveOut("racks without nodes");
      }
      for (TraceRecord json : inRack) {
        SimNode node = node(json, path, nodes.size(), defaultMb, defaultVcores, diskMbPerSecond);
        for (String key : json.keys()) {
          if (!NODE_KEYS.contains(key) && !node.otherResources().containsKey(key)) {
            summary.unknown(key, NODE_KEYS, 1);
          }
        }
        if (json.has(LABELS)) {
          summary.notModelled("labels of nodes", 1);
        }
        if (nodes.putIfAbsent(node.host(), node) != null) {
          summary.leaveOut("nodes with the name of another");
        }
        limit(nodes.size(), json);
      }
    }
    if (nodes.isEmpty()) {
      throw new ToolException(
          "There is no node in " + TraceRecord.shortened(file) + ": give another file.");
    }
    return new ClusterTopology(new ArrayList<>(nodes.values()));
  }

  private static SimNode node(
      TraceRecord json,
      String rack,
      int number,
      long defaultMb,
      int defaultVcores,
      double diskMbPerSecond)
      throws ToolException {
    SimNode node =
        new SimNode(
            host(withoutSlashes(json.text(NODE, "node-" + number))),
            rack,
            json.rounded(MEMORY, defaultMb, 1, TraceLimits.MAX_MB),
            (int) json.whole(VCORES, defaultVcores, 1, TraceLimits.MAX_VCORES),
            diskMbPerSecond);
    SortedMap<String, Long> others = new TreeMap<>();
    for (String key : json.keys()) {
      if (!NODE_KEYS.contains(key) && isType(key) && json.isNumber(key)) {
        others.put(key, json.whole(key, 0, 0, TraceLimits.MAX_AMOUNT));
      }
    }
    return others.isEmpty() ? node : node.withOtherResources(others);
  }

  private static String withoutSlashes(String name) {
    String text = name.replaceAll("^/+|/+$", "");
    return text.isEmpty() ? "default-rack" : text;
  }
}
