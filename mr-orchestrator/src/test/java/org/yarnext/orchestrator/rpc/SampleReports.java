// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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

  /** Returns a report of a node with one map task. */
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
