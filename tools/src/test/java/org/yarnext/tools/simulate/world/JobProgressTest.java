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
package org.yarnext.tools.simulate.world;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class JobProgressTest {
  @Test
  public void aStageBeginsOnceItsShareOfTheOneBeforeIsDone() {
    JobProgress progress =
        new JobProgress(
            Jobs.job(
                1,
                0,
                Jobs.stage("map", 20, 20, 100, 1, null),
                Jobs.after(0.05, Jobs.stage("reduce", 10, 1, 100, 1, null)),
                Jobs.after(1, Jobs.stage("last", 9, 1, 100, 1, null))));
    assertEquals(Collections.singletonList(0), progress.ready());
    assertEquals(Collections.emptyList(), progress.ready());
    progress.ended(0);
    assertEquals(Collections.singletonList(1), progress.ready());
    for (int i = 0; i < 18; i++) {
      progress.ended(0);
    }
    assertEquals(Collections.emptyList(), progress.ready());
    progress.ended(0);
    assertEquals(Collections.singletonList(2), progress.ready());
    assertEquals(0, progress.left(0));
    assertFalse(progress.finished());
    Arrays.asList(1, 2).forEach(progress::ended);
    assertTrue(progress.finished());
  }
}
