// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.ClusterDaemons;
import org.yarnext.tools.cluster.DaemonClients;
import org.yarnext.tools.simulate.workload.ClusterTopology;
import org.yarnext.tools.simulate.workload.SimNode;
import org.yarnext.tools.site.StockScheduler;

/**
 * Reads the operator's cluster: its nodes and queues from the ResourceManager, or its queues from
 * the site files.
 */
final class ClusterView {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIX = "yarn.scheduler.capacity.";
  private static final int MAX_DEPTH = 32;

  private final Configuration conf;
  private final double diskMbPerSecond;
  private final OmissionCounter omitted;
  private final List<String> notes = new ArrayList<>();

  /**
   * @param conf configuration with Hadoop's defaults
   * @param diskMbPerSecond bandwidth of the disks of a node; 0 or more
   */
  ClusterView(Configuration conf, double diskMbPerSecond, OmissionCounter omitted) {
    this.conf = conf;
    this.diskMbPerSecond = diskMbPerSecond;
    this.omitted = omitted;
  }

  /** Returns the cluster of the site files with the given number of equal nodes. */
  AdvisedCluster ofFiles(int nodes, long nodeMb, int nodeVcores) {
    notes.add("Nodes are taken from the command line, scheduler and queues from the site files.");
    return cluster(
        ClusterTopology.of(nodes, nodeMb, nodeVcores, diskMbPerSecond), JSON.createObjectNode());
  }

  /**
   * Returns the cluster that the ResourceManager describes.
   *
   * @throws ToolException if none answers; the message says what to give instead
   */
  AdvisedCluster ofResourceManager(DaemonClients clients) throws ToolException {
    List<String> failures = new ArrayList<>();
    for (ClusterDaemon daemon : new ClusterDaemons(conf, clients).configured()) {
      if (daemon.kind() != ClusterDaemon.Kind.RESOURCE_MANAGER) {
        continue;
      }
      try {
        JsonNode nodes = get(clients, daemon, "/ws/v1/cluster/nodes").path("nodes");
        JsonNode scheduler =
            get(clients, daemon, "/ws/v1/cluster/scheduler")
                .path("scheduler")
                .path("schedulerInfo");
        ClusterTopology topology = topology(nodes.path("node"));
        notes.add("Nodes and queues are taken from " + daemon + ".");
        return cluster(topology, scheduler);
      } catch (ToolException | IOException | IllegalArgumentException e) {
        failures.add(e.getMessage());
      }
    }
    throw new ToolException(
        "No ResourceManager lists its nodes ("
            + String.join("; ", failures)
            + "): give --nodes N --node-memory MB --node-vcores V, or the --conf of a running"
            + " cluster.");
  }

  private static JsonNode get(DaemonClients clients, ClusterDaemon daemon, String path)
      throws ToolException, IOException {
    return JSON.readTree(clients.of(daemon.address()).get(path).text());
  }

  private ClusterTopology topology(JsonNode listed) throws ToolException {
    List<SimNode> nodes = new ArrayList<>();
    Set<String> hosts = new HashSet<>();
    for (JsonNode node : items(listed)) {
      String id = node.path("id").asText();
      long mb = node.path("usedMemoryMB").asLong() + node.path("availMemoryMB").asLong();
      long vcores =
          node.path("usedVirtualCores").asLong() + node.path("availableVirtualCores").asLong();
      if (!node.path("state").asText().equals("RUNNING") || mb <= 0 || vcores <= 0) {
        omitted.add("nodes that are not running", id);
      } else if (node.path("nodeLabels").size() > 0) {
        omitted.add("nodes with labels", id);
      } else {
        String host = node.path("nodeHostName").asText(id);
        nodes.add(
            new SimNode(
                hosts.add(host) ? host : id,
                node.path("rack").asText("/default-rack"),
                mb,
                (int) Math.min(Integer.MAX_VALUE, vcores),
                diskMbPerSecond));
      }
    }
    if (nodes.isEmpty()) {
      throw new ToolException("there is no running node without labels");
    }
    return new ClusterTopology(nodes);
  }

