/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.common.records;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.SchedulingRequest;

/**
 * Removes allocation tags that begin with {@code yarnext.} from the requests of applications, so
 * that one found in a container's token or record comes from the pack. Stateless.
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
    if (requests != null) {
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
