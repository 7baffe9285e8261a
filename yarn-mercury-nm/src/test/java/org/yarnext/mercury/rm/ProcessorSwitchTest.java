// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.util.Collections;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.conf.reload.ReloadResult;
import org.yarnext.mercury.ConfigurationRegistry;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.application.AttemptRegistry;

/** Modes of division and placement that change while an application runs. */
public class ProcessorSwitchTest extends MercuryAmsProcessorTestBase {
  private AttemptRegistry masters() {
    return AttemptRegistry.of(rm.getRMContext(), conf, "ResourceManager");
  }

  private void switchTo(String key, String value) {
    conf.set("yarn.mercury." + key, value);
    masters().refresh(conf);
  }

  private void assertFailureFree() {
    assertEquals(0, masters().guard().counters().failures());
  }

  /** Too large for any node, so that they wait. */
  private static ResourceRequest large(int priority, int count) {
    return sized(opportunistic(any(priority, count)), 1 << 20, 1);
  }

  @Test
  public void waitingRequestsMoveBetweenPlacementAndStock() throws Exception {
    start("only-G");
    heartbeats();
    assertTrue(call(large(2, 3)).isEmpty());
    assertEquals("here", map(), stock.outstanding);
    for (String lower : new String[] {"shadow", "off", "shadow"}) {
      switchTo("placement.mode", lower);
      call();
      assertEquals(lower, map("q2", 3), stock.outstanding);
      call();
      assertEquals(lower, map("q2", 3), stock.outstanding);
      switchTo("placement.mode", "on");
      call();
      assertEquals("here again", map(), stock.outstanding);
    }
    assertFailureFree();
  }

  @Test
  public void placedContainersSurviveASwitch() throws Exception {
    start("only-G");
    heartbeats();
    assertEquals(3, call(opportunistic(any(2, 3))).size());
    switchTo("placement.mode", "off");
    switchTo("hybrid.mode", "off");
    assertTrue(call().isEmpty());
    assertEquals(3, live().size());
    assertEquals(map(), stock.outstanding);
    switchTo("placement.mode", "on");
    assertTrue("not placed again", call().isEmpty());
    assertEquals(3, live().size());
    assertFailureFree();
  }

  @Test
  public void dividedRequestsBecomeAsStated() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("50%-Q");
    call(any(1, 4), opportunistic(any(2, 3)));
    assertEquals(map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    for (String lower : new String[] {"off", "shadow", "off"}) {
      switchTo("hybrid.mode", lower);
      call();
      assertEquals("cancelled first", map("g1", 2, "q2", 3), stock.outstanding);
      call();
      assertEquals(lower, map("g1", 4, "q2", 3), stock.outstanding);
      ResourceRequest ask = any(1, 4);
      call(ask);
      assertEquals("unchanged", Collections.singletonList(ask), stock.last);
      switchTo("hybrid.mode", "on");
      call();
      call();
      assertEquals(map("g1", 2, "q1", 2, "q2", 3), stock.outstanding);
    }
    assertFailureFree();
  }

  @Test
  public void requestsHeldByAQuotaAreReleased() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    conf.set("yarn.mercury.quota.default", "max=1");
    start("only-G");
    call(opportunistic(any(2, 3)));
    assertEquals(map("q2", 1), stock.outstanding);
    switchTo("hybrid.mode", "off");
    call();
    assertEquals(map("q2", 3), stock.outstanding);
    switchTo("hybrid.mode", "on");
    call();
    assertEquals(map("q2", 1), stock.outstanding);
    assertFailureFree();
  }

  @Test
  public void failedCallDoesNotEndALoweredDivision() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    start("only-Q");
    call(any(1, 4));
    switchTo("hybrid.mode", "off");
    stock.failure = new IllegalStateException("broken");
    try {
      call();
    } catch (IllegalStateException e) {
      stock.failure = null;
    }
    assertNull(stock.failure);
    call();
    call();
    assertEquals(map("g1", 4), stock.outstanding);
  }

  @Test
  public void applicationThatRegisteredInModeOffIsDividedLater() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    conf.set("yarn.mercury.hybrid.mode", "off");
    start("only-Q");
    ResourceRequest ask = any(1, 4);
    call(ask);
    assertEquals(Collections.singletonList(ask), stock.last);
    assertNull(masters().find(attempt));
    switchTo("hybrid.mode", "on");
    call(any(3, 2));
    assertEquals(map("g1", 4, "q3", 2), stock.outstanding);
    assertNotNull(masters().find(attempt));
    assertFailureFree();
  }

  @Test
  public void placementStartsLive() throws Exception {
    conf.set("yarn.mercury.placement.mode", "off");
    conf.set("yarn.mercury.hybrid.mode", "off");
    start("only-G");
    heartbeats();
    call();
    switchTo("placement.mode", "on");
    assertEquals(3, call(opportunistic(any(2, 3))).size());
    assertFailureFree();
  }

  @Test
  public void settingsOutliveAFailover() throws Exception {
    start("only-G");
    switchTo("hybrid.mode", "shadow");
    RMContext context = rm.getRMContext();
    conf.set("yarn.mercury.hybrid.mode", "on");
    AttemptRegistry.forget(context);
    processor.init(context, stock);
    assertEquals(FeatureMode.SHADOW, masters().mode());
  }

  @Test
  public void modeWithoutItsHookCannotBeRaised() throws Exception {
    start("only-G");
    MercuryConfiguration shared =
        ConfigurationRegistry.ofResourceManager(
            rm.getRMContext().getResourceManager(), conf, ConfigurationRegistry.Part.MASTERS);
    conf.set("yarn.mercury.promotion.mode", "shadow");
    ReloadResult reload = shared.live().reload(conf);
    assertEquals(ReloadResult.Outcome.REFUSED, reload.outcome());
    assertTrue(reload.toString(), reload.toString().contains("PromotionProcessor"));
    shared.installed(MercuryConfiguration.PROMOTION_MODE);
    assertEquals(ReloadResult.Outcome.APPLIED, shared.live().reload(conf).outcome());
  }
}
