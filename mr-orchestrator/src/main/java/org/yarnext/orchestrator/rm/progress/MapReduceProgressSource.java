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
import java.security.PrivilegedExceptionAction;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.policy.JobPhase;

/**
 * Progress source for MapReduce: one call of the Application Master's client protocol returns all
 * tasks of a phase. MapReduce's classes are needed only for MapReduce jobs.
 */
public final class MapReduceProgressSource implements ProgressSource {
  @Override
  public Map<String, Double> progress(
      JobPhase phase, Set<String> running, ApplicationMasterEndpoint master)
      throws IOException, InterruptedException {
    if (!phase.job().startsWith("job_")) {
      return Collections.emptyMap();
    }
    return master
        .caller()
        .doAs(
            (PrivilegedExceptionAction<Map<String, Double>>)
                () -> {
                  try (MapReduceMasterClient asked =
                      new MapReduceMasterClient(master.address(), master.conf())) {
                    return asked.progress(phase);
                  }
                });
  }
}
