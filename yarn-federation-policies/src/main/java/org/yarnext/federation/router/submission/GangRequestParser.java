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

/** Parses which gang an application with a declaration asks for. Stateless. */
public final class GangRequestParser {
  private GangRequestParser() {}

  /**
   * The gang of a submission, of the queue that it names.
   *
   * @throws IllegalArgumentException if no ResourceManager would take it
   */
  public static PendingGang asked(
      String id, ApplicationSubmissionContext context, GangDeclaration declared) {
    String queue = context.getQueue();
    if (queue == null || queue.isEmpty()) {
      queue = YarnConfiguration.DEFAULT_QUEUE_NAME; // as stock
    }
    return PendingGang.of(
        id, queue, declared.containers(), declared.amountMb(masterMb(context)), 0);
  }

  /**
   * What the master is given, as ResourceManagers read it: its requests count, of which all have
   * the size of the one for any host; without them the size alone.
   *
   * @throws IllegalArgumentException if no ResourceManager would take it
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
          "the application's master asks "
              + anywhere
              + " times for a container on any host: ask once, with its size");
    }
    return size.getMemorySize();
  }
}
