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
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Asks an application how far its tasks are. Made once by its constructor without parameters;
 * called by several threads, for each job by one at a time and at most once an epoch, and may
 * block. Whatever it throws leaves the progress unknown.
 */
public interface ProgressSource {
  /**
   * Asks once.
   *
   * @param phase of one job; not null
   * @param master where the job's Application Master takes calls of clients
   * @param caller the job's user, with a token for that master where security is on
   * @param conf the ResourceManager's, with timeouts for such a call
   * @return 0 to 1 by running attempt, as the launch command names it; empty if it is not known.
   *     Attempts of other jobs are left out by the caller
   */
  Map<String, Double> progress(
      JobPhase phase, InetSocketAddress master, UserGroupInformation caller, Configuration conf)
      throws IOException, InterruptedException;
}
