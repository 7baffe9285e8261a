// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.router.submission;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.yarnext.federation.policy.gang.GangDeclaration;
import org.yarnext.federation.policy.gang.PendingGang;

/** Parses the gang that a submission declares. Stateless. */
public final class GangRequestParser {
  private GangRequestParser() {}

  /**
   * Returns the gang of a submission, in the queue that the submission names.
   *
   * @param id the application's id
   * @param declared the declaration among its tags
   * @throws IllegalArgumentException if no ResourceManager would accept the submission
   */
  public static PendingGang parse(
      String id, ApplicationSubmissionContext context, GangDeclaration declared) {
    String queue = context.getQueue();
    if (queue == null || queue.isEmpty()) {
      queue = YarnConfiguration.DEFAULT_QUEUE_NAME; // as stock
    }
    return PendingGang.of(
        id, queue, declared.containers(), declared.amountMb(masterMb(context)), 0);
  }

  /**
   * Returns the size of the ApplicationMaster, as ResourceManagers determine it: that of the
   * request for any host if there are requests, otherwise the resource of the submission; 0 if it
   * is unmanaged.
   *
   * @throws IllegalArgumentException if no ResourceManager would accept it
   */
  private static long masterMb(ApplicationSubmissionContext context) {
    if (context.getUnmanagedAM()) {
      return 0;
    }
    List<ResourceRequest> requests = context.getAMContainerResourceRequests();
    if (requests == null || requests.isEmpty()) {
      return context.getResource() == null ? 0 : context.getResource().getMemorySize();
    }
    Resource size = null;
    int anywhere = 0;
    for (ResourceRequest request : requests) {
      if (ResourceRequest.isAnyLocation(request.getResourceName())) {
        anywhere++;
        size = request.getCapability();
      }
    }
    if (anywhere != 1 || size == null) {
      throw new IllegalArgumentException(
          "the Application Master is requested "
              + anywhere
              + " times as a container on any host: request it once, with its size");
    }
    return size.getMemorySize();
  }
}
