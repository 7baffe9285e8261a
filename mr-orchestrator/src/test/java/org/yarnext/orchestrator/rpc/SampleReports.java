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
package org.yarnext.orchestrator.rpc;

import java.util.Collections;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.NodeHeadroom;
import org.yarnext.orchestrator.policy.ResourcePressure;
import org.yarnext.orchestrator.policy.ResourceShare;
import org.yarnext.orchestrator.policy.TaskView;

/** Makes reports for tests. */
public final class SampleReports {
  public static final String CONTAINER = "container_1700000000000_0001_01_000002";
  public static final String ATTEMPT = "attempt_1700000000000_0001_m_000000_0";

  static final long GRANTS = -7L << 40;

  private SampleReports() {}

  /** Of a node with one map task. */
  public static NodeUsageReport ofOneTask(String node) {
    return new NodeUsageReport(
        new NodeHeadroom(node, 500, 1 << 30),
        Collections.singletonList(
            new TaskView(
                CONTAINER,
                node,
                "application_1700000000000_0001",
                new JobPhase("job_1700000000000_0001", "MAP"),
                true,
                61_000,
                Double.NaN,
                ResourceShare.of(300.5, 1000).allocated(1250).minimum(100).estimated(700),
                ResourceShare.of(1 << 28, 1 << 29)
                    .minimum(1 << 27)
                    .pressure(ResourcePressure.HELD_BACK))),
        Collections.singletonMap(CONTAINER, ATTEMPT),
        GRANTS);
  }
}
