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
package org.yarnext.elastic.policy.simulation;

import org.junit.Test;

public class ElasticSimulationTest {
  @Test
  public void theTable() {
    if (!Boolean.getBoolean("elastic.simulation.table")) {
      return;
    }
    for (double penalty : new double[] {1.5, 3}) {
      for (boolean uniform : new boolean[] {true, false}) {
        for (int mostTasks : new int[] {10, 50, 200}) {
          long start = System.nanoTime();
          Contest contest =
              new Contest(
                  new TraceFamily(uniform, 100, 10_000, mostTasks, 500),
                  100,
                  penalty,
                  Integer.getInteger("elastic.simulation.traces", 1));
          System.out.println(contest.line() + " " + (System.nanoTime() - start) / 1000000 + " ms");
        }
      }
    }
  }
}
