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
package org.yarnext.minicluster.mercury;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.util.Map;
import org.junit.Test;

/**
 * The same jobs as in {@link HybridTest}, where the NodeManagers of their masters divide their asks
 * and place the opportunistic part.
 */
public class HybridDistributedTest {
  @Test
  public void mapReduceAndTez() throws IOException {
    try (HybridCluster cluster =
        HybridCluster.start(HybridCluster.distributed("hybrid-distributed", "50%-Q"), 4)) {
      Map<String, Long> before = HybridCluster.used();
      cluster.mapReduce("");
      // Half of four maps.
      HybridCluster.assertUsed(before, 2);

      before = HybridCluster.used();
      cluster.tez("");
      HybridCluster.assertUsed(before, 1);

      before = HybridCluster.used();
      cluster.mapReduce(HybridCluster.policyTag("only-G"));
      assertEquals("the tag goes before", before, HybridCluster.used());

      cluster.assertMastersGuaranteed(3);
      cluster.awaitQuiet();
    }
  }
}
