// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Registry of the opportunistic requests of one attempt that were sent to stock's processor and not
 * cancelled there. Not thread-safe.
 */
final class StockRequestRegistry {
  private final Map<String, ResourceRequest> requests = new LinkedHashMap<>();

  /** Records that stock was sent a request. */
  void sent(ResourceRequest request) {
    if (ResourceRequest.isAnyLocation(request.getResourceName())) {
      String key =
          request.getPriority()
              + "/"
              + request.getAllocationRequestId()
              + "/"
              + request.getCapability();
      requests.put(key, request);
    }
  }

  /** Returns the requests that cancel all those that stock has. */
  List<ResourceRequest> cancellations() {
    List<ResourceRequest> cancellations = new ArrayList<>();
    for (ResourceRequest request : requests.values()) {
      ResourceRequest none = ResourceRequest.clone(request);
      none.setNumContainers(0);
      cancellations.add(none);
    }
    return cancellations;
  }

  /** Forgets the requests that were cancelled. */
  void dropCancelled() {
    requests.values().removeIf(request -> request.getNumContainers() == 0);
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  void clear() {
    requests.clear();
  }
}
