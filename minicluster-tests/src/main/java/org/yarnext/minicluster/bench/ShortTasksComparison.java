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
package org.yarnext.minicluster.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.yarnext.minicluster.ClusterSettings;
import org.yarnext.minicluster.JobRecord;
import org.yarnext.minicluster.MiniCluster;
import org.yarnext.minicluster.report.Progress;

/** Compares how systems run a {@link BenchLoad}: many jobs of short tasks. */
abstract class ShortTasksComparison implements Comparison {

  @Override
  public ClusterSettings cluster(ClusterSettings settings, BenchOptions options) {
    return SlotNodes.withMasters(settings, options);
  }

  @Override
  public final List<JobRecord> run(
      BenchSystem system,
      MiniCluster cluster,
      YarnClient yarn,
      BenchOptions options,
      Progress progress)
      throws IOException, InterruptedException {
    return new JobStream(system, cluster, yarn, progress).run(options.load());
  }

  @Override
  public final Map<String, ToDoubleFunction<BenchResult>> quantities() {
    Map<String, ToDoubleFunction<BenchResult>> quantities = JobRows.quantities();
    quantities.put("wait from ask to run, median [s]", r -> r.waited(50));
    quantities.put("wait from ask to run, p95 [s]", r -> r.waited(95));
    quantities.put("taken out of queues per task", BenchResult::dequeueRate);
    quantities.put("stopped while running", BenchResult::stopped);
    return quantities;
  }

  @Override
  public final List<String> drawn() {
    return JobRows.drawn();
  }
}
