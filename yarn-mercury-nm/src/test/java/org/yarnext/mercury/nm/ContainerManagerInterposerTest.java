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
  public void theStatusIsOurs() {
    when(stock.getOpportunisticContainersStatus())
        .thenReturn(OpportunisticContainersStatus.newInstance());
    assertSame(ours, around.getOpportunisticContainersStatus());
  }

  @Test
  public void stockTakesALimitBeforeWeDo() {
    ContainerQueuingLimit limit = ContainerQueuingLimit.newInstance();
    around.updateQueuingLimit(limit);
    InOrder order = inOrder(stock, limits);
    order.verify(stock).updateQueuingLimit(limit);
    order.verify(limits).accept(limit);
  }

  @Test
  public void otherCallsAndWhatTheyThrowGoStraightThrough() throws Exception {
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
