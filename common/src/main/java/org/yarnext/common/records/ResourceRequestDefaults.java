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
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.ExecutionTypeRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;

/**
 * Completes the resource requests of clients older than Hadoop 2.9, which know no execution types.
 * YARN's OpportunisticContainerAllocator and AMRMClientRelayer throw NullPointerExceptions where
 * the execution type is missing, though the CapacityScheduler and the FairScheduler do not.
 */
public final class ResourceRequestDefaults {
  private ResourceRequestDefaults() {}

  /**
   * Sets the execution type to GUARANTEED, not enforced, where a request has none or one that this
   * version does not know. Everything else stays unchanged, including unknown protobuf fields. Must
   * be called in every mode before any code reads the requests.
   *
   * @param asks changed in place; may be null, as may its elements
   */
  public static void fill(Collection<ResourceRequest> asks) {
    if (asks == null) {
      return;
    }
    for (ResourceRequest ask : asks) {
      ExecutionTypeRequest type = ask == null ? null : ask.getExecutionTypeRequest();
      if (ask != null && (type == null || type.getExecutionType() == null)) {
        ask.setExecutionTypeRequest(
            ExecutionTypeRequest.newInstance(
                ExecutionType.GUARANTEED, type != null && type.getEnforceExecutionType()));
      }
    }
  }
}
