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
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.util.Collections;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;

/** For tests: reaches {@code FSSchedulerNode.addContainersForPreemption}. Checked on 3.4.2. */
public final class PreemptionMark {
  private PreemptionMark() {}

  /** The container is to make room for the attempt, as the preemption thread decides. */
  public static void set(
      SchedulerNode node, RMContainer container, SchedulerApplicationAttempt beneficiary) {
    FSAppAttempt starved = (FSAppAttempt) beneficiary;
    starved.setMinshareStarvation(container.getAllocatedResource());
    ((FSSchedulerNode) node).addContainersForPreemption(Collections.singleton(container), starved);
  }
}
