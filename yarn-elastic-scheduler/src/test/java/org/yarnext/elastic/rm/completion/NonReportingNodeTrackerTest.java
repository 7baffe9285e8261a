// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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
  public void nodeIsSilentUntilItReports() {
    assertFalse(nodes.has(A));
    assertTrue("new", nodes.recordMissingReport(A));
    assertFalse("known", nodes.recordMissingReport(A));
    assertTrue(nodes.has(A));
    assertFalse(nodes.has(B));
    nodes.forget(B);
    assertTrue(nodes.has(A));
    nodes.forget(A);
    assertFalse(nodes.has(A));
    assertTrue("new again", nodes.recordMissingReport(A));
  }

  @Test
  public void silentNodeIsTriedAgainAfterATime() {
    nodes.recordMissingReport(A);
    now += 60;
    nodes.recordMissingReport(A);
    now += 99;
    assertTrue("since it was last", nodes.has(A));
    now++;
    assertFalse(nodes.has(A));
    assertTrue("new again", nodes.recordMissingReport(A));
  }

  @Test
  public void numberOfSilentNodesIsBounded() {
    nodes.recordMissingReport(A);
    now += 50;
    for (int i = 1; i < NonReportingNodeTracker.MAX; i++) {
      assertTrue(nodes.recordMissingReport(NodeId.newInstance("n" + i, 1)));
    }
    assertFalse(nodes.recordMissingReport(B));
    assertFalse(nodes.has(B));
    now += 50;
    assertTrue("another is over", nodes.recordMissingReport(B));
    assertTrue(nodes.has(B));
    assertFalse(nodes.has(A));
  }
}
