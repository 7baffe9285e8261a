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
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.util.Records;
import org.junit.After;
import org.junit.Test;
import org.yarnext.common.metrics.FeatureMetrics;
import org.yarnext.mercury.master.Masters;
import org.yarnext.mercury.master.Requests;

/** The processor in the stock ResourceManager; what it promotes is tested in a live cluster. */
public class PromotionProcessorTest {
  private static final long PATIENCE_MS = 20_000;

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private final ApplicationMasterServiceProcessor next =
      mock(ApplicationMasterServiceProcessor.class);
  private final PromotionProcessor processor = new PromotionProcessor();
  private final AllocateRequest request =
      AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null);
  private final AllocateResponse response = Records.newRecord(AllocateResponse.class);
  private EmbeddedResourceManager rm;
  private ApplicationAttemptId attempt;

  @After
  public void stop() {
    if (rm != null) {
      rm.stop();
    }
  }

  private void start(String mode) throws Exception {
    conf.set("yarn.mercury.promotion.mode", mode);
    conf.set("yarn.mercury.hybrid.mode", "on");
    rm = EmbeddedResourceManager.start(conf);
    attempt = rm.submit(Collections.emptySet());
    processor.init(rm.getRMContext(), next);
  }

  private void callOfANewAttempt() throws Exception {
    processor.registerApplicationMaster(
        attempt, null, Records.newRecord(RegisterApplicationMasterResponse.class));
    processor.allocate(attempt, request, response);
  }

  private static FeatureMetrics source(String name) {
    return (FeatureMetrics) DefaultMetricsSystem.instance().getSource(name);
  }

  @Test
  public void afterAStopNothingOfItIsLeftNorComesBack() throws Exception {
    start("shadow");
    callOfANewAttempt();
    assertNotNull(source("MercuryPromotion"));
    assertNotNull("shared with the hook that divides asks", source("MercuryHybrid"));
    assertEquals(0L, source("MercuryPromotion").snapshot().get("GuardFailures").longValue());
    rm.stop();
    assertNull(source("MercuryHybrid"));
    callOfANewAttempt();
    assertNull(source("MercuryHybrid"));
    assertNull(source("MercuryPromotion"));
  }

  @Test
  public void whatIsKnownOfAnAttemptThatWasKilledIsForgotten() throws Exception {
    start("shadow");
    callOfANewAttempt();
    rm.kill(attempt);
    final ApplicationAttemptId killed = attempt;
    attempt = rm.submit(Collections.emptySet());
    callOfANewAttempt();
    long calls = guardCalls();
    processor.allocate(killed, request, response);
    assertEquals("nobody looks at it", calls, guardCalls());
    processor.allocate(attempt, request, response);
    assertTrue(guardCalls() > calls);
  }

  private static long guardCalls() {
    return source("MercuryPromotion").snapshot().get("GuardCalls").longValue();
  }

  @Test
  public void theHeartbeatsOfNodesAreHeard() throws Exception {
    start("shadow");
    assertEquals(0, guardCalls());
    NodeId node = rm.register("host");
    rm.heartbeat(node, 0);
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (guardCalls() == 0) {
      assertTrue("waited in vain", Time.monotonicNow() < end);
      Thread.sleep(20);
    }
  }

  @Test
  public void aSchedulerOfAnotherKindIsLeftAlone() throws Exception {
    conf.set("yarn.mercury.promotion.mode", "shadow");
    RMContext context = mock(RMContext.class);
    when(context.getYarnConfiguration()).thenReturn(conf);
    when(context.getScheduler()).thenReturn(mock(ResourceScheduler.class));
    processor.init(context, next);
    attempt = Requests.ATTEMPT;
    callOfANewAttempt();
    verify(next).allocate(attempt, request, response);
    assertNull(source("MercuryPromotion"));
    Masters.forget(context);
  }

  @Test
  public void offItOnlyPassesOn() throws Exception {
    start("off");
    processor.allocate(attempt, request, response);
    verify(next).allocate(attempt, request, response);
    verifyNoMoreInteractions(next);
    assertNull(source("MercuryPromotion"));
  }
}
