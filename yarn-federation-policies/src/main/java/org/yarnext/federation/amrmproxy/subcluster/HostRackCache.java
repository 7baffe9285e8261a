// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.subcluster;

import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY;
import static org.apache.hadoop.fs.CommonConfigurationKeysPublic.NET_TOPOLOGY_SCRIPT_FILE_NAME_KEY;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.net.ScriptBasedMapping;
import org.apache.hadoop.yarn.util.RackResolver;
import org.yarnext.common.periodic.PeriodicTask;

/**
 * Resolves the racks of granted containers in the background, with the topology that applications
 * use for their requests, so that no call of an application waits for the topology script.
 *
 * <p>One thread for each NodeManager, which begins with the first host that is asked for; what it
 * found out stays. The default rack is only a host's where there is no other: else YARN names it of
 * hosts that the script does not know, or while it fails. Thread-safe.
 */
public final class HostRackCache {
  /** More hosts than a federation has; then all are found out anew. */
  private static final int MOST_HOSTS = 200_000;

  private static final int MOST_WAITING = 10_000;

  /** As many as YARN gives to one run of the script. */
  private static final int MOST_AT_ONCE = 100;

  /** How long a host is not asked for again whose rack was not found out. */
  private static final long RETRY_MS = TimeUnit.MINUTES.toMillis(1);

  private static final String UNKNOWN = "";
  private static final String SCRIPT = ScriptBasedMapping.class.getName();

  private final Function<List<String>, List<Node>> topology;
  private final Map<String, String> found = new ConcurrentHashMap<>();
  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final PeriodicTask looking =
      new PeriodicTask("yarnext-federation-racks", RETRY_MS, this::forgetUnknown);

  /** Null where the default rack is the only one. */
  private final String noRack;

  /**
   * @param topology the places of hosts, in their order; may block
   * @param isFlat whether the default rack is the only one
   */
  HostRackCache(Function<List<String>, List<Node>> topology, boolean isFlat) {
    this.topology = topology;
    noRack = isFlat ? null : NetworkTopology.DEFAULT_RACK;
  }

  /** By the topology of the NodeManager's configuration. */
  public static HostRackCache by(Configuration conf) {
    Configuration own = new Configuration(conf); // hooks go with their configuration
    boolean isFlat =
        own.getTrimmed(NET_TOPOLOGY_SCRIPT_FILE_NAME_KEY, "").isEmpty()
            && own.get(NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY, SCRIPT).equals(SCRIPT);
    return new HostRackCache(hosts -> RackResolver.resolve(own, hosts), isFlat);
  }

  /** The rack of a host; null while it is not known, when it is looked for. Never blocks. */
  public String of(String host) {
    String rack = found.get(host);
    if (rack == null && found.putIfAbsent(host, UNKNOWN) == null) {
      if (waiting.offer(host)) {
        looking.start().once(0, this::lookAtWaiting);
      } else {
        found.remove(host);
      }
    }
    return rack == null || rack.equals(UNKNOWN) ? null : rack;
  }

  /** Of how many hosts that were asked for. */
  public long unknown() {
    return found.values().stream().filter(UNKNOWN::equals).count();
  }

  private void lookAtWaiting() {
    List<String> hosts = new ArrayList<>();
    waiting.drainTo(hosts, MOST_AT_ONCE);
    if (hosts.isEmpty()) {
      return; // they were among those looked at before
    }
    if (found.size() > MOST_HOSTS) {
      found.clear();
    }
    List<Node> places = topology.apply(hosts);
    for (int i = 0; i < hosts.size(); i++) {
      String rack = places.get(i).getNetworkLocation();
      if (rack != null && !rack.equals(noRack)) {
        found.put(hosts.get(i), rack);
      }
    }
  }

  /** So that they are looked for again; those that wait just then once more than needed. */
  void forgetUnknown() {
    found.values().removeIf(UNKNOWN::equals);
  }

  public PeriodicTask looking() {
    return looking;
  }
}
