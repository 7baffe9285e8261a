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
package org.yarnext.tez.policy;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Before;
import org.junit.Test;

/** Which tasks are held back for others that wait in queues. */
public class QueuedTasksTest {
  private final QueuedTasks<Integer> tasks = new QueuedTasks<>();

  @Before
  public void aDiamond() {
    tasks.reads("first", Collections.emptyList());
    tasks.reads("left", Collections.singletonList("first"));
    tasks.reads("last", Arrays.asList("left", "right", "first"));
  }

  @Test
  public void whoReadsFromOneThatWaitsIsHeldBack() {
    tasks.queued("first", 1);
    assertFalse(tasks.holdsBack("first"));
    assertTrue(tasks.holdsBack("left"));
    assertTrue("through another one", tasks.holdsBack("last"));
    assertFalse("nothing is known of it", tasks.holdsBack("right"));
  }

  @Test
  public void untilAllOfThemRun() {
    tasks.queued("left", 1);
    tasks.queued("left", 2);
    tasks.queued("left", 2);
    tasks.notQueued("left", 1);
    assertTrue(tasks.holdsBack("last"));
    tasks.notQueued("left", 2);
    assertFalse(tasks.holdsBack("last"));
    tasks.notQueued("never", 2);
  }

  @Test
  public void orTheDagIsOver() {
    tasks.queued("left", 1);
    tasks.over();
    tasks.reads("last", Collections.singletonList("left"));
    assertFalse(tasks.holdsBack("last"));
  }
}
