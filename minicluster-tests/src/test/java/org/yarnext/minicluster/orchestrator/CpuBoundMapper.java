// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.orchestrator;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.io.Text;

/** The word count's mapper, which uses CPU time for each line as long as a gate is shut. */
public final class CpuBoundMapper extends WordCount.TokenizerMapper {
  /** The key of the gate's file. */
  static final String GATE = "yarnext.test.gate";

  private static final long NANOS_A_LINE = 100_000_000;

  /** Number after which the task's progress has been reported. */
  private static final int LINES_UNDER_WAY = 20;

  private Path gate;
  private double heat;
  private int lines;

  /** The file that tells that an attempt is well under way. */
  static Path underWay(Path gate, String attempt) {
    return gate.resolveSibling(attempt + "-under-way");
  }

  @Override
  protected void setup(Context context) {
    gate = Paths.get(context.getConfiguration().get(GATE));
  }

  @Override
  public void map(Object key, Text line, Context context) throws IOException, InterruptedException {
    long until = cpuNanos() + NANOS_A_LINE;
    while (!Files.exists(gate) && cpuNanos() < until) {
      for (int i = 1; i < 100_000; i++) {
        heat += Math.sqrt(i);
      }
    }
    if (++lines == LINES_UNDER_WAY) {
      Files.createFile(underWay(gate, context.getTaskAttemptID().toString()));
    }
    if (heat >= 0) {
      super.map(key, line, context);
    }
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
