// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import static java.util.stream.Collectors.joining;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.junit.Test;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.RegressionEstimator;
import org.yarnext.orchestrator.policy.estimate.UniformEstimator;

/** With samples of 1 s and epochs of 4 s. */
public class EstimatorReplayTest {
  private static final JobPhase MAPS = new JobPhase("job_1_0001", "MAP");
  private static final double MB = 1 << 20;

  private final EstimatorReplay replay = new EstimatorReplay(1_000, 4_000);

  /** A task that runs from 0 s to {@code seconds}. */
  private static List<UsageSample> task(String container, int seconds, LongToDoubleFunction cpu) {
    List<UsageSample> samples = new ArrayList<>();
    for (long s = 1; s <= seconds; s++) {
      samples.add(
          new UsageSample(1_000 * s, container, MAPS, 1_000 * s, cpu.applyAsDouble(s), 100 * MB));
    }
    return samples;
  }

  private double[] errors(
      ResourceKind kind, List<UsageSample> samples, EstimatorReplay.UsagePredictor predictor) {
    return replay.epochs(kind, samples, Collections.singletonList(predictor)).stream()
        .mapToDouble(epoch -> epoch.error(0))
        .toArray();
  }

  @SafeVarargs
  private static List<UsageSample> together(List<UsageSample>... tasks) {
    List<UsageSample> all = new ArrayList<>();
    Arrays.asList(tasks).forEach(all::addAll);
    all.sort(Comparator.comparing(s -> s.atMs));
    return all;
  }

  @Test
  public void steadyUsageIsPredictedExactly() {
    List<UsageSample> steady = task("c1", 20, s -> 500);
    double[] errors = errors(ResourceKind.CPU, steady, replay.by(new RegressionEstimator()));
    assertArrayEquals("four epochs have another one after them", new double[4], errors, 1e-9);
    assertArrayEquals(new double[4], errors(ResourceKind.CPU, steady, replay.asBefore()), 1e-9);
    assertArrayEquals(
        new double[4],
        errors(ResourceKind.MEMORY, steady, replay.by(new RegressionEstimator())),
        1e-9);
  }

  @Test
  public void errorIsRelativeToTheUsage() {
    // 100 for 4 s, then 400.
    List<UsageSample> jump = task("c1", 8, s -> s <= 4 ? 100 : 400);
    assertArrayEquals(new double[] {0.75}, errors(ResourceKind.CPU, jump, replay.asBefore()), 1e-9);
  }

  @Test
  public void formerEpochCountsAsAWhole() {
    List<UsageSample> uneven = task("c1", 8, s -> s < 4 ? 100 : s == 4 ? 500 : 200);
    assertArrayEquals(new double[] {0}, errors(ResourceKind.CPU, uneven, replay.asBefore()), 1e-9);
  }

  @Test
  public void meanOfPeersIsThatOfTheFormerEpoch() {
    List<UsageSample> samples =
        together(task("c1", 12, s -> s <= 4 ? 100 : 200), task("c2", 12, s -> s <= 4 ? 300 : 400));
    double[] errors = errors(ResourceKind.CPU, samples, replay.by(new UniformEstimator()));
    assertArrayEquals(
        "in the first epoch no mean is known; in the second 200 is predicted of 200 and of 400",
        new double[] {0, 0.5},
        errors,
        1e-9);
  }

  @Test
  public void allEstimatorsPredictTheSameEpochs() {
    // c2 comes in the middle of the second epoch, at whose end no whole one of it is known.
    List<UsageSample> samples = new ArrayList<>(task("c1", 16, s -> 500));
    samples.addAll(task("c2", 16, s -> s <= 8 ? 100 : 200).subList(5, 16));
    samples.sort(Comparator.comparing(s -> s.atMs));
    List<EstimatorReplay.Epoch> epochs =
        replay.epochs(
            ResourceKind.CPU,
            samples,
            Arrays.asList(replay.by(new UniformEstimator()), replay.asBefore()));
    assertEquals("c1 c1 c2", epochs.stream().map(e -> e.container).collect(joining(" ")));
    assertEquals(0, epochs.get(2).missed(1), 1e-9);
  }

  @Test
  public void epochsThatATaskDoesNotFinishAreLeftOut() {
    List<UsageSample> samples = together(task("c1", 12, s -> 500), task("c2", 7, s -> 500));
    assertEquals(2, errors(ResourceKind.CPU, samples, replay.asBefore()).length);
  }

  @Test
  public void epochsOfNegligibleUsageAreLeftOut() {
    List<UsageSample> idle = task("c1", 12, s -> 9);
    assertEquals(0, errors(ResourceKind.CPU, idle, replay.asBefore()).length);
    assertEquals(2, errors(ResourceKind.MEMORY, idle, replay.asBefore()).length);
  }

  @Test
  public void tableHasEachEstimatorForEachResource() {
    String text = AccuracyTable.text(replay, Collections.singletonList(task("c1", 20, s -> 500)));
    assertEquals(text, 1 + 2 * 4, text.trim().split("\n").length);
    assertTrue(text, text.contains("regression"));
    assertEquals("", AccuracyTable.text(replay, Collections.emptyList()));
  }
}
