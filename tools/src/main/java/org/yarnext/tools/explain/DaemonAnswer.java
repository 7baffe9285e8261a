// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.explain;

import java.util.Collections;
import java.util.List;
import org.yarnext.tools.DaemonClient;
import org.yarnext.tools.DaemonStatusException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.ClusterDaemon;

/**
 * Answer of one daemon: its decisions, or why it shows none, and YARN's own reports there.
 * Immutable.
 */
final class DaemonAnswer {
  private final ClusterDaemon daemon;
  private final DecisionsPage page;
  private final String error;
  private final YarnPage yarn;

  private DaemonAnswer(ClusterDaemon daemon, DecisionsPage page, String error, YarnPage yarn) {
    this.daemon = daemon;
    this.page = page;
    this.error = error;
    this.yarn = yarn;
  }

  static DaemonAnswer of(ClusterDaemon daemon, DecisionsPage page) {
    return new DaemonAnswer(daemon, page, null, null);
  }

  static DaemonAnswer failed(ClusterDaemon daemon, String error) {
    return new DaemonAnswer(daemon, null, error, null);
  }

  /** Queries a daemon. One that shows no decisions may still know the application. */
  static DaemonAnswer fetch(ClusterDaemon daemon, DaemonClient client, QueryId queryId) {
    try {
      DecisionsPage page = DecisionsPage.fetch(client, queryId);
      return new DaemonAnswer(
          daemon, page, null, YarnPage.fetch(daemon, client, queryId, page.aheadMs()));
    } catch (ToolException e) {
      boolean isThere =
          e instanceof DaemonStatusException || e.getCause() instanceof DaemonStatusException;
      return new DaemonAnswer(
          daemon,
          null,
          e.getMessage(),
          isThere ? YarnPage.fetch(daemon, client, queryId, 0) : null);
    }
  }

  ClusterDaemon daemon() {
    return daemon;
  }

  /** Returns the decisions; null if the daemon shows none. */
  DecisionsPage page() {
    return page;
  }

  /** Returns why the daemon shows no decisions; null if it does. */
  String error() {
    return error;
  }

  /** Returns YARN's own reports there; null if they were not requested. */
  YarnPage yarn() {
    return yarn;
  }

  List<TimelineEntry> yarnEntries() {
    return yarn == null ? Collections.emptyList() : yarn.entries();
  }
}
