// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.opportunistic;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** How long a container runs, with all its tasks. */
public class ContainerRunTimeEstimatorTest {
  @Test
  public void containerForOneTaskStartsAndRunsTheTask() {
    assertEquals(5_000, ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 40, 4, 0, false));
  }

  @Test
  public void reusedContainerRunsItsShareOfTheWaitingTasks() {
    assertEquals(
        2_000 + 5_000 + 10 * 3_000,
        ContainerRunTimeEstimator.expectedMs(2_000, 5_000, 3_000, 40, 4, 0, true));
    assertEquals(
        "nothing waits",
        5_000,
        ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 0, 4, 0, true));
  }

  @Test
  public void tasksWithTheirOwnContainersAreNotShared() {
    assertEquals(5_000, ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 40, 4, 40, true));
    assertEquals(5_000, ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 40, 4, 99, true));
    assertEquals(
        "32 for twelve",
        13_000,
        ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 40, 4, 8, true));
  }

  @Test
  public void invalidCountsAreRaisedToTheMinimum() {
    assertEquals(5_000, ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, -7, 4, -1, true));
    assertEquals(8_000, ContainerRunTimeEstimator.expectedMs(2_000, 3_000, 3_000, 1, 0, 0, true));
    assertEquals(1, ContainerRunTimeEstimator.expectedMs(0, 0, 0, 0, 1, 0, true));
  }
}
