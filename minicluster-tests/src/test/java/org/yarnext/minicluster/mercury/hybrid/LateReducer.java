// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.yarnext.minicluster.jobs.MapReduceWordCount;
import org.yarnext.minicluster.process.Await;

/**
 * The example's reducer, which ends only after the maps' containers have been reported, and each
 * one after the container of the one before. The master stops the last one's when the job ends,
 * unless it has exited by then. A reducer waits for a fixed time, or until a test opens its gate.
 */
public final class LateReducer extends WordCount.IntSumReducer {
  private static final String GATES = "yarnext.test.gates";
  private static final long LATE_MS = 2_000;
  private static final long APART_MS = 6_000;

  /** The same job, in which each reducer ends when its gate in a directory is open. */
  static MapReduceWordCount hold(MapReduceWordCount job, Path gates) {
    return job.set(GATES, gates.toString());
  }

  static void open(Path gates, int reducer) throws IOException {
    Files.createFile(gate(gates, reducer));
  }

  private static Path gate(Path gates, int reducer) {
    return gates.resolve("reducer" + reducer);
  }

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    int reducer = context.getTaskAttemptID().getTaskID().getId();
    String gates = context.getConfiguration().get(GATES);
    if (gates == null) {
      Thread.sleep(LATE_MS + reducer * APART_MS);
    } else {
      Path gate = gate(Paths.get(gates), reducer);
      Await.until(gate + " to be there", HybridCluster.PATIENCE_MS, () -> Files.exists(gate));
    }
    super.setup(context);
  }
}
