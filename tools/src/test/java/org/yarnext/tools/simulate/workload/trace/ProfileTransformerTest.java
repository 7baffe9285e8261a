// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.tools.simulate.workload.SimJob;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;

/** Maps that take half as long again below 2,000 MB. */
public class ProfileTransformerTest {
  private static final Profiles PROFILES =
      new Profiles(
          Collections.singletonList(
              new TaskProfile(
                  "count",
                  "MAPREDUCE",
                  "map",
                  20,
                  new StepModel(2_000, 20_000, 1.5, 0),
                  FitQuality.UNKNOWN)));
  private final SimTask small = new SimTask(1_000, 2, 30_000, Collections.singletonList("h"));
  private final SimTask large = new SimTask(2_000, 1, 20_000);

  private Workload profiled(String name) {
    SimStage stage =
        new SimStage("map", 20, Arrays.asList(small, small, large), Collections.emptyMap(), null);
    return ProfileTransformer.with(
        PROFILES,
        new Workload(
            "w",
            Collections.singletonList(
                new SimJob(1, name, "MAPREDUCE", "u", "q", 0, Collections.singletonList(stage)))));
  }

  @Test
  public void undersizedRecordedTasksKeepTheirTimeAndSpeedUpWithMore() {
    SimStage stage = profiled("count").jobs().get(0).stages().get(0);
    SimTask first = stage.tasks().get(0);
    assertEquals(30_000, stage.runMs(first, 1_000));
    assertEquals(20_000, stage.runMs(first, 2_000));
    assertEquals(1_000, first.memoryMb());
    assertEquals(2, first.vcores());
    assertEquals(small.hosts(), first.hosts());
    assertEquals(20_000, stage.runMs(stage.tasks().get(2), 2_000));
    assertEquals(30_000, stage.runMs(stage.tasks().get(2), 1_000));
  }

  @Test
  public void jobsWithoutAProfileStayUnchanged() {
    SimStage stage = profiled("other").jobs().get(0).stages().get(0);
    assertNull(stage.elasticity());
    assertSame(small, stage.tasks().get(0));
  }
}
