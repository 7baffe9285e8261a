// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.Collection;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Counts the parts of one allocate call that cost ResourceManagers work: requests, changes of
 * containers, and changes of the blacklist. What it releases does not count: it can be no more than
 * it has, and is welcome.
 */
final class AllocateCallMeter {
  private AllocateCallMeter() {}

  static int lines(AllocateRequest call) {
    ResourceBlacklistRequest blacklist = call.getResourceBlacklistRequest();
    return size(call.getAskList())
        + size(call.getSchedulingRequests())
        + size(call.getUpdateRequests())
        + (blacklist == null
            ? 0
            : size(blacklist.getBlacklistAdditions()) + size(blacklist.getBlacklistRemovals()));
  }

  private static int size(Collection<?> lines) {
    return lines == null ? 0 : lines.size();
  }

  /** The most containers that one of its requests asks for. */
  static int containers(AllocateRequest call) {
    int most = 0;
    if (call.getAskList() != null) {
      for (ResourceRequest ask : call.getAskList()) {
        most = Math.max(most, ask.getNumContainers());
      }
    }
    return most;
  }
}
