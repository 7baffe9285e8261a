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
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Source of the progress of an application's tasks. Made once by its constructor without
 * parameters; called by several threads, for each job by one at a time and at most once an epoch,
 * and may block. Whatever it throws leaves the progress unknown.
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
