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
package org.yarnext.minicluster.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class ScenarioTest {

  @Test
  public void theSameSeedIsTheSameWork() {
    Scenario one = Scenario.of(7);
    Scenario two = Scenario.of(7);
    assertEquals(one.guaranteedArrivalsMs, two.guaranteedArrivalsMs);
    assertEquals(one.jobs.get(3).taskSeconds, two.jobs.get(3).taskSeconds);
    assertEquals(one.jobs.get(3).arrivalMs, two.jobs.get(3).arrivalMs);
    assertNotEquals(one.jobs.get(3).taskSeconds, Scenario.of(8).jobs.get(3).taskSeconds);
  }

  @Test
  public void tasksAreShortAndJobsArriveInTurn() {
    Scenario scenario = Scenario.of(1);
    long before = -1;
    for (Scenario.Job job : scenario.jobs) {
      assertTrue(job.arrivalMs > before);
      before = job.arrivalMs;
      assertTrue(job.taskSeconds.stream().allMatch(s -> s >= 0.2 && s <= 2));
    }
    assertTrue(scenario.opportunisticTasks() >= 6 * 45);
  }
}
