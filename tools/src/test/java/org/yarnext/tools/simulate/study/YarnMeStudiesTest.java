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
package org.yarnext.tools.simulate.study;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.Test;
import org.yarnext.tools.simulate.Systems;

public class YarnMeStudiesTest {
  private static final List<String> SYSTEMS =
      Arrays.asList("fair", "elastic-fair", "capacity", "elastic-capacity");

  private static Ratios ratios(List<RunRow> rows) {
    Map<String, String> own = new HashMap<>();
    own.put("capacity", "capacity");
    own.put("elastic-capacity", "capacity");
    return new Ratios(rows, new Baselines("fair", own));
  }

  private static List<RunRow> run(List<Cell> cells, int seeds) throws Exception {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return new StudyRunner(2, new StudyProgress(nowhere, false, System::nanoTime))
        .run(cells, Systems.find(SYSTEMS), 1, seeds);
  }

  @Test
  public void atLightLoadTheAverageJobIsNoSlowerThanOnStockOfTheSameScheduler() throws Exception {
    List<Cell> cells =
        YarnMeStudies.LIGHT.cells(20).stream()
            .filter(cell -> cell.toString().matches("uniform .* to 10 GB, 10 tasks, 300 s"))
            .collect(Collectors.toList());
    assertEquals(2, cells.size());
    List<RunRow> rows = run(cells, 1);
    assertTrue("nothing is under-sized", rows.stream().anyMatch(YarnMeStudiesTest::undersizes));
    Ratios ratios = ratios(rows);
    for (Cell cell : cells) {
      for (String ours : Arrays.asList("elastic-fair", "elastic-capacity")) {
        String which = cell + ", " + ours + ": worst job " + ratios.worstJob(cell, ours);
        assertTrue(which, ratios.worst(cell, ours) <= 1.005);
        // Single jobs pay for what others gain.
        assertTrue(which, ratios.worstJob(cell, ours) <= 1.5);
      }
    }
  }

  private static boolean undersizes(RunRow row) {
    return row.classes().values().stream().anyMatch(tasks -> tasks.undersized() > 0);
  }
}
