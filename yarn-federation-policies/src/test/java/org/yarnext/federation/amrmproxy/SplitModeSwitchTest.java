// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.Test;
import org.yarnext.common.conf.reload.ReloadResult.Outcome;
import org.yarnext.federation.FederationConfiguration;

/** Applications of a NodeManager whose mode changes. */
public class SplitModeSwitchTest extends SplitInterceptorTestBase {
  private static final String[] MODES = {"off", "shadow", "on"};

  private Outcome set(String key, String value) throws Exception {
    Configuration changed = new Configuration(conf);
    changed.set("yarn.federation.policies.split." + key, value);
    return FederationConfiguration.of(conf).live().reload(changed).outcome();
  }

  @Test
  public void runningApplicationFallsBackOnceWhenTheModeIsLowered() throws Exception {
    for (String lower : new String[] {"off", "shadow"}) {
      set("mode", "on");
      startAnother();
      call(request("*", 4));
      assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
      assertEquals(Outcome.APPLIED, set("mode", lower));
      registerAgain();
      call(request("*", 4));
      assertTrue(
          "withdrawn, and stated again as stock divides: " + federation.sent,
          federation.sent.get("a").startsWith("*=0 *="));
      call(request("*", 5));
      assertTrue("stock's alone: " + federation.sent, !federation.sent.toString().contains("=0"));
      set("mode", "on");
      call(request("*", 6));
      assertTrue("for good: " + federation.sent, !federation.sent.toString().contains("=0"));
      assertEquals("nothing is to be recovered", 0, remembered.get("yarnext.split").length);
    }
    assertCounted(2, "ApplicationFallbacks");
  }

  @Test
  public void deliveredContainersSurviveTheSwitch() throws Exception {
    start();
    call(request("*", 2));
    federation.granting.put(A, container(1, "a1"));
    set("mode", "off");
    registerAgain();
    AllocateResponse response =
        interceptor.allocate(
            AllocateRequest.newInstance(0, 0, new ArrayList<>(), new ArrayList<>(), null));
    assertEquals(1, response.getAllocatedContainers().size());
    assertTrue(federation.released.isEmpty());
  }

  @Test
  public void raiseConcernsApplicationsThatBeginLater() throws Exception {
    conf.set("yarn.federation.policies.split.mode", "off");
    start();
    call(request("*", 4));
    assertNull("nothing runs", SplitHook.of(conf).guard());
    assertEquals(Outcome.APPLIED, set("mode", "on"));
    call(request("*", 4));
    assertTrue("as stock", ((SplitPolicy) federation.policy).counts().isEmpty());
    startAnother();
    call(request("*", 4));
    assertEquals(4, counts().get("asked").longValue());
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
  }

  @Test
  public void limitsOfCallsApplyAtOnceAndNotInModeOff() throws Exception {
    start();
    call(request("*", 4));
    assertEquals(Outcome.APPLIED, set("containers-per-request", "3"));
    assertThrows(YarnException.class, () -> call(request("*", 4)));
    Configuration off = new Configuration(conf);
    off.set("yarn.federation.policies.split.mode", "off");
    off.set("yarn.federation.policies.split.containers-per-request", "3");
    FederationConfiguration.of(conf).live().reload(off);
    registerAgain();
    call(request("*", 4));
  }

  /**
   * In any order of switches, an application must register again at most once, and requests
   * everything.
   */
  @Test
  public void anyOrderOfSwitchesLeavesEachRequestOnce() throws Exception {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      set("mode", MODES[random.nextInt(3)]);
      startAnother();
      int registrations = 0;
      for (int i = 1; i <= 30; i++) {
        try {
          call(request("*", i));
        } catch (ApplicationMasterNotRegisteredException e) {
          registrations++;
          interceptor.registerApplicationMaster(null);
          call(request("*", i));
        }
        int requested = 0;
        for (String sent : federation.sent.values()) {
          for (String each : sent.split(" ")) {
            requested += Integer.parseInt(each.split("=")[1]);
          }
        }
        assertTrue("seed " + seed + ": " + federation.sent, requested >= i || registrations == 0);
        if (random.nextInt(3) == 0) {
          set("mode", MODES[random.nextInt(3)]);
        }
      }
      assertTrue("seed " + seed, registrations <= 1);
    }
  }
}
