// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.world;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class JobProgressTest {
  @Test
  public void stageBeginsOnceItsShareOfTheFormerStageIsDone() {
    JobProgress progress =
        new JobProgress(
            SmallWorkloads.job(
                1,
                0,
                SmallWorkloads.stage("map", 20, 20, 100, 1, null),
                SmallWorkloads.after(0.05, SmallWorkloads.stage("reduce", 10, 1, 100, 1, null)),
                SmallWorkloads.after(1, SmallWorkloads.stage("last", 9, 1, 100, 1, null))));
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
    assertFalse(progress.isFinished());
    Arrays.asList(1, 2).forEach(progress::ended);
    assertTrue(progress.isFinished());
  }
}
