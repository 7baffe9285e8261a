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
package org.yarnext.tez.am.container;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.junit.Test;

public class FirstAttemptTrackerTest {
  private final FirstAttemptTracker turns = new FirstAttemptTracker();

  private static ContainerId container(int number) {
    return ContainerId.fromString("container_1_0001_01_00000" + number);
  }

  private static TezTaskAttemptID attempt(int task) {
    return TezTaskAttemptID.fromString("attempt_1_0001_1_00_00000" + task + "_0");
  }

  @Test
  public void theFirstStaysTheFirstHoweverOftenItIsTold() {
    assertTrue(turns.isFirst(container(1), attempt(1)));
    assertTrue(turns.isFirst(container(1), attempt(1)));
    assertFalse(turns.usedAgain());
    assertFalse(turns.isFirst(container(1), attempt(2)));
    assertTrue(turns.usedAgain());
    assertTrue(turns.isFirst(container(2), attempt(2)));
    assertTrue(turns.isFirst(container(1), attempt(1)));
  }

  @Test
  public void ofAContainerNobodyKnowsNoneIsTheFirst() {
    assertFalse(turns.isFirst(null, attempt(1)));
    assertFalse(turns.usedAgain());
  }
}
