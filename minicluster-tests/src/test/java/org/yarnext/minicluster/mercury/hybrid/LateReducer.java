// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.mercury.hybrid;

import java.io.IOException;
import org.apache.hadoop.examples.WordCount;

/**
 * The example's reducer, which ends only after the maps' containers have been reported, and each
 * one after the container of the one before. The master stops the last one's when the job ends,
 * unless it has exited by then.
 */
public final class LateReducer extends WordCount.IntSumReducer {
  private static final long LATE_MS = 2_000;
  private static final long APART_MS = 6_000;

  @Override
  protected void setup(Context context) throws IOException, InterruptedException {
    Thread.sleep(LATE_MS + context.getTaskAttemptID().getTaskID().getId() * APART_MS);
    super.setup(context);
  }
}
