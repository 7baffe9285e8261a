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
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;

/**
 * Progress source for Tez, over the Application Master's web service {@code attemptsInfo}: one call
 * returns all running tasks of a DAG, of any vertex. An Application Master runs one DAG at a time,
 * so only the latest known DAG is asked for.
 */
public final class TezProgressSource implements ProgressSource {
  @Override
  public Map<String, Double> progress(
      JobPhase phase, Set<String> running, ApplicationMasterEndpoint master) throws IOException {
    int dag = -1;
    for (String each : running) {
      TezAttemptId attempt = TezAttemptId.parse(each);
      dag = attempt == null ? dag : Math.max(dag, attempt.dag());
    }
    if (dag < 0 || master.web() == null) {
      return Collections.emptyMap();
    }
    // The subset of too many attempts must not change from call to call.
    Set<String> places = new TreeSet<>();
    for (String each : running) {
      TezAttemptId attempt = TezAttemptId.parse(each);
      if (attempt != null && attempt.dag() == dag) {
        places.add(attempt.place());
      }
    }
    try (TezMasterClient asked = new TezMasterClient(master)) {
      return asked.progress(dag, places);
    }
  }
}
