// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

/** Where a queue's share is due if not all of its users are reported. */
public class UserDemandTableTest {
  private final UserDemandTable users = new UserDemandTable(2);

  private double dueInFirst(double share) {
    double[] due = new double[2];
    users.divide(share, new double[2], due, 0);
    assertEquals(share, due[0] + due[1], 1e-9);
    return due[0];
  }

  /** A thousand users wait in the first sub-cluster, of which a hundred are reported. */
  @Test
  public void unreportedUsersAreAsManyAsTheirDemandShows() {
    for (int i = 0; i < 100; i++) {
      users.add("few" + i, 0, 0, 2);
    }
    for (int i = 0; i < 50; i++) {
      users.add("much" + i, 1, 0, 20);
    }
    users.addRest(0, 0, 2_000);
    users.addRest(1, 0, 1_000);
    assertEquals(1_000 * 1_000 / 1_050.0, dueInFirst(1_000), 1);
  }

  @Test
  public void usersOfASubClusterThatReportsNoneCountAsOne() {
    users.add("one", 0, 0, 100);
    users.addRest(0, 0, 100);
    users.addRest(1, 0, 5_000);
    assertEquals(50, dueInFirst(100), 1e-9);
  }
}
