// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm.progress;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.policy.JobPhase;

/** Progress source that selects the source of an application's framework: MapReduce or Tez. */
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
