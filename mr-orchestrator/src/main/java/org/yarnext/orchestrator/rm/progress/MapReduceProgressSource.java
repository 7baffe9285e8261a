// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
