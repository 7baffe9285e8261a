// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Paths;
import java.util.Arrays;
import org.junit.Test;

public class BenchOptionsTest {

  @Test
  public void defaultsCompareEverySystem() {
    BenchOptions options = parse();
    assertEquals(Experiment.THROUGHPUT, options.experiment);
    assertEquals(Experiment.THROUGHPUT.systems, options.systems);
    assertEquals(0, options.stragglers);
    assertEquals(5, options.runs);
    assertEquals(3000, options.heartbeatMs);
    assertEquals(200, options.tasks);
    assertEquals(Paths.get("/home/target/bench"), options.out);
  }

  @Test
  public void experimentSelectsItsSystems() {
    BenchOptions options = parse("--experiment", "stragglers", "--nodes", "20");
    assertEquals(Experiment.STRAGGLERS.systems, options.systems);
    assertEquals(2, options.stragglers);
  }

  @Test
  public void federationHasAllScenariosButTheLongOne() {
    BenchOptions options = parse("--experiment", "federation");
    assertEquals(3, options.runs);
    assertEquals(
        "[BUSY, UNEVEN, LOSS, SHARES, GANGS, PUBLICATION]",
        options.federation.scenarios.toString());
    assertEquals(
        Arrays.asList(FederationOptions.Scenario.EQUAL, FederationOptions.Scenario.GANGS),
        parse("--scenarios", "equal,gangs").federation.scenarios);
    assertThrows(IllegalArgumentException.class, () -> parse("--scenarios", "none"));
  }

  @Test
  public void keysAreThoseOfTheRunsToo() {
    BenchOptions options = parse("--set", "a.b=1", "--set", "c=x=y");
    assertEquals("{a.b=1, c=x=y}", options.keys.toString());
    assertEquals(options.keys, parse(options.arguments().toArray(new String[0])).keys);
  }

  @Test
  public void policingHasItsOwnLoad() {
    BenchOptions options =
        parse(
            "--experiment",
            "policing",
            "--demand",
            "bursts",
            "--burst-interval",
            "48",
            "--durations",
            "mixed");
    assertEquals(GuaranteedDemand.BURSTS, options.demand);
    assertEquals(48, options.burstInterval);
    assertEquals("ten bursts are known then", 480, options.warmUpSeconds());
    assertEquals(75, parse("--experiment", "policing").warmUpSeconds());
    assertEquals(5, parse("--warm-up", "5", "--demand", "bursts").warmUpSeconds());
    assertEquals(TaskDurations.MIXED, options.durations);
  }

  @Test
  public void memoryBoundJobsHaveTheirOwnDefaults() {
    BenchOptions options = parse("--experiment", "elastic_gain");
    assertEquals(Experiment.ELASTIC_GAIN.systems, options.systems);
    assertEquals(5, options.runs);
    assertEquals(250, options.heartbeatMs);
    assertEquals(14, options.jobs);
    assertEquals(3, parse("--experiment", "elastic_gain", "--jobs", "3").jobs);
  }

  @Test
  public void costsOfDaemonsHaveTheirOwnDefaults() {
    BenchOptions load = parse("--experiment", "node-load");
    assertEquals(200, load.idle.containers);
    assertEquals(1, load.nodes);
    assertEquals(30, load.seconds);
  }

  @Test
  public void loadSimulatorHasItsOwnDefaults() {
    BenchOptions options = parse("--experiment", "sls", "--sizes", "1000,5000");
    assertEquals(Experiment.SLS.systems, options.systems);
    assertEquals(Arrays.asList(1_000, 5_000), options.sizes);
    assertEquals(FeatureUse.IDLE, options.use);
    assertEquals(30, options.seconds);
    assertEquals(75, options.warmUpSeconds());
    assertEquals(FeatureUse.FULL, parse("--use", "full").use);
    assertRefused("'--sizes'", "--sizes", "1000,0");
  }

  @Test
  public void experimentMayBeWrittenWithHyphens() {
    assertEquals(Experiment.ELASTIC_GAIN, parse("--experiment", "elastic-gain").experiment);
    assertEquals(Experiment.POLICING, parse("--experiment", "Policing").experiment);
  }

  @Test
  public void fittedAndWellSizedSizesAreAlwaysMeasured() {
    BenchOptions options = parse("--experiment", "elasticity");
    assertEquals(3, options.runs);
    assertEquals(Arrays.asList(10, 20, 30, 40, 52, 65, 110), options.elasticity.sizes());
    assertEquals(
        Arrays.asList(15, 45, 50, 110),
        parse("--shares", "50,15", "--fit-share", "45").elasticity.sizes());
  }

  @Test
  public void tezEstimatesHaveTheirOwnDefaults() {
    BenchOptions options = parse("--experiment", "tez-estimates", "--input-scale", "0.5");
    assertEquals(2, options.runs);
    assertEquals(250, options.heartbeatMs);
    assertEquals(3, options.tez.repeats);
    assertEquals(0.5, options.tez.inputScale, 0);
  }

