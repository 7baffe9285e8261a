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

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.Test;

/** How run time grows with input, and when nothing is said of it. */
public class SizeTrendTest {
  private static final long MB = 1 << 20;

  /** One second, and 10 ms a MB. */
  private static List<Run> line(int count) {
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      runs.add(new Run(1_000 + 10 * i * 100, i * 100 * MB, 1));
    }
    return runs;
  }

  @Test
  public void aLineIsFound() {
    assertEquals(10.0 / MB, SizeTrend.msPerByte(line(8)), 1e-12);
  }

  @Test
  public void stragglersDoNotMoveIt() {
    List<Run> runs = line(12);
    runs.set(2, new Run(60_000, 300 * MB, 1));
    runs.set(7, new Run(90_000, 800 * MB, 1));
    assertEquals(10.0 / MB, SizeTrend.msPerByte(runs), 0.5 / MB);
  }

  @Test
  public void fewRunsShowNone() {
    assertEquals(0, SizeTrend.msPerByte(line(SizeTrend.FEWEST - 1)), 0);
    assertEquals(10.0 / MB, SizeTrend.msPerByte(line(SizeTrend.FEWEST)), 1e-12);
  }

  @Test
  public void runsWithoutAKnownInputDoNotCount() {
    List<Run> runs = line(SizeTrend.FEWEST - 1);
    runs.add(new Run(5_000, Run.UNKNOWN, 1));
    assertEquals(0, SizeTrend.msPerByte(runs), 0);
  }

  @Test
  public void inputsThatAreAlikeShowNone() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      runs.add(new Run(1_000 + 300 * i, 100 * MB + i * MB / 2, 1));
    }
    assertEquals(0, SizeTrend.msPerByte(runs), 0);
  }

  @Test
  public void chanceIsNoTrend() {
    Random random = new Random(7);
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      runs.add(new Run(1_000 + random.nextInt(10_000), (1 + random.nextInt(100)) * MB, 1));
    }
    assertEquals(0, SizeTrend.msPerByte(runs), 0);
  }

  @Test
  public void aTrendThatExplainsLittleIsNone() {
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      runs.add(new Run(10_000 + 50 * i + i % 2 * 8_000, i * 100 * MB, 1));
    }
    assertEquals(0, SizeTrend.msPerByte(runs), 0);
  }

  @Test
  public void aFallingLineIsNoTrend() {
    List<Run> runs = new ArrayList<>();
    for (int i = 1; i <= 10; i++) {
      runs.add(new Run(20_000 - 1_000 * i, i * 100 * MB, 1));
    }
    assertEquals(0, SizeTrend.msPerByte(runs), 0);
  }

  @Test
  public void aRunIsMovedAlongTheLineAndNeverBelowATenth() {
    Run run = new Run(2_000, 100 * MB, 1);
    assertEquals(3_000, SizeTrend.moved(run, 10.0 / MB, 200 * MB), 1e-6);
    assertEquals(200, SizeTrend.moved(run, 100.0 / MB, 0), 1e-6);
    assertEquals(2_000, SizeTrend.moved(run, 10.0 / MB, Run.UNKNOWN), 0);
    assertEquals(2_000, SizeTrend.moved(new Run(2_000, Run.UNKNOWN, 1), 10.0 / MB, 200 * MB), 0);
  }
}
