// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.util.Collection;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Measures the parts of an allocate call that cost ResourceManagers work: requests, container
 * updates and blacklist changes. Released containers do not count: an application cannot release
 * more than it has, and a release frees resources.
 */
final class AllocateCallMeter {
  private AllocateCallMeter() {}

  /** Returns the number of requests, container updates and blacklist changes in the call. */
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

  /**
   * Returns the largest number of containers in one resource request of the call; 0 if there is
   * none.
   */
  static int containers(AllocateRequest call) {
    int max = 0;
    if (call.getAskList() != null) {
      for (ResourceRequest request : call.getAskList()) {
        max = Math.max(max, request.getNumContainers());
      }
    }
    return max;
  }
}
