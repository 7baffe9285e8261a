// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.identity.TezAttemptId;

/**
 * Progress source for Tez, by the Application Master's web service {@code attemptsInfo}: one call
 * returns the running tasks of all vertices of a DAG. An Application Master runs one DAG at a time,
 * so only the latest known DAG is queried.
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
