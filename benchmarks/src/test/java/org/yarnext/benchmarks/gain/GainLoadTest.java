// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.gain;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.experiment.GainOptions;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.simulate.workload.synthetic.YarnMeApplication;

public class GainLoadTest {
  @Rule public final TemporaryFolder dir = new TemporaryFolder();

  private final GainOptions options = new GainOptions();
  private final GainLoad load = new GainLoad(14, options, 1, GainFramework.SHELL);

  private static List<List<Double>> factors(GainLoad load, int job) {
    return load.phases(job).stream().map(phase -> phase.factors).collect(Collectors.toList());
  }

  @Test
  public void mixIsThatOfThePaper() {
    int[] jobs = new int[YarnMeApplication.values().length];
    for (int j = 0; j < load.jobs(); j++) {
      jobs[YarnMeApplication.ORDER.get(j).ordinal()]++;
    }
    assertEquals(3, jobs[YarnMeApplication.PAGERANK.ordinal()]);
    assertEquals(8, jobs[YarnMeApplication.WORDCOUNT.ordinal()]);
    assertEquals(3, jobs[YarnMeApplication.RECOMMENDER.ordinal()]);
  }

  @Test
  public void fiveJobsArriveAtOnceAndTheOthersInSequence() {
    assertEquals(0, load.arrivalMs(0));
    assertEquals(0, load.arrivalMs(4));
    assertEquals(10_000, load.arrivalMs(5));
    assertEquals(90_000, load.arrivalMs(13));
  }

  @Test
  public void tasksFollowTheSeed() {
    assertEquals(factors(load, 3), factors(new GainLoad(14, options, 1, GainFramework.SHELL), 3));
    assertNotEquals(
        factors(load, 3), factors(new GainLoad(14, options, 2, GainFramework.SHELL), 3));
    assertNotEquals(factors(load, 2), factors(load, 3));
    assertEquals("pagerank-15", new GainLoad(15, options, 1, GainFramework.SHELL).name(14));
  }

  @Test
  public void everyTaskFitsOnANodeAndHasAProfile() throws Exception {
    for (GainFramework framework : GainFramework.values()) {
      GainLoad load = new GainLoad(14, options, 1, framework);
      Path file = dir.getRoot().toPath().resolve(framework + ".json");
      ProfileFile.write(file, load.profiles());
      Profiles profiles = ProfileFile.read(file);
      for (int j = 0; j < load.jobs(); j++) {
        for (GainLoad.Phase phase : load.phases(j)) {
          int mb = phase.memoryMb;
          assertTrue(mb + " MB", mb <= 10 * 1024 && mb % 128 == 0);
          TaskProfile profile =
              profiles.findByPriority(load.name(j), framework.name(), phase.priority);
          assertNotNull(load.name(j) + " " + phase.priority, profile);
          assertEquals(SleepModel.text(phase.model), SleepModel.text(profile.model()));
          long ideal = profile.model().idealMemoryMb();
          assertTrue("ideal " + ideal + " of " + mb, ideal <= mb && ideal > 0.99 * mb);
        }
      }
    }
  }

  @Test
  public void chainOfVerticesHasThePrioritiesOfTez() {
    YarnMeApplication chain = YarnMeApplication.WORDCOUNT;
    assertEquals(5, GainFramework.TEZ.priority(chain, 0));
    assertEquals(14, GainFramework.TEZ.priority(chain, 1));
    assertEquals("stage-1", GainFramework.TEZ.taskClass(chain, 1));
  }

  @Test
  public void scaleMultipliesTasks() {
    int tasks = load.phases(0).get(1).factors.size();
    options.scale = 2;
    assertEquals(2 * tasks, load.phases(0).get(1).factors.size());
    options.scale = 0.001;
    assertEquals(1, load.phases(0).get(1).factors.size());
  }

  @Test
  public void measuredPenaltiesReplaceThoseOfThePaper() {
    options.reducePenalty = 1.2;
    options.mapPenalty = 1.1;
    TaskProfile map = load.profiles().findByPriority("pagerank-1", "SHELL", 1);
    assertEquals(1.1 * 8_000, map.model().runTimeMs(1024), 1e-6);
    TaskProfile reduce = load.profiles().findByPriority("recommender-2", "SHELL", 4);
    assertEquals(1.2 * 16_000, reduce.model().runTimeMs(3840 - 32), 200);
  }
}
