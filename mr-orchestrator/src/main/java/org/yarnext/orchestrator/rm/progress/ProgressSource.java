// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Source of the progress of an application's tasks. Implementations have a constructor without
 * parameters, which is called once. Several threads call a source, but for one job only one at a
 * time and at most once an epoch. A call may block, but one that has taken twice {@code
 * rpc.timeout} is interrupted. If it throws, the progress is unknown.
 */
public interface ProgressSource {
  /**
   * Asks an Application Master once.
   *
   * @param phase a phase of one job, not null; the phases of a job are asked for in turn
   * @param running all running attempts of the job that NodeManagers report, including those of its
   *     other phases; named as in launch commands and logs; not empty
   * @param master the Application Master to ask; not null
   * @return progress by attempt, 0 to 1; empty if unknown. The caller drops attempts that are not
   *     in {@code running}
   */
  Map<String, Double> progress(
      JobPhase phase, Set<String> running, ApplicationMasterEndpoint master)
      throws IOException, InterruptedException;
}
