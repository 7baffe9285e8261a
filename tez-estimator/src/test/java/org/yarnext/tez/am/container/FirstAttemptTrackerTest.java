// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.am.container;

import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.tez.dag.records.TezTaskAttemptID;
import org.junit.Test;

public class FirstAttemptTrackerTest {
  private final FirstAttemptTracker turns = new FirstAttemptTracker();

  private static ContainerId container(int number) {
    return ContainerId.fromString("container_1_0001_01_00000" + number);
  }

  private static TezTaskAttemptID attempt(int task) {
    return TezTaskAttemptID.fromString("attempt_1_0001_1_00_00000" + task + "_0");
  }

  @Test
  public void firstAttemptStaysFirstAfterRepeatedEvents() {
    assertTrue(turns.isFirst(container(1), attempt(1)));
    assertTrue(turns.isFirst(container(1), attempt(1)));
    assertFalse(turns.usedAgain());
    assertFalse(turns.isFirst(container(1), attempt(2)));
    assertTrue(turns.usedAgain());
    assertTrue(turns.isFirst(container(2), attempt(2)));
    assertTrue(turns.isFirst(container(1), attempt(1)));
  }

  @Test
  public void unknownContainerHasNoFirstAttempt() {
    assertFalse(turns.isFirst(null, attempt(1)));
    assertFalse(turns.usedAgain());
  }
}
