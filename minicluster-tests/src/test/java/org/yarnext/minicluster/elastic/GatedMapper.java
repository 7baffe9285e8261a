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
package org.yarnext.minicluster.elastic;

import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.hadoop.examples.WordCount;
import org.yarnext.minicluster.MapReduceWordCount;

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
    Gate.awaitOpen(Paths.get(context.getConfiguration().get(GATE)), PATIENCE_MS);
  }
}
