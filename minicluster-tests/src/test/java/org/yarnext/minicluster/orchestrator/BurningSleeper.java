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
package org.yarnext.minicluster.orchestrator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.tez.runtime.api.ProcessorContext;
import org.yarnext.minicluster.SleepDag;

/**
 * A task of Tez that does not sleep, but takes all the CPU it can get as long as a gate is shut.
 */
public final class BurningSleeper extends SleepDag.Sleeper {
  private double heat;

  public BurningSleeper(ProcessorContext context) {
    super(context);
  }

  /**
   * @param file the gate's
   */
  @Override
  protected long durationMs(String file) {
    Path gate = Paths.get(file);
    while (!Files.exists(gate)) {
      for (int i = 1; i < 100_000; i++) {
        heat += Math.sqrt(i);
      }
    }
    return heat >= 0 ? 0 : Long.MAX_VALUE;
  }
}
