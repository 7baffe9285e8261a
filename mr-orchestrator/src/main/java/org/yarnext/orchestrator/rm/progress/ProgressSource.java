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
   * Asks once.
   *
   * @param phase of one job; not null. Those that run at the same time are asked for in turn
   * @param running all attempts of the job that NodeManagers tell of, as its launch commands and
   *     logs name them, those of its other phases included; not empty
   * @param master whom to ask; not null
   * @return 0 to 1 by attempt; empty if it is not known. What is not in {@code running} is left out
   *     by the caller
   */
  Map<String, Double> progress(
      JobPhase phase, Set<String> running, ApplicationMasterEndpoint master)
      throws IOException, InterruptedException;
}
