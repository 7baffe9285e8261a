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
package org.yarnext.minicluster.demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.Arrays;
import java.util.Collections;
import org.junit.Test;

public class ComparisonTest {

  @Test
  public void showsEachQuantityOfBothClustersAndTheirRatio() {
    Comparison comparison =
        new Comparison(
            Arrays.asList(Samples.measurements("stock", 2), Samples.measurements("mercury", 2)));
    Comparison.Row throughput = comparison.rows.get(0);
    assertEquals("0.20", throughput.value(0));
    assertEquals("1.00", throughput.ratio());
    assertTrue(
        comparison.text(),
        comparison.text().matches("(?s).* stock +mercury +ratio\n.* 0.20 +0.20 +1.00\n.*"));
  }

  @Test
  public void oneClusterHasNoRatio() {
    Comparison comparison =
        new Comparison(Collections.singletonList(Samples.measurements("stock", 2)));
    assertEquals("", comparison.rows.get(0).ratio());
    assertTrue(comparison.text(), comparison.text().startsWith(String.format("%54s%n", "stock")));
  }

  @Test
  public void nothingMeasuredIsNotZero() {
    assertTrue(Double.isNaN(Comparison.percentile(new double[0], 50)));
  }
}
