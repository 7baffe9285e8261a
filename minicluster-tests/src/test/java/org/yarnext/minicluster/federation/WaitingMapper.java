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
package org.yarnext.minicluster.federation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.yarnext.minicluster.Await;

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
