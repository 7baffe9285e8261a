// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.yarnext.minicluster.jobs.MapReduceWordCount;

/** The example's mapper, which begins only when a gate is open. */
public final class GatedMapper extends WordCount.TokenizerMapper {
  private static final String GATE = "yarnext.test.gate";

  private static final long PATIENCE_MS = 120_000;

  /** The same job, whose maps begin only when the file is there. */
  public static MapReduceWordCount hold(MapReduceWordCount job, Path gate) {
    return job.mapper(GatedMapper.class).set(GATE, gate.toString());
  }

  @Override
  protected void setup(Context context) {
    FileGate.awaitOpen(Paths.get(context.getConfiguration().get(GATE)), PATIENCE_MS);
  }
}
