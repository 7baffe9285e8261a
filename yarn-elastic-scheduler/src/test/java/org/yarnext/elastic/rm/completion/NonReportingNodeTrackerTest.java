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
package org.yarnext.elastic.rm.completion;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.NodeId;
import org.junit.Test;

public class NonReportingNodeTrackerTest {
  private static final NodeId A = NodeId.newInstance("a", 1);
  private static final NodeId B = NodeId.newInstance("b", 1);

  private long now = -7;
  private final NonReportingNodeTracker nodes = new NonReportingNodeTracker(100, () -> now);

  @Test
  public void aNodeIsSilentUntilItSpeaks() {
    assertFalse(nodes.has(A));
    assertTrue("new", nodes.keepsSilent(A));
    assertFalse("known", nodes.keepsSilent(A));
    assertTrue(nodes.has(A));
    assertFalse(nodes.has(B));
    nodes.speaks(B);
    assertTrue(nodes.has(A));
    nodes.speaks(A);
    assertFalse(nodes.has(A));
    assertTrue("new again", nodes.keepsSilent(A));
  }

  @Test
  public void itIsTriedAgainAfterATime() {
    nodes.keepsSilent(A);
    now += 60;
    nodes.keepsSilent(A);
    now += 99;
    assertTrue("since it was last", nodes.has(A));
    now++;
    assertFalse(nodes.has(A));
    assertTrue("new again", nodes.keepsSilent(A));
  }

  @Test
  public void whatIsRememberedIsBounded() {
    nodes.keepsSilent(A);
    now += 50;
    for (int i = 1; i < NonReportingNodeTracker.MOST; i++) {
      assertTrue(nodes.keepsSilent(NodeId.newInstance("n" + i, 1)));
    }
    assertFalse(nodes.keepsSilent(B));
    assertFalse(nodes.has(B));
    now += 50;
    assertTrue("another is over", nodes.keepsSilent(B));
    assertTrue(nodes.has(B));
    assertFalse(nodes.has(A));
  }
}
