// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.rm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.yarnext.mercury.application.Requests.any;
import static org.yarnext.mercury.application.Requests.ask;
import static org.yarnext.mercury.application.Requests.opportunistic;

import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Time;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.common.guard.GuardCounters;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.rm.scheduler.ActiveScheduler;

/**
 * Applications whose policy is only-G, at a real ResourceManager with all its processors. Nothing
 * is kept of them until they request opportunistic containers, and nothing of their guaranteed
 * requests until the policy changes. Nothing is lost or requested twice when it does.
 */
public class UntrackedApplicationTest {
  private static final int CALLS = 6;
  private static final long PATIENCE_MS = 120_000;

  private final Configuration conf = EmbeddedResourceManager.configuration();
  private final Map<ContainerId, ExecutionType> got = new LinkedHashMap<>();
  private EmbeddedResourceManager rm;
  private ApplicationAttemptId attempt;
  private NodeId node;
  private int responseId;

  @Before
  public void start() throws Exception {
    start("on");
  }

  private void start(String mode) throws Exception {
    conf.set(
        YarnConfiguration.RM_APPLICATION_MASTER_SERVICE_PROCESSORS,
        MercuryAmsProcessor.class.getName());
    conf.set("yarn.mercury.hybrid.mode", mode);
    conf.set("yarn.mercury.hybrid.policy", "only-G");
    conf.setInt(YarnConfiguration.NM_CONTAINER_QUEUING_SORTING_NODES_INTERVAL_MS, 10);
    rm = EmbeddedResourceManager.start(conf);
    node = rm.register("10.0.0.1", Resource.newInstance(2048, 2));
    attempt = rm.submit(Collections.emptySet());
    register();
  }

  @After
  public void stop() {
    AttemptRegistry.forget(rm.getRMContext());
    rm.stop();
    DefaultMetricsSystem.shutdown();
  }

  private void register() throws Exception {
    as(
        service ->
            service.registerApplicationMaster(
                RegisterApplicationMasterRequest.newInstance("localhost", 1, "")));
  }

  private interface Call<T> {
    T on(ApplicationMasterProtocol service) throws Exception;
  }

  private <T> T as(Call<T> call) throws Exception {
    RMApp app = rm.getRMContext().getRMApps().get(attempt.getApplicationId());
    UserGroupInformation master = UserGroupInformation.createRemoteUser(attempt.toString());
    master.addTokenIdentifier(
        (AMRMTokenIdentifier) app.getRMAppAttempt(attempt).getAMRMToken().decodeIdentifier());
    return master.doAs(
        (PrivilegedExceptionAction<T>) () -> call.on(rm.getApplicationMasterService()));
  }

  /** Sizes that the scheduler rounds up, to 1024 MB. */
  private static ResourceRequest odd(ResourceRequest request) {
    request.setCapability(Resource.newInstance(1000, 1));
    return request;
  }

  private AllocateResponse call(ResourceRequest... requests) throws Exception {
    List<ResourceRequest> all = new ArrayList<>(Arrays.asList(requests));
    AllocateRequest request =
        AllocateRequest.newInstance(responseId++, 0, all, new ArrayList<>(), null);
    AllocateResponse response = as(service -> service.allocate(request));
    for (Container c : response.getAllocatedContainers()) {
      assertNull("twice: " + c.getId(), got.put(c.getId(), c.getExecutionType()));
    }
    return response;
  }

