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
