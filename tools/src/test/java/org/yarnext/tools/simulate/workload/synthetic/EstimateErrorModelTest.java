// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.synthetic;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertTrue;

import org.junit.Test;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.tools.simulate.workload.SimElasticity;
import org.yarnext.tools.simulate.workload.SimStage;
import org.yarnext.tools.simulate.workload.SimTask;
import org.yarnext.tools.simulate.workload.Workload;
import org.yarnext.tools.simulate.world.SmallWorkloads;

public class EstimateErrorModelTest {
  private final ElasticityModel model = new FixedPenaltyModel(1_000, 10_000, 3);
  private final Workload right =
      SmallWorkloads.workload(
          SmallWorkloads.job(1, 0, 50, 1_000, 10_000, SimElasticity.known(model)));

  private SimStage wrong(EstimateErrorModel.Quantity of, double min, double max) {
    return new EstimateErrorModel(of, min, max).in(right, 4).jobs().get(0).stages().get(0);
  }

  @Test
  public void runTimesVaryByTaskWithoutChangingTheEstimate() {
    SimStage stage = wrong(EstimateErrorModel.Quantity.DURATION, 0, 0.5);
    long minMs = stage.tasks().stream().mapToLong(SimTask::durationMs).min().getAsLong();
    long maxMs = stage.tasks().stream().mapToLong(SimTask::durationMs).max().getAsLong();
    assertTrue(minMs + "", minMs >= 10_000 && minMs < 11_000);
    assertTrue(maxMs + "", maxMs <= 15_000 && maxMs > 14_000);
    assertSame(model, stage.elasticity().estimatedModel());
  }

  @Test
  public void tasksThatNeedMoreThanEstimatedSpill() {
    SimStage stage = wrong(EstimateErrorModel.Quantity.MEMORY, 0.25, 0.25);
    assertEquals(1_250, stage.elasticity().trueModel().idealMemoryMb());
    // As 800 of 1,000 MB: four fifths are spilled.
    assertEquals(1 + 2 * 0.8, stage.elasticity().slowdown(1_000), 1e-9);
    assertEquals(1, stage.elasticity().slowdown(1_250), 0);
    assertSame(model, stage.elasticity().estimatedModel());
    assertEquals(26_000, stage.runMs(stage.tasks().get(0), 1_000));
  }

  @Test
  public void tasksThatNeedLessThanEstimatedSpillLess() {
    SimStage stage = wrong(EstimateErrorModel.Quantity.MEMORY, -0.5, -0.5);
    assertEquals(500, stage.elasticity().trueModel().idealMemoryMb());
    assertEquals(1, stage.elasticity().slowdown(500), 0);
  }

  @Test
  public void estimatedPenaltyChangesButNotTheTruePenalty() {
    SimStage stage = wrong(EstimateErrorModel.Quantity.PENALTY, 0.5, 0.5);
    assertSame(model, stage.elasticity().trueModel());
    double estimate = stage.elasticity().estimatedModel().runTimeMs(1) / 10_000;
    assertEquals(1.5 * model.runTimeMs(1) / 10_000, estimate, 1e-9);
    assertEquals(10_000, stage.elasticity().estimatedModel().runTimeMs(1_000), 0);
    assertEquals(
        1,
        wrong(EstimateErrorModel.Quantity.PENALTY, -0.9, -0.9)
                .elasticity()
                .estimatedModel()
                .runTimeMs(1)
            / 10_000,
        1e-9);
  }

  @Test
  public void errorFollowsTheSeed() {
    EstimateErrorModel error = new EstimateErrorModel(EstimateErrorModel.Quantity.DURATION, 0, 0.5);
    long first = durationMs(error.in(right, 1));
    assertEquals(first, durationMs(error.in(right, 1)));
    assertNotEquals(first, durationMs(error.in(right, 2)));
  }

  private static long durationMs(Workload workload) {
    return workload.jobs().get(0).stages().get(0).tasks().stream()
        .mapToLong(SimTask::durationMs)
        .sum();
  }

  @Test
  public void jobsWithoutElasticityStayUnchanged() {
    Workload rigid = SmallWorkloads.workload(SmallWorkloads.job(1, 0, 3, 1_000, 10_000, null));
    Workload same =
        new EstimateErrorModel(EstimateErrorModel.Quantity.DURATION, 0.1, 0.5).in(rigid, 4);
    assertSame(rigid.jobs().get(0).stages().get(0), same.jobs().get(0).stages().get(0));
  }
}