  private AdvisedCluster cluster(ClusterTopology topology, JsonNode live) {
    StockScheduler scheduler = StockScheduler.of(conf);
    StockScheduler running = running(live.path("type").asText(), scheduler);
    if (running != scheduler) {
      notes.add(
          "The ResourceManager runs "
              + live.path("type").asText()
              + ", but the site files name another scheduler: --conf is not its configuration.");
    }
    Set<String> queues = new TreeSet<>();
    Map<String, String> keys = new TreeMap<>();
    if (running == StockScheduler.CAPACITY) {
      leaves(conf, "root", queues, 0);
      Set<String> reported = new TreeSet<>();
      Map<String, String> reportedKeys = new TreeMap<>();
      liveLeaves(live, "root", reported, reportedKeys, 0);
      if (queues.isEmpty()) {
        queues.addAll(reported);
        keys.putAll(reportedKeys);
      } else if (!reported.isEmpty() && !reported.equals(queues)) {
        notes.add(
            "The ResourceManager has the queues "
                + reported
                + ", the site files "
                + queues
                + ": those of the files are simulated.");
      }
      if (queues.isEmpty()) {
        notes.add("No queues are known, so the queues of the history get equal shares.");
      }
    } else if (running == StockScheduler.FAIR) {
      notes.add("Shares of queues are taken from the FairScheduler's allocation file in --conf.");
    }
    return new AdvisedCluster(topology, running, queues, keys, notes);
  }

  private static StockScheduler running(String type, StockScheduler configured) {
    switch (type) {
      case "capacityScheduler":
        return StockScheduler.CAPACITY;
      case "fairScheduler":
        return StockScheduler.FAIR;
      case "fifoScheduler":
        return StockScheduler.FIFO;
      default:
        return configured;
    }
  }

  /** Collects the paths below root of the leaf queues that the site files define. */
  static void leaves(Configuration conf, String path, Set<String> leaves, int depth) {
    for (String child : conf.getTrimmedStrings(PREFIX + path + ".queues")) {
      String full = path + "." + child;
      if (depth > MAX_DEPTH || conf.getTrimmedStrings(PREFIX + full + ".queues").length == 0) {
        leaves.add(full.substring("root.".length()));
      } else {
        leaves(conf, full, leaves, depth + 1);
      }
    }
  }

  /** Collects leaf queues that the ResourceManager reports, and keys that define them. */
  private static void liveLeaves(
      JsonNode queue, String path, Set<String> leaves, Map<String, String> keys, int depth) {
    List<JsonNode> children = items(queue.path("queues").path("queue"));
    if (children.isEmpty() || depth > MAX_DEPTH) {
      if (!path.equals("root")) {
        leaves.add(path.substring("root.".length()));
      }
      return;
    }
    double all = children.stream().mapToDouble(ClusterView::share).sum();
    double rest = 100;
    List<String> names = new ArrayList<>();
    for (int c = 0; c < children.size(); c++) {
      JsonNode child = children.get(c);
      String name = child.path("queueName").asText();
      double share = all > 0 ? 100 * share(child) / all : 100.0 / children.size();
      double capacity = c + 1 == children.size() ? rest : Math.round(share * 100) / 100.0;
      rest = Math.round((rest - capacity) * 100) / 100.0;
      String full = path + "." + name;
      names.add(name);
      double max = child.path("maxCapacity").asDouble(100);
      keys.put(PREFIX + full + ".capacity", String.valueOf(capacity));
      keys.put(
          PREFIX + full + ".maximum-capacity",
          String.valueOf(max > 0 ? Math.max(max, capacity) : 100));
      if (child.has("userLimitFactor")) {
        keys.put(PREFIX + full + ".user-limit-factor", child.path("userLimitFactor").asText());
      }
      liveLeaves(child, full, leaves, keys, depth + 1);
    }
    keys.put(PREFIX + path + ".queues", String.join(",", names));
  }

  private static double share(JsonNode queue) {
    return queue.path("absoluteCapacity").asDouble(queue.path("capacity").asDouble());
  }

  /** Returns the items of a list; Jersey unwraps a single one. */
  private static List<JsonNode> items(JsonNode list) {
    if (list.isObject()) {
      return Collections.singletonList(list);
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return items;
  }
}
