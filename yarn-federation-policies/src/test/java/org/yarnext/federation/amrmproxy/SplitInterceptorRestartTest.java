// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.Test;
import org.yarnext.federation.HydraPolicyManager;

/** Restarts of the NodeManager, failures and applications that are given up. */
public class SplitInterceptorRestartTest extends SplitInterceptorTestBase {
  @Test
  public void requestsAreRestatedButNotDuplicatedAfterARestart() throws Exception {
    start();
    call(request("a1", 1), request("b1", 3), request("*", 4));
    restart();
    call(request("a1", 1), request("b1", 3), request("*", 4));
    assertEquals("{a=*=0 a1=1 *=1, b=*=0 b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    assertEquals(Long.valueOf(4), counts().get("outstanding"));
  }

  @Test
  public void requestNotRepeatedAfterARestartIsWithdrawn() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    restart();
    call(request("b1", 1), request("*", 1));
    assertEquals("{b=*=0 b1=1 *=1}", federation.sent.toString());
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals(Long.valueOf(0), counts().get("outstanding"));
  }

  private Map<String, String> again() throws Exception {
    call();
    return federation.sent;
  }

  @Test
  public void requestForgottenAtARestartIsCancelledEverywhere() throws Exception {
    start();
    call(request("*", 4));
    restart();
    call();
    assertEquals("{a=*=0, b=*=0}", federation.sent.toString());
    Container late = container(1, "b1");
    federation.granting.put(B, late);
    assertTrue(call().getAllocatedContainers().isEmpty());
    call();
    assertEquals(Collections.singletonList(late.getId()), federation.released);
  }

