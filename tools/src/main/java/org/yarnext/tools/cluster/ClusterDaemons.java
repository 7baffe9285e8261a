// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.tools.ToolException;

/**
 * Finds the daemons of a cluster: those that the configuration names, and the nodes that the
 * ResourceManagers list.
 */
public final class ClusterDaemons {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Configuration conf;
  private final DaemonClients clients;

  /**
   * @param conf configuration with Hadoop's defaults; not null
   */
  public ClusterDaemons(Configuration conf, DaemonClients clients) {
    this.conf = conf;
    this.clients = clients;
  }

  /** The nodes that the ResourceManagers list. Immutable. */
  public static final class Nodes {
    private final Set<ClusterDaemon> running = new LinkedHashSet<>();
    private final Map<String, Set<String>> others = new TreeMap<>();
    private boolean listed;

    /** Returns the NodeManagers of running nodes. */
    public Set<ClusterDaemon> running() {
      return running;
    }

    /** Returns the ids of nodes that do not run, by their state, such as LOST or UNHEALTHY. */
    public Map<String, Set<String>> others() {
      return others;
    }

    /** Returns whether an active ResourceManager answered. */
    public boolean isListed() {
      return listed;
    }
  }

  /** Returns the daemons that the configuration names, ResourceManagers first. */
  public List<ClusterDaemon> configured() {
    Set<ClusterDaemon> daemons = new LinkedHashSet<>();
    boolean https = YarnConfiguration.useHttps(conf);
    String key =
        https ? YarnConfiguration.RM_WEBAPP_HTTPS_ADDRESS : YarnConfiguration.RM_WEBAPP_ADDRESS;
    int port =
        https
            ? YarnConfiguration.DEFAULT_RM_WEBAPP_HTTPS_PORT
            : YarnConfiguration.DEFAULT_RM_WEBAPP_PORT;
    for (String id : conf.getTrimmedStrings(YarnConfiguration.RM_HA_IDS)) {
      String host = conf.getTrimmed(YarnConfiguration.RM_HOSTNAME + "." + id, "");
      String address = conf.getTrimmed(key + "." + id, host.isEmpty() ? "" : host + ":" + port);
      if (!address.isEmpty()) {
        daemons.add(daemon(ClusterDaemon.Kind.RESOURCE_MANAGER, address));
      }
    }
    if (daemons.isEmpty()) {
      daemons.add(
          daemon(ClusterDaemon.Kind.RESOURCE_MANAGER, conf.getTrimmed(key, "localhost:" + port)));
    }
    if (conf.getBoolean(YarnConfiguration.FEDERATION_ENABLED, false)) {
      addIfSet(
          daemons,
          ClusterDaemon.Kind.ROUTER,
          https
              ? YarnConfiguration.ROUTER_WEBAPP_HTTPS_ADDRESS
              : YarnConfiguration.ROUTER_WEBAPP_ADDRESS);
      addIfSet(
          daemons,
          ClusterDaemon.Kind.GLOBAL_POLICY_GENERATOR,
          https
              ? YarnConfiguration.GPG_WEBAPP_HTTPS_ADDRESS
              : YarnConfiguration.GPG_WEBAPP_ADDRESS);
    }
    return new ArrayList<>(daemons);
  }

  /** Adds a daemon if the operator's files set its address; Hadoop's default address is ignored. */
  private void addIfSet(Set<ClusterDaemon> daemons, ClusterDaemon.Kind kind, String key) {
    String[] sources = conf.getPropertySources(key);
    boolean isDefault =
        sources == null || Arrays.toString(sources).matches(".*(-default\\.xml|core-default).*");
    String address = conf.getTrimmed(key, "");
    if (!address.isEmpty() && !(isDefault && address.startsWith("0.0.0.0:"))) {
      daemons.add(daemon(kind, address));
    }
  }

