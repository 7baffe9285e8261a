// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertSame;
import static org.junit.Assert.assertThrows;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.function.Consumer;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.records.ContainerQueuingLimit;
import org.apache.hadoop.yarn.server.api.records.OpportunisticContainersStatus;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerScheduler;
import org.junit.Test;
import org.mockito.InOrder;

public class ContainerManagerInterposerTest {
  private final ContainerManager stock = mock(ContainerManager.class);

  @SuppressWarnings("unchecked")
  private final Consumer<ContainerQueuingLimit> limits = mock(Consumer.class);

  private final OpportunisticContainersStatus ours = OpportunisticContainersStatus.newInstance();
  private final ContainerManager around =
      ContainerManagerInterposer.around(stock, status -> ours, limits);

  @Test
  public void statusComesFromMercury() {
    when(stock.getOpportunisticContainersStatus())
        .thenReturn(OpportunisticContainersStatus.newInstance());
    assertSame(ours, around.getOpportunisticContainersStatus());
  }

  @Test
  public void stockReceivesALimitBeforeMercury() {
    ContainerQueuingLimit limit = ContainerQueuingLimit.newInstance();
    around.updateQueuingLimit(limit);
    InOrder order = inOrder(stock, limits);
    order.verify(stock).updateQueuingLimit(limit);
    order.verify(limits).accept(limit);
  }

  @Test
  public void otherCallsAndExceptionsPassUnchanged() throws Exception {
    ContainerScheduler scheduler = mock(ContainerScheduler.class);
    when(stock.getContainerScheduler()).thenReturn(scheduler);
    assertSame(scheduler, around.getContainerScheduler());
    around.stateChanged(scheduler);
    verify(stock).stateChanged(scheduler);
    YarnException own = new YarnException("stock's own");
    doThrow(own).when(stock).startContainers(any());
    assertSame(own, assertThrows(YarnException.class, () -> around.startContainers(null)));
    assertEquals(stock.toString(), around.toString());
  }
}
