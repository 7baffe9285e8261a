// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.hadoop.yarn.server.nodemanager.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.junit.Test;

public class FederatedContainersTest {
  private static final ContainerId CONTAINER =
      ContainerId.newContainerId(
          ApplicationAttemptId.newInstance(ApplicationId.newInstance(1, 1), 1), 7);

  private final SubClusterId owner = SubClusterId.newInstance("sc1");

  private static RequestInterceptor before(RequestInterceptor next) {
    RequestInterceptor one = mock(RequestInterceptor.class);
    when(one.getNextInterceptor()).thenReturn(next);
    return one;
  }

  @Test
  public void stockInterceptorIsFoundBehindOthers() {
    FederationInterceptor stock = new FederationInterceptor();
    stock.getContainerIdToSubClusterIdMap().put(CONTAINER, owner);
    assertEquals(
        Collections.singletonMap(CONTAINER, owner),
        FederatedContainers.behind(before(before(stock))));
  }

  @Test
  public void noContainersAreKnownWithoutTheStockInterceptor() {
    assertEquals(Collections.emptyMap(), FederatedContainers.behind(before(null)));
    assertEquals(Collections.emptyMap(), FederatedContainers.behind(null));
  }
}