  /** Makes a daemon; YARN lists nodes with IPv6 addresses without the brackets of a URL. */
  private ClusterDaemon daemon(ClusterDaemon.Kind kind, String address) {
    String reachable =
        address
            .replaceFirst("^([^\\[/]*:[^\\]/]*):(\\d+)$", "[$1]:$2")
            .replaceFirst("^(?:0\\.0\\.0\\.0|\\[(?:::|0(?::0){7})\\]):", "localhost:");
    boolean https = YarnConfiguration.useHttps(conf) && !reachable.contains("://");
    return new ClusterDaemon(kind, https ? "https://" + reachable : reachable);
  }

  /** Requests the nodes from the ResourceManagers and the Router; a standby has none. */
  public Nodes nodes() {
    Nodes nodes = new Nodes();
    for (ClusterDaemon daemon : configured()) {
      if (daemon.kind() == ClusterDaemon.Kind.RESOURCE_MANAGER
          || daemon.kind() == ClusterDaemon.Kind.ROUTER) {
        try {
          String text = clients.of(daemon.address()).get("/ws/v1/cluster/nodes").text();
          collect(JSON.readTree(text).path("nodes"), nodes);
        } catch (ToolException | IOException e) {
          continue; // a standby, or a daemon that is reported as not reachable
        }
      }
    }
    return nodes;
  }

  private void collect(JsonNode listed, Nodes nodes) {
    nodes.listed |= listed.isObject();
    for (JsonNode node : listed.path("node")) {
      String state = node.path("state").asText();
      String address = node.path("nodeHTTPAddress").asText();
      if ((state.equals("RUNNING") || state.equals("DECOMMISSIONING")) && !address.isEmpty()) {
        nodes.running.add(daemon(ClusterDaemon.Kind.NODE_MANAGER, address));
      } else {
        nodes.others.computeIfAbsent(state, any -> new TreeSet<>()).add(node.path("id").asText());
      }
    }
  }

  /**
   * Returns the daemons that decide about an application or a container: those of the
   * configuration, and the nodes of the containers that the ResourceManager knows.
   *
   * @param application id of the application
   * @param container id of a container, or null for all containers
   */
  public List<ClusterDaemon> of(String application, String container) {
    Set<ClusterDaemon> daemons = new LinkedHashSet<>(configured());
    for (ClusterDaemon daemon : configured()) {
      if (daemon.kind() == ClusterDaemon.Kind.RESOURCE_MANAGER) {
        addNodes(daemons, daemon, application, container);
      }
    }
    return new ArrayList<>(daemons);
  }

  private void addNodes(
      Set<ClusterDaemon> daemons, ClusterDaemon manager, String application, String container) {
    String attempts = "/ws/v1/cluster/apps/" + application + "/appattempts";
    for (JsonNode attempt : list(manager, attempts, "appAttempts", "appAttempt")) {
      addNode(daemons, attempt.path("nodeHttpAddress").asText());
      String containers = attempts + "/" + attempt.path("appAttemptId").asText() + "/containers";
      for (JsonNode each : list(manager, containers, "containers", "container")) {
        if (container == null || container.equals(each.path("containerId").asText())) {
          addNode(daemons, each.path("nodeHttpAddress").asText());
        }
      }
    }
  }

  private void addNode(Set<ClusterDaemon> daemons, String address) {
    String host = address.replaceFirst("^https?://", "");
    if (!host.isEmpty() && !host.startsWith("N/A")) {
      daemons.add(daemon(ClusterDaemon.Kind.NODE_MANAGER, host));
    }
  }

  private JsonNode list(ClusterDaemon daemon, String path, String outer, String inner) {
    try {
      JsonNode answer = JSON.readTree(clients.of(daemon.address()).get(path).text());
      JsonNode items = (answer.has(outer) ? answer.path(outer) : answer).path(inner);
      return items.isObject() ? JSON.createArrayNode().add(items) : items; // Jersey unwraps one
    } catch (ToolException | IOException e) {
      return JSON.createArrayNode(); // a standby, or the application is unknown
    }
  }
}
