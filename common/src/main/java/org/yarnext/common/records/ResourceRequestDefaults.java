// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
   * @param requests changed in place; may be null, as may its elements
   */
  public static void fill(Collection<ResourceRequest> requests) {
    if (requests == null) {
      return;
    }
    for (ResourceRequest request : requests) {
      ExecutionTypeRequest type = request == null ? null : request.getExecutionTypeRequest();
      if (request != null && (type == null || type.getExecutionType() == null)) {
        request.setExecutionTypeRequest(
            ExecutionTypeRequest.newInstance(
                ExecutionType.GUARANTEED, type != null && type.getEnforceExecutionType()));
      }
    }
  }
}
