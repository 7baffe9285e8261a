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
package org.yarnext.minicluster.bench;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.file.Paths;
import java.util.Arrays;
import org.junit.Test;

public class BenchOptionsTest {

  @Test
  public void defaultsCompareEverything() {
    BenchOptions options = parse();
    assertEquals(Experiment.THROUGHPUT, options.experiment);
    assertEquals(Experiment.THROUGHPUT.systems, options.systems);
    assertEquals(0, options.stragglers);
    assertEquals(5, options.runs);
    assertEquals(3000, options.heartbeatMs);
    assertEquals(200, options.load().tasks);
    assertEquals(Paths.get("/home/target/bench"), options.out);
  }

  @Test
  public void anExperimentBringsItsSystems() {
    BenchOptions options = parse("--experiment", "stragglers", "--nodes", "20");
    assertEquals(Experiment.STRAGGLERS.systems, options.systems);
    assertEquals(5, options.stragglers);
    assertEquals(
        GuaranteedDemand.BURSTS, parse("--experiment", "policing", "--demand", "bursts").demand);
  }

  @Test
  public void everySystemHasALabelOfItsOwn() {
    for (BenchSystem system : BenchSystem.values()) {
      assertEquals(system, BenchSystem.labelled(system.label));
    }
  }

  @Test
  public void usageNamesEveryOption() {
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
    assertRefused("--experiment", "--experiment", "luck");
  }

  private static void assertRefused(String message, String... args) {
    String thrown = assertThrows(IllegalArgumentException.class, () -> parse(args)).getMessage();
    assertTrue(thrown, thrown.contains(message));
  }

  private static BenchOptions parse(String... args) {
    return BenchOptions.parse(Paths.get("/home"), args);
  }
}
