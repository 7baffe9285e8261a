// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;

import java.util.Arrays;
import java.util.Collections;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.application.Requests;

public class ReturnedContainerRegistryTest {
  private final ReturnedContainerRegistry returned =
      new ReturnedContainerRegistry(
          mock(RMContext.class), new Guard("mercury", GuardSettings.defaults(), System::nanoTime));

  /**
   * While nobody takes them, as in mode off, a service's nodes may register any number of times.
   */
  @Test
  public void containerOfANodeThatRegistersAgainIsKeptOnce() {
    Container first = Requests.container(1, 1, ExecutionType.OPPORTUNISTIC);
    Container second = Requests.container(2, 1, ExecutionType.OPPORTUNISTIC);
    for (int registrations = 0; registrations < 3; registrations++) {
      returned.add(Requests.ATTEMPT, Collections.singleton(first));
      returned.add(Requests.ATTEMPT, Collections.singleton(second));
    }
    assertEquals(Arrays.asList(first, second), returned.take(Requests.ATTEMPT));
    assertTrue(returned.take(Requests.ATTEMPT).isEmpty());
  }
}