  @Test
  public void subClusterWithoutWeightIsNotifiedAfterARestart() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("*", 4));
    restart();
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    call(request("*", 4));
    assertTrue(federation.sent.toString(), federation.sent.get("b").endsWith("*=0"));
  }

  @Test
  public void applicationWithoutAUsableLedgerContinuesAsStock() throws Exception {
    start();
    federation.forgetful = true;
    call(request("b1", 3), request("*", 3));
    assertEquals("it has been told all the same", "{b=b1=3 *=3}", federation.sent.toString());
    registerAgain();
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=b1=0 *=0 b1=3 *=3}", federation.sent.toString());
    assertEquals("stock", "{}", again().toString());
    remembered.put(SplitInterceptor.LEDGER_KEY, new byte[] {0, 0, 0, 9});
    restart();
    federation.granting.put(A, container(1, "a1"));
    assertEquals(1, call().getAllocatedContainers().size());
    assertEquals("nor after the next one", 0, remembered.get(SplitInterceptor.LEDGER_KEY).length);
  }

  /** Requests withdrawn from b are not sent to a yet, and the application would not repeat them. */
  private void giveUpWhileRequestsMove() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    call(request("*", 4));
    assertEquals("{a=*=2, b=*=2}", federation.sent.toString());
    publish(weighted(new HydraPolicyManager(), 1, 0).serializeConf());
    federation.forgetful = true;
    call();
    assertEquals("{b=*=0}", federation.sent.toString());
  }

  @Test
  public void abandonedApplicationRestatesItsRequestsOnce() throws Exception {
    giveUpWhileRequestsMove();
    assertThrows(ApplicationMasterNotRegisteredException.class, this::call);
    registerAgain();
    federation.failing = true;
    assertThrows(YarnException.class, () -> call(request("*", 4)));
    federation.failing = false;
    call(request("*", 4));
    assertEquals("{a=*=0 *=4, b=*=0}", federation.sent.toString());
    call(request("*", 5));
    assertEquals("once", "{a=*=5}", federation.sent.toString());
  }

  @Test
  public void requestsOfASilentAbandonedApplicationAreWithdrawn() throws Exception {
    giveUpWhileRequestsMove();
    registerAgain();
    call();
    assertEquals("{a=*=0, b=*=0}", federation.sent.toString());
  }

  @Test
  public void reregistrationDoesNotLoseAnUndeliveredResponse() throws Exception {
    giveUpWhileRequestsMove();
    federation.granting.put(A, container(1, "a1"));
    int repeated = 7;
    AllocateResponse response =
        interceptor.allocate(
            AllocateRequest.newInstance(repeated, 0, new ArrayList<>(), new ArrayList<>(), null));
    assertEquals(1, response.getAllocatedContainers().size());
  }

  @Test
  public void failureOfOneApplicationDoesNotAffectOthers() throws Exception {
    start();
    SplitInterceptor first = interceptor;
    Federation firsts = federation;
    for (int i = 0; i < 10; i++) {
      startAnother();
      federation.forgetful = true;
      call(request("*", 4));
      registerAgain();
    }
    interceptor = first;
    federation = firsts;
    call(request("*", 4));
    assertEquals(Long.valueOf(4), counts().get("asked"));
    startAnother();
    call(request("*", 4));
    assertEquals(Long.valueOf(4), counts().get("asked"));
  }

  @Test
  public void slowCallsDoNotAbandonTheLedger() throws Exception {
    conf.set("yarn.federation.policies.guard.deadline", "10ms");
    start();
    federation.slow = true;
    for (int i = 1; i <= 10; i++) {
      call(request("*", i));
    }
    assertEquals(Long.valueOf(10), counts().get("asked"));
    assertTrue(SplitHook.of(conf).guard().counters().slow() >= 10);
  }

  @Test
  public void refusedPoliciesAreNoGuardFailures() throws Exception {
    conf.set("yarn.federation.policies.split.policy-interval", "0");
    start();
    publish(weighted(new HydraPolicyManager(), 0, 0).serializeConf());
    for (int i = 0; i < 10; i++) {
      startAnother();
      call(request("*", 4));
      assertEquals(Long.valueOf(4), counts().get("asked"));
    }
    assertEquals(0, SplitHook.of(conf).guard().counters().failures());
  }

  @Test
  public void undeliveredContainerIsReleasedAfterARestart() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    federation.granting.put(B, container(1, "b1"));
    assertEquals(1, call().getAllocatedContainers().size());
    ContainerId unheard = container(2, "b1").getId();
    owners.put(unheard, B);
    restart();
    call(request("b1", 2), request("*", 2));
    call();
    assertEquals("b may name it yet", Collections.emptyList(), federation.released);
    call();
    call();
    assertEquals(Collections.singletonList(unheard), federation.released);
  }

  @Test
  public void containerReportedAfterARestartIsKept() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    Container late = container(2, "b1");
    owners.put(late.getId(), B);
    restart();
    federation.timedOut.add(B);
    call(request("b1", 3), request("*", 3));
    call();
    call();
    federation.timedOut.clear();
    federation.granting.put(B, late);
    assertEquals(1, call().getAllocatedContainers().size());
    call();
    call();
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void repeatedCallDoesNotReleaseUndeliveredContainers() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    federation.granting.put(B, container(1, "b1"));
    call();
    Container late = container(2, "b1");
    owners.put(late.getId(), B);
    restart();
    federation.repeated = call(request("b1", 2), request("*", 2));
    call();
    call();
    federation.repeated = null;
    federation.granting.put(B, late);
    assertEquals(1, call().getAllocatedContainers().size());
    call();
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void containerDeliveredBeforeARestartIsNotCountedAgain() throws Exception {
    start();
    call(request("b1", 2), request("*", 2));
    List<Container> running = Arrays.asList(container(1, "b1"), container(2, "b1"));
    for (Container each : running) {
      federation.granting.put(B, each);
      call();
    }
    call(request("b1", 1), request("*", 1));
    restart();
    federation.running.addAll(running);
    assertEquals(running, call(request("b1", 1), request("*", 1)).getAllocatedContainers());
    call();
    call();
    assertEquals(Collections.emptyList(), federation.released);
    assertEquals("as before", Long.valueOf(1), counts().get("outstanding"));
    federation.ended.add(end(running.get(1)));
    assertEquals(federation.ended, call().getCompletedContainersStatuses());
  }

  @Test
  public void unregisteredApplicationBeginsAfterTheRestart() throws Exception {
    begin();
    interceptor.recover(Collections.emptyMap());
    interceptor.registerApplicationMaster(null);
    call(request("b1", 3), request("*", 3));
    assertEquals("{b=b1=3 *=3}", federation.sent.toString());
    call();
    assertEquals("{}", federation.sent.toString());
    assertEquals(Long.valueOf(3), counts().get("outstanding"));
    federation.granting.put(A, container(1, "a1"));
    call();
    federation.granting.put(A, container(2, "a1"));
    call(request("b1", 0), request("*", 0));
    federation.granting.put(A, container(3, "a1"));
    assertEquals("not stock", 0, call().getAllocatedContainers().size());
  }

  @Test
  public void containerOfAnUnknownSubClusterReleasesNothing() throws Exception {
    start();
    call(request("b1", 3), request("*", 3));
    federation.granting.put(B, container(1, "b1"));
    call();
    Container nobodys = container(2, "b1");
    federation.granting.put(B, nobodys);
    federation.anonymous = true;
    assertEquals(1, call().getAllocatedContainers().size());
    owners.put(nobodys.getId(), B);
    restart();
    call(request("b1", 1), request("*", 1));
    assertEquals(Collections.emptyList(), federation.released);
  }

  @Test
  public void recordsThatCouldNotBeRemovedAreRemovedLater() throws Exception {
    start();
    federation.forgetful = true;
    call(request("b1", 3), request("*", 3));
    assertTrue(remembered.get(SplitInterceptor.DELIVERIES_KEY).length > 0);
    federation.forgetful = false;
    registerAgain();
    call();
    assertEquals(0, remembered.get(SplitInterceptor.DELIVERIES_KEY).length);
    assertEquals(0, remembered.get(SplitInterceptor.LEDGER_KEY).length);
  }

  @Test
  public void recordsAreRemovedWhenTheModeIsOff() throws Exception {
    start();
    call(request("*", 4));
    assertTrue(remembered.containsKey(SplitInterceptor.LEDGER_KEY));
    Configuration off = new Configuration(conf);
    off.set("yarn.federation.policies.split.mode", "off");
    restartWith(off);
    assertTrue(remembered.toString(), remembered.isEmpty());
  }

  @Test
  public void applicationWithoutARecordContinuesAsStock() throws Exception {
    start();
    interceptor.recover(registered());
    registerAgain();
    call(request("b1", 3), request("*", 3));
    call();
    assertEquals("{}", federation.sent.toString());
    federation.granting.put(A, container(1, "a1"));
    assertEquals(1, call().getAllocatedContainers().size());
  }
}
