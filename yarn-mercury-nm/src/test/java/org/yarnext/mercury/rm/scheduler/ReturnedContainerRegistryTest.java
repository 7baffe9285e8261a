// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm.scheduler;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNodeStartedEvent;
import org.junit.Test;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.application.Requests;

public class ReturnedContainerRegistryTest {
  private static final Container FIRST = Requests.container(1, 1, ExecutionType.OPPORTUNISTIC);
  private static final Container SECOND = Requests.container(2, 1, ExecutionType.OPPORTUNISTIC);

  private final RMContext context = mock(RMContext.class);
  private final Set<ApplicationAttemptId> followed =
      new HashSet<>(Collections.singleton(Requests.ATTEMPT));
  private final ReturnedContainerRegistry returned =
      new ReturnedContainerRegistry(
          context,
          new Guard("mercury", GuardSettings.defaults(), System::nanoTime),
          followed::contains);

  /** A service's nodes may register any number of times between two calls. */
  @Test
  public void containerOfANodeThatRegistersAgainIsKeptOnce() {
    for (int registrations = 0; registrations < 3; registrations++) {
      returned.add(Requests.ATTEMPT, Collections.singleton(FIRST));
      returned.add(Requests.ATTEMPT, Collections.singleton(SECOND));
    }
    assertEquals(Arrays.asList(FIRST, SECOND), returned.take(Requests.ATTEMPT));
    assertTrue(returned.take(Requests.ATTEMPT).isEmpty());
  }

  private void restartResourceManager() {
    RMAppAttempt attempt = mock(RMAppAttempt.class);
    when(attempt.getAppAttemptId()).thenReturn(Requests.ATTEMPT);
    RMApp app = mock(RMApp.class);
    when(app.getCurrentAppAttempt()).thenReturn(attempt);
    ConcurrentMap<ApplicationId, RMApp> apps = new ConcurrentHashMap<>();
    apps.put(Requests.ATTEMPT.getApplicationId(), app);
    when(context.getRMApps()).thenReturn(apps);
    RMNodeStartedEvent registration = mock(RMNodeStartedEvent.class);
    when(registration.getNodeId()).thenReturn(FIRST.getNodeId());
    when(registration.getNMContainerStatuses())
        .thenReturn(
            Collections.singletonList(
                NMContainerStatus.newInstance(
                    FIRST.getId(),
                    0,
                    ContainerState.RUNNING,
                    FIRST.getResource(),
                    "",
                    0,
                    FIRST.getPriority(),
                    0,
                    "",
                    ExecutionType.OPPORTUNISTIC,
                    1)));
    returned.handle(registration);
  }

  @Test
  public void runningContainersOfANodeThatRegistersAreKept() {
    restartResourceManager();
    assertEquals(FIRST.getId(), returned.take(Requests.ATTEMPT).get(0).getId());
  }

  /** In mode off only calls of applications that registered in another mode take containers. */
  @Test
  public void nothingIsKeptThatNobodyTakes() {
    followed.clear();
    followed.add(ApplicationAttemptId.newInstance(Requests.ATTEMPT.getApplicationId(), 7));
    restartResourceManager();
    assertTrue(returned.take(Requests.ATTEMPT).isEmpty());
  }
}
