// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.federation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.yarnext.minicluster.process.Await;

/** The example's mapper, which shows progress and begins only when a file is there. */
public final class WaitingMapper extends WordCount.TokenizerMapper {
  /** The key of the file. */
  static final String GATE = "yarnext.test.gate";

  private static final long PATIENCE_MS = 240_000;

  @Override
  protected void setup(Context context) {
    Path gate = Paths.get(context.getConfiguration().get(GATE));
    Await.until(
        gate + " to be there",
        PATIENCE_MS,
        () -> {
          context.progress(); // without it, lost tasks could not be told from those that wait
          return Files.exists(gate);
        });
  }
}
