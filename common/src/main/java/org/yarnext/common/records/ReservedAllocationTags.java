// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.records;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;

/**
 * Removes allocation tags that begin with {@code yarnext.} from the requests of applications, so
 * that only the pack can put such a tag into a container's token or record. Stateless.
 */
public final class ReservedAllocationTags {
  private static final String PREFIX = "yarnext.";

  private ReservedAllocationTags() {}

  /**
   * Removes reserved tags from the requests in place.
   *
   * @param requests may be null
   */
  public static void removeFrom(Collection<SchedulingRequest> requests) {
    if (requests != null && !requests.isEmpty()) {
      requests.forEach(ReservedAllocationTags::removeFrom);
    }
  }

  /**
   * Removes reserved tags from the request in place; a request without such tags is left untouched.
   */
  public static void removeFrom(SchedulingRequest request) {
    Set<String> tags = request == null ? null : request.getAllocationTags();
    if (tags != null && tags.stream().anyMatch(ReservedAllocationTags::isReserved)) {
      Set<String> own = new LinkedHashSet<>(tags);
      own.removeIf(ReservedAllocationTags::isReserved);
      request.setAllocationTags(own);
    }
  }

  private static boolean isReserved(String tag) {
    return tag != null && tag.startsWith(PREFIX);
  }
}
