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
