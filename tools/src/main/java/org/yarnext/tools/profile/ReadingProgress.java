// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/**
 * Says now and then how many files are read, so that a long wait explains itself. Not thread-safe.
 */
final class ReadingProgress {
  private static final long EVERY_NS = TimeUnit.SECONDS.toNanos(5);

  private final PrintWriter err;
  private final int files;
  private long saidNs = System.nanoTime();
  private int read;

  ReadingProgress(PrintWriter err, int files) {
    this.err = err;
    this.files = files;
  }

  void oneMore() {
    read++;
    long now = System.nanoTime();
    if (now - saidNs >= EVERY_NS && read < files) {
      saidNs = now;
      err.println("Read " + read + " of " + files + " files.");
    }
  }
}
