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
 * Resolves and caches the racks of granted containers' hosts in the background, so that no call of
 * an application waits for the topology script. It uses the topology that applications use for
 * their requests.
 *
 * <p>One thread for each NodeManager starts with the first host; a resolved rack stays cached. The
 * default rack counts as known only if no other rack is configured: otherwise YARN also returns it
 * for hosts that the script does not know, and while the script fails. Thread-safe.
 */
public final class HostRackCache {
  /** Limit of cached hosts, above the size of a federation; the cache is cleared beyond it. */
  private static final int MAX_HOSTS = 200_000;

  /** Limit of hosts that wait to be resolved. */
  private static final int MAX_WAITING = 10_000;

  /** Number of hosts resolved at once; YARN passes as many to one run of the script. */
  private static final int MAX_BATCH = 100;

  /** Time before an unresolved host is tried again, in ms. */
  private static final long RETRY_MS = TimeUnit.MINUTES.toMillis(1);

  private static final String UNKNOWN = "";
  private static final String SCRIPT = ScriptBasedMapping.class.getName();

  private final Function<List<String>, List<Node>> topology;

  /** Racks by host; {@link #UNKNOWN} until resolved. */
  private final Map<String, String> found = new ConcurrentHashMap<>();

  private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final PeriodicTask looking =
      new PeriodicTask("yarnext-federation-racks", RETRY_MS, this::forgetUnknown);

  /** The default rack where it means unknown; null where it is the only rack. */
  private final String noRack;

  /**
   * @param topology returns the nodes of hosts, in their order; may block
   * @param isFlat whether the default rack is the only one
   */
  HostRackCache(Function<List<String>, List<Node>> topology, boolean isFlat) {
    this.topology = topology;
    noRack = isFlat ? null : NetworkTopology.DEFAULT_RACK;
  }

  /** Returns a cache that uses the topology of the NodeManager's configuration. */
  public static HostRackCache by(Configuration conf) {
    Configuration own = new Configuration(conf); // hooks are kept in a weak map by configuration
    boolean isFlat =
        own.getTrimmed(NET_TOPOLOGY_SCRIPT_FILE_NAME_KEY, "").isEmpty()
            && own.get(NET_TOPOLOGY_NODE_SWITCH_MAPPING_IMPL_KEY, SCRIPT).equals(SCRIPT);
    return new HostRackCache(hosts -> RackResolver.resolve(own, hosts), isFlat);
  }

  /**
   * Returns the rack of a host, or null while it is unknown; then it is resolved in the background.
   * Never blocks.
   */
  public String of(String host) {
    String rack = found.get(host);
    if (rack == null && found.putIfAbsent(host, UNKNOWN) == null) {
      if (waiting.offer(host)) {
        looking.start().once(0, this::resolveWaiting);
      } else {
        found.remove(host);
      }
    }
    return rack == null || rack.equals(UNKNOWN) ? null : rack;
  }

  /** Returns the number of requested hosts whose racks are unknown. */
  public long unknown() {
    return found.values().stream().filter(UNKNOWN::equals).count();
  }

  private void resolveWaiting() {
    List<String> hosts = new ArrayList<>();
    waiting.drainTo(hosts, MAX_BATCH);
    if (hosts.isEmpty()) {
      return; // an earlier run resolved them
    }
    if (found.size() > MAX_HOSTS) {
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

  /**
   * Forgets unresolved hosts so that they are tried again. A host that waits at this moment is
   * resolved twice.
   */
  void forgetUnknown() {
    found.values().removeIf(UNKNOWN::equals);
  }

  /** Returns the resolving task, for metrics and shutdown. */
  public PeriodicTask looking() {
    return looking;
  }
}