  /** Calls and heartbeats until so many containers have come, and a few more. */
  private void settle(int containers) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    for (int i = 0; i < CALLS || got.size() < containers && Time.monotonicNow() < end; i++) {
      rm.heartbeat(node, 1);
      call();
    }
    assertEquals(containers, got.size());
  }

  /** Heartbeats until no more than so many wait. */
  private void grant(int left) throws Exception {
    long end = Time.monotonicNow() + PATIENCE_MS;
    while (waiting().getOrDefault("*", 0) > left && Time.monotonicNow() < end) {
      rm.heartbeat(node, 1);
    }
    assertEquals(left, (int) waiting().getOrDefault("*", 0));
  }

  private long got(ExecutionType type) {
    return got.values().stream().filter(type::equals).count();
  }

  private AttemptRegistry masters() {
    return AttemptRegistry.of(rm.getRMContext(), conf, "ResourceManager");
  }

  private Map<String, Long> ledger() {
    return masters().find(attempt).ledger();
  }

  /** Pending containers at the scheduler, by resource name. */
  private Map<String, Integer> waiting() {
    Map<String, Integer> waiting = new HashMap<>();
    ActiveScheduler.current(rm.getRMContext(), attempt)
        .getAppSchedulingInfo()
        .getAllResourceRequests()
        .forEach(r -> waiting.merge(r.getResourceName(), r.getNumContainers(), Integer::sum));
    return waiting;
  }

  private void change(String policy) {
    change(policy, "max=0");
  }

  private void change(String policy, String quota) {
    Configuration changed = new Configuration(conf);
    changed.set("yarn.mercury.quota.default", quota);
    changed.set("yarn.mercury.hybrid.policy", policy);
    masters().refresh(changed);
  }

  @Test
  public void untrackedCallUsesOneGuardPassAndLeavesNoRecord() throws Exception {
    call(any(1, 3));
    settle(2);
    assertNull(masters().find(attempt));
    Map<String, GuardCounters> passes = masters().guard().counters().perHook();
    assertEquals(responseId, passes.get("mercury.allocate").ok());
    long others = 0;
    for (Map.Entry<String, GuardCounters> pass : passes.entrySet()) {
      boolean isSetUp = pass.getValue().ok() == 1;
      others += pass.getKey().equals("mercury.allocate") || isSetUp ? 0 : pass.getValue().calls();
    }
    assertEquals(passes.toString(), 0, others);
  }

  private void switchTo(String mode) {
    Configuration changed = new Configuration(conf);
    changed.set("yarn.mercury.hybrid.mode", mode);
    changed.set("yarn.mercury.hybrid.policy", "only-Q");
    masters().refresh(changed);
  }

  @Test
  public void requestsMadeInModeOffAreDividedOnceItIsOn() throws Exception {
    stop();
    start("off");
    call(odd(any(1, 6)));
    grant(4);
    assertNull(masters().find(attempt));
    switchTo("on");
    call();
    assertEquals("told now", 2, got(ExecutionType.GUARANTEED));
    assertEquals(4L, (long) ledger().get("queueable"));
    settle(6);
    assertEquals(4, got(ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyMap(), waiting());
    assertEquals(ledger().toString(), 0L, (long) ledger().get("overGranted"));
  }

  /** Two of the six are granted when it changes, and the application has not heard of them. */
  @Test
  public void policyChangeDividesOutstandingRequests() throws Exception {
    call(odd(ask(1, "10.0.0.1", 1)), odd(ask(1, "/default-rack", 1)), odd(any(1, 6)));
    grant(4);
    change("only-Q");
    call();
    assertEquals("told now", 2, got(ExecutionType.GUARANTEED));
    assertNotNull(masters().find(attempt));
    assertEquals(4L, (long) ledger().get("queueable"));
    settle(6);
    assertEquals(4, got(ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyMap(), waiting());
    assertEquals(ledger().toString(), 0L, ledger().get("guaranteed") + ledger().get("queueable"));
    assertEquals(ledger().toString(), 0L, (long) ledger().get("overGranted"));
  }

  @Test
  public void opportunisticRequestStartsTrackingOfItAlone() throws Exception {
    call(odd(any(1, 6)));
    grant(4);
    call(opportunistic(any(2, 3)));
    assertEquals(2, got(ExecutionType.GUARANTEED));
    assertEquals("not tracked", 0L, (long) ledger().get("guaranteed"));
    assertEquals("it was sent nothing again", 4, (int) waiting().get("*"));
    call(odd(any(1, 5)));
    assertEquals(5, (int) waiting().get("*"));
    assertEquals(0L, (long) ledger().get("guaranteed"));
    call(odd(any(1, 0)));
    settle(5);
    assertEquals(Collections.emptyMap(), waiting());
    assertEquals(3, got(ExecutionType.OPPORTUNISTIC));
    assertEquals(ledger().toString(), 0L, ledger().get("guaranteed") + ledger().get("queueable"));
    assertEquals(ledger().toString(), 0L, (long) ledger().get("overGranted"));
  }

  /** Two of the six are granted when it changes, and the application has not heard of them. */
  @Test
  public void policyChangeDividesRequestsBesideOpportunisticOnes() throws Exception {
    call(opportunistic(any(2, 3)), odd(any(1, 6)));
    assertEquals("not tracked", 0L, (long) ledger().get("guaranteed"));
    grant(4);
    change("only-Q");
    call();
    assertEquals("told now", 2, got(ExecutionType.GUARANTEED));
    assertEquals(
        "its own and the four",
        7,
        (long) ledger().get("queueable") + got(ExecutionType.OPPORTUNISTIC));
    settle(9);
    assertEquals(7, got(ExecutionType.OPPORTUNISTIC));
    assertEquals(Collections.emptyMap(), waiting());
    assertEquals(ledger().toString(), 0L, ledger().get("guaranteed") + ledger().get("queueable"));
    assertEquals(ledger().toString(), 0L, (long) ledger().get("overGranted"));
  }

  /** A relative quota goes by the guaranteed containers that it has. */
  @Test
  public void containersFromBeforeTrackingCountForTheQuota() throws Exception {
    change("only-G", "relative=4.0");
    call(any(1, 2));
    grant(0);
    call();
    assertEquals(2, got(ExecutionType.GUARANTEED));
    call(opportunistic(any(2, 20)));
    settle(14);
    assertEquals("four for each of its two and its master", 12, got(ExecutionType.OPPORTUNISTIC));
  }

  /** The application itself sends everything to a new ResourceManager. */
  @Test
  public void applicationIsUntrackedAgainAfterARestart() throws Exception {
    call(any(1, 3));
    change("only-Q");
    call();
    assertNotNull(masters().find(attempt));
    stop();
    responseId = 0;
    got.clear();
    start();
    assertNull(masters().find(attempt));
    call(any(1, 3));
    settle(2);
    assertNull(masters().find(attempt));
  }
}
