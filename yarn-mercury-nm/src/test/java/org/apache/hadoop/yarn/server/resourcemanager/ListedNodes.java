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
package org.apache.hadoop.yarn.server.resourcemanager;

import java.util.List;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;

/**
 * What a ResourceManager tells NodeManagers of the least loaded nodes; the method is
 * package-private.
 */
public final class ListedNodes {
  private ListedNodes() {}

  public static List<RemoteNode> of(ResourceManager rm) {
    return ((OpportunisticContainerAllocatorAMService) rm.getApplicationMasterService())
        .getLeastLoadedNodes();
  }
}
