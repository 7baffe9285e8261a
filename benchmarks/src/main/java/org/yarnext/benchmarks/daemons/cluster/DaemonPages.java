// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.cluster.DaemonClients;

/**
 * Reads the web pages of a cluster's daemons, with the login that its configuration requires.
 * Thread-safe.
 */
public final class DaemonPages implements AutoCloseable {
  private static final int ANSWER_MS = 5_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlainSite site;
  private DaemonClients clients;

  /**
   * @param site read at the first request of a page
   */
  public DaemonPages(PlainSite site) {
    this.site = site;
  }

  private synchronized DaemonClients clients() {
    if (clients == null) {
      clients = new DaemonClients(site.configuration(), site.directory(), ANSWER_MS);
    }
    return clients;
  }

  /** Returns a page, or an empty object if the daemon does not answer. */
  public JsonNode get(String address, String path) {
    try {
      return JSON.readTree(clients().of(site.url(address)).get(path).text());
    } catch (IOException | ToolException e) {
      return JSON.createObjectNode();
    }
  }

  @Override
  public synchronized void close() {
    if (clients != null) {
      clients.close();
    }
  }
}
