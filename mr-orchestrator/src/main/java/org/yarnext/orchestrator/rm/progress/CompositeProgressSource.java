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

/** Progress source that asks each Application Master by its framework: MapReduce or Tez. */
public final class CompositeProgressSource implements ProgressSource {
  private final ProgressSource mapReduce = new MapReduceProgressSource();
  private final ProgressSource tez = new TezProgressSource();

  @Override
  public Map<String, Double> progress(
      JobPhase phase, Set<String> running, ApplicationMasterEndpoint master)
      throws IOException, InterruptedException {
    ProgressSource source = phase.job().startsWith("job_") ? mapReduce : tez;
    return source.progress(phase, running, master);
  }
}
