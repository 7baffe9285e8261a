// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.yarnext.tools.cluster.ClusterDaemon;

/**
 * Plans the stages in which daemons are changed: NodeManagers before the other daemons if modes are
 * raised, and after them if they are lowered. NodeManagers are changed in growing shares, the
 * others in one stage. Immutable.
 */
final class StagePlan {
  private final List<List<ClusterDaemon>> stages = new ArrayList<>();

  /**
   * @param daemons the daemons to change
   * @param percents shares of the NodeManagers that are changed after each stage, ascending to 100
   */
  StagePlan(Collection<ClusterDaemon> daemons, boolean isLowering, List<Integer> percents) {
    List<ClusterDaemon> nodes = mixed(daemons);
    List<ClusterDaemon> others =
        daemons.stream().filter(daemon -> !isNode(daemon)).collect(Collectors.toList());
    List<List<ClusterDaemon>> ofNodes = new ArrayList<>();
    int done = 0;
    for (int percent : percents) {
      int upTo = share(nodes.size(), percent);
      if (upTo > done) {
        ofNodes.add(new ArrayList<>(nodes.subList(done, upTo)));
        done = upTo;
      }
    }
    if (!isLowering) {
      stages.addAll(ofNodes);
    }
    if (!others.isEmpty()) {
      stages.add(others);
    }
    if (isLowering) {
      stages.addAll(ofNodes);
    }
  }

  private static boolean isNode(ClusterDaemon daemon) {
    return daemon.kind() == ClusterDaemon.Kind.NODE_MANAGER;
  }

  private static int share(int nodes, int percent) {
    return (int) ((long) nodes * percent + 99) / 100;
  }

  /**
   * Returns the NodeManagers in an order that mixes racks. It is always the same, so that a larger
   * share contains all nodes of a smaller one.
   */
  private static List<ClusterDaemon> mixed(Collection<ClusterDaemon> daemons) {
    return daemons.stream()
        .filter(StagePlan::isNode)
        .sorted(
            Comparator.comparingInt((ClusterDaemon node) -> spread(node.address().hashCode()))
                .thenComparing(ClusterDaemon::address))
        .collect(Collectors.toList());
  }

  private static int spread(int hash) {
    int mixed = (hash ^ (hash >>> 16)) * 0x85ebca6b;
    mixed = (mixed ^ (mixed >>> 13)) * 0xc2b2ae35;
    return mixed ^ (mixed >>> 16);
  }

  /** Returns a share of the NodeManagers among daemons, at least one if there are any. */
  static List<ClusterDaemon> someNodes(Collection<ClusterDaemon> daemons, int percent) {
    List<ClusterDaemon> nodes = mixed(daemons);
    return nodes.subList(0, share(nodes.size(), percent));
  }

  /**
   * Parses shares such as {@code 5,25,100}.
   *
   * @return null unless they are ascending whole numbers from 1 or more to 100
   */
  static List<Integer> percents(String text) {
    List<Integer> percents = new ArrayList<>();
    for (String each : Arrays.asList(text.split(",", -1))) {
      String number = each.trim();
      int percent = number.matches("\\d{1,3}") ? Integer.parseInt(number) : 0;
      int before = percents.isEmpty() ? 0 : percents.get(percents.size() - 1);
      if (percent <= before || percent > 100) {
        return null;
      }
      percents.add(percent);
    }
    return percents.get(percents.size() - 1) == 100 ? percents : null;
  }

  /** Returns the daemons of each stage; no stage is empty. */
  List<List<ClusterDaemon>> stages() {
    return Collections.unmodifiableList(stages);
  }
}