  @Test
  public void sparkMixIsSmall() {
    BenchOptions options = parse("--experiment", "spark-mix");
    assertEquals(Experiment.SPARK_MIX.systems, options.systems);
    assertEquals(5, options.runs);
    assertEquals(3, options.nodes);
    assertEquals(8, options.jobs);
    assertEquals(1000, options.heartbeatMs);
  }

  @Test
  public void idleCapacityIsOfOneNode() {
    BenchOptions options = parse("--experiment", "idle-capacity");
    assertEquals(Experiment.IDLE_CAPACITY.systems, options.systems);
    assertEquals(5, options.runs);
    assertEquals(1, options.nodes);
    assertEquals(1000, options.heartbeatMs);
    BenchOptions spikes = parse("--experiment", "idle-capacity-spikes");
    assertEquals(1, spikes.runs);
    assertEquals(50, spikes.idle.spikes);
    assertEquals(200, parse("--experiment", "idle-capacity-cost").idle.containers);
  }

  @Test
  public void everySystemHasAUniqueLabel() {
    for (BenchSystem system : BenchSystem.values()) {
      assertEquals(system, BenchSystem.labelled(system.label));
    }
  }

  @Test
  public void usageNamesTheOptions() {
    assertTrue(BenchOptions.usage(), BenchOptions.usage().contains("--stragglers=N"));
  }

  @Test
  public void systemsKeepTheirOrder() {
    assertEquals(
        Arrays.asList(BenchSystem.MERCURY_CENTRALISED, BenchSystem.STOCK_GUARANTEED),
        parse("--systems", "mercury-centralised,stock-guaranteed").systems);
  }

  @Test
  public void argumentsReachTheProcessOfARun() {
    BenchOptions options = parse("--nodes", "3", "--seed", "7", "--out", "/x");
    String[] line = {"stock-guaranteed", "/file", "--nodes", "3", "--seed", "7", "--out", "/x"};
    assertEquals(Arrays.asList(line).subList(2, line.length), options.arguments());
    BenchOptions ofProcess = BenchOptions.ofProcess(line);
    assertEquals(3, ofProcess.nodes);
    assertEquals(7, ofProcess.seed);
    assertEquals(Paths.get("/x"), ofProcess.out);
  }

  @Test
  public void refusalsNameTheOption() {
    assertRefused("--fast", "--fast");
    assertRefused("--runs", "--runs");
    assertRefused("'--runs': it needs a whole number above 0, not 0", "--runs", "0");
    assertRefused("'--nodes': it needs a whole number above 0, not many", "--nodes", "many");
    assertRefused("No system mesos", "--systems", "mesos");
    assertRefused("--spread needs 1 or more, not 0.5", "--spread", "0.5");
    assertRefused("No experiment luck; there are throughput, stragglers", "--experiment", "luck");
    assertRefused("--shares needs 1 to 99, not 100", "--shares", "20,100");
    assertRefused("--fit-share needs 1 to 99, not 0", "--fit-share", "0");
    assertRefused("--maps needs 5 to 1000, not 4", "--maps", "4");
    assertRefused("--map-mb needs 1 to 1000, not 0", "--map-mb", "0");
    assertRefused("--parallel needs 1 to 1000, not 0", "--parallel", "0");
    assertRefused("--min-heap needs 32 to 4096, not 16", "--min-heap", "16");
    assertRefused("--guaranteed-share needs 0.125 to 1, not 1.5", "--guaranteed-share", "1.5");
    assertRefused("--spikes needs 1 or more, not 0", "--spikes", "0");
    assertRefused("--containers needs 1 or more, not 0", "--containers", "0");
    assertRefused("--repeats needs 1 or more, not 0", "--repeats", "0");
    assertRefused("--input-scale needs 0.01 to 20, not NaN", "--input-scale", "NaN");
    assertRefused("--scale needs more than 0.0, not 0.0", "--scale", "0");
    assertRefused("--arrival needs 0.0 or more, not -1.0", "--arrival", "-1");
    assertRefused("--map-seconds needs more than 0.0, not 0.0", "--map-seconds", "0");
    assertRefused("--reduce-seconds needs more than 0.0, not -2.0", "--reduce-seconds", "-2");
    assertRefused("--map-penalty needs 1.0 or more, not 0.5", "--map-penalty", "0.5");
    assertRefused("--reduce-penalty needs 1.0 or more, not NaN", "--reduce-penalty", "NaN");
  }

  private static void assertRefused(String message, String... args) {
    String thrown = assertThrows(IllegalArgumentException.class, () -> parse(args)).getMessage();
    assertTrue(thrown, thrown.contains(message));
  }

  private static BenchOptions parse(String... args) {
    return BenchOptions.parse(Paths.get("/home"), args);
  }
}
