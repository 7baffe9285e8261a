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
package org.yarnext.minicluster.bench;

import picocli.CommandLine.Option;

/** The options of the experiment {@link Experiment#TEZ_ESTIMATES}. */
final class TezOptions {

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "tez-estimates: so many times each DAG runs in a round, the first time without a history"
              + " (default 3)")
  int repeats = 3;

  @Option(
      names = "--input-scale",
      paramLabel = "X",
      description = "tez-estimates: so many times the input of each DAG (default 1)")
  double inputScale = 1;

  /**
   * Refuses what cannot be measured.
   *
   * @throws IllegalArgumentException saying which option is wrong
   */
  void check() {
    if (repeats < 1) {
      throw new IllegalArgumentException("--repeats needs 1 or more, not " + repeats);
    }
    if (!(inputScale >= 0.01 && inputScale <= 20)) {
      throw new IllegalArgumentException("--input-scale needs 0.01 to 20, not " + inputScale);
    }
  }
}
