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
package org.yarnext.elastic.rm;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.mockito.Mockito.mock;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.junit.Test;

public class PlacingTest {
  private final SchedulerApplicationAttempt one = mock(SchedulerApplicationAttempt.class);
  private final SchedulerApplicationAttempt other = mock(SchedulerApplicationAttempt.class);
  private final SchedulerNode node = mock(SchedulerNode.class);

  @Test
  public void onlyTheAttemptThatIsPlacedIsInIt() {
    try (Placing placing = Placing.begin(one, node)) {
      assertSame(placing, Placing.of(one));
      assertNull(Placing.of(other));
    }
    assertNull(Placing.of(one));
  }

  @Test
  public void otherThreadsAreNot() throws Exception {
    AtomicReference<Placing> seen = new AtomicReference<>();
    try (Placing placing = Placing.begin(one, node)) {
      assertNotNull(placing);
      Thread thread = new Thread(() -> seen.set(Placing.of(one)));
      thread.start();
      thread.join();
    }
    assertNull(seen.get());
  }

  @Test
  public void anInnerOneGivesWayToTheOuter() {
    try (Placing outer = Placing.begin(one, node)) {
      try (Placing inner = Placing.begin(other, node)) {
        assertSame(inner, Placing.of(other));
      }
      assertSame(outer, Placing.of(one));
    }
  }
}
