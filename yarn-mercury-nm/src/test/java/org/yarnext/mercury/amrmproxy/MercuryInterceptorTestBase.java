// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.amrmproxy;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.ResourceBlacklistRequest;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.NodeStatusUpdater;
import org.apache.hadoop.yarn.server.nodemanager.amrmproxy.AMRMProxyApplicationContext;
import org.apache.hadoop.yarn.server.nodemanager.recovery.NMNullStateStoreService;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.nodemanager.security.NMTokenSecretManagerInNM;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.hadoop.yarn.server.security.BaseNMTokenSecretManager;
import org.junit.After;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.ApplicationAttemptRecord;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.Requests;

/** A master whose calls pass the interceptor of its NodeManager, which is restarted at will. */
abstract class MercuryInterceptorTestBase {
  static final int STEPS = 60;
  static final String KEY = "yarnext.mercury";
  static final String[] MODES = {"on", "shadow", "off"};
  final Configuration conf = new Configuration(false);
  final FakeResourceManager rm = new FakeResourceManager();
  final FakeMaster master = new FakeMaster();
  final Map<String, byte[]> stored = new HashMap<>();
  final Set<ContainerId> completed = new HashSet<>();
  boolean distributed = true;
  ApplicationAttemptId attempt = Requests.ATTEMPT;
  boolean placementFails;
  List<ResourceRequest> lastAsks;
  boolean storeFails;
  int writes;
  Context node;
  MercuryInterceptor interceptor;

  /** State store that survives the NodeManager's restarts. */
  final class Store extends NMNullStateStoreService {
    @Override
    public boolean canRecover() {
      return true;
    }

    @Override
    public void storeAMRMProxyAppContextEntry(ApplicationAttemptId attempt, String key, byte[] data)
        throws IOException {
      if (storeFails) {
        throw new IOException("disk full");
      }
      writes++;
      stored.put(key, data);
    }

    @Override
    public void removeAMRMProxyAppContextEntry(ApplicationAttemptId attempt, String key) {
      stored.remove(key);
    }
  }

  final class Allocator extends DistributedOpportunisticContainerAllocator {
    Allocator(NMContainerTokenSecretManager secrets) {
      super(secrets);
    }

    @Override
    public List<Container> allocateContainers(
        ResourceBlacklistRequest blacklist,
        List<ResourceRequest> asks,
        ApplicationAttemptId attempt,
        OpportunisticContainerContext context,
        long rmIdentifier,
        String user)
        throws YarnException {
      lastAsks = asks;
      if (placementFails) {
        throw new IllegalStateException("broken");
      }
      return super.allocateContainers(blacklist, asks, attempt, context, rmIdentifier, user);
    }
  }

  static NMTokenSecretManagerInNM nmTokens() {
    NMTokenSecretManagerInNM secrets = new NMTokenSecretManagerInNM();
    secrets.setMasterKey(
        new BaseNMTokenSecretManager() {
          {
            currentMasterKey = createNewMasterKey();
          }
        }.getCurrentKey());
    return secrets;
  }

  /** A new NodeManager process, with what the old one left if there was one. */
  void startNode() {
    forgetNode();
    node = mock(Context.class);
    NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
    NMTokenSecretManagerInNM nmTokens = nmTokens();
    NodeStatusUpdater updater = mock(NodeStatusUpdater.class);
    Store store = new Store();
    Allocator allocator = new Allocator(secrets);
    when(node.isDistributedSchedulingEnabled()).thenReturn(distributed);
    when(node.getNMStateStore()).thenReturn(store);
    when(node.getContainerAllocator()).thenReturn(allocator);
    when(node.getContainerTokenSecretManager()).thenReturn(secrets);
    when(node.getNMTokenSecretManager()).thenReturn(nmTokens);
    when(node.getNodeStatusUpdater()).thenReturn(updater);
    AMRMProxyApplicationContext application = mock(AMRMProxyApplicationContext.class);
    when(application.getNMContext()).thenReturn(node);
    when(application.getApplicationAttemptId()).thenReturn(attempt);
    when(application.getUser()).thenReturn("user");
    interceptor = new MercuryInterceptor();
    interceptor.setConf(conf);
    interceptor.setNextInterceptor(rm);
    interceptor.init(application);
  }

  void restartNode() {
    startNode();
    interceptor.recover(new HashMap<>(stored));
  }

  void start(String policy) throws Exception {
    conf.set("yarn.mercury.hybrid.mode", "on");
    conf.set("yarn.mercury.hybrid.policy", policy);
    startNode();
    register();
  }

  void register() throws Exception {
    RegisterApplicationMasterResponse response =
        interceptor.registerApplicationMasterForDistributedScheduling(null).getRegisterResponse();
    assertTrue("as stock answers", response.getResourceProfiles().isEmpty());
    master.registered();
  }

  @After
  public void forgetNode() {
    if (node != null) {
      AttemptRegistry.forget(node);
    }
  }

  void switchTo(String mode) {
    conf.set("yarn.mercury.hybrid.mode", mode);
    AttemptRegistry.of(node, conf, "Test").refresh(conf);
  }

  ApplicationAttemptRecord record() {
    return AttemptRegistry.of(node, conf, "Test").find(attempt);
  }

  void callUntilServed() throws Exception {
    for (int i = 0; i < 200 && master.outstanding() > 0; i++) {
      complete();
      master.call(interceptor);
    }
    assertEquals("still outstanding", 0, master.outstanding());
    master.call(interceptor);
    assertEquals("nothing is left over", 0, rm.outstanding());
    assertTrue("none unknown to it", rm.known.containsAll(master.got.keySet()));
  }

  /** All that the master has got so far. */
  void complete() {
    for (ContainerId id : master.got.keySet()) {
      if (completed.add(id)) {
        rm.completed.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", 0));
      }
    }
  }

  static List<ContainerId> ids(AllocateResponse response) {
    return response.getAllocatedContainers().stream()
        .map(Container::getId)
        .collect(Collectors.toList());
  }

  /** Each keeps the next life of the NodeManager from dividing. */
  final Map<String, Runnable> ends = new TreeMap<>();

  {
    ends.put("off", () -> conf.set("yarn.mercury.hybrid.mode", "off"));
    ends.put("shadow", () -> conf.set("yarn.mercury.hybrid.mode", "shadow"));
    ends.put(
        "placement alone",
        () -> {
          conf.set("yarn.mercury.hybrid.mode", "off");
          conf.set("yarn.mercury.placement.mode", "on");
        });
    ends.put("refused", () -> conf.set("yarn.mercury.hybrid.policy", "nonsense"));
    ends.put(
        "not distributed",
        () -> {
          distributed = false;
          master.undistributed = true;
        });
    ends.put(
        "another version",
        () ->
            stored.computeIfPresent(
                KEY,
                (key, bytes) ->
                    new String(bytes, StandardCharsets.UTF_8)
                        .replaceAll("\"version\":\\d+", "\"version\":99")
                        .getBytes(StandardCharsets.UTF_8)));
  }

  void run(Random random, boolean cancels, boolean turns) throws Exception {
    conf.set("yarn.mercury.quota.default", turns ? "max=2" : "max=0");
    start(random.nextBoolean() ? "50%-Q" : "only-Q");
    rm.maxPerCall = 1 + random.nextInt(4);
    int asked = 0;
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) == 0) {
        int more = 1 + random.nextInt(5);
        master.ask(1 + random.nextInt(3), more);
        asked += more;
      }
      if (cancels && random.nextInt(4) == 0) {
        asked -= master.cancel(1 + random.nextInt(3), 1 + random.nextInt(5));
      }
      if (turns && random.nextInt(4) == 0) {
        // As of the next call, or of the next restart.
        String mode = MODES[random.nextInt(MODES.length)];
        if (random.nextBoolean()) {
          switchTo(mode);
        } else {
          conf.set("yarn.mercury.hybrid.mode", mode);
        }
      }
      if (turns && random.nextInt(4) == 0) {
        complete();
      }
      callWithFailures(random, turns);
    }
    callUntilServed();
    assertEquals(asked, master.got.size());
    assertTrue(turns || master.opportunistic() > 0);
    if (record() != null && !turns) {
      Map<String, Long> ledger = record().ledger();
      assertEquals(ledger.toString(), 0, ledger.get("guaranteed") + ledger.get("queueable"));
    }
  }

  /** One call, in which the ResourceManager, the answer or the NodeManager may be lost. */
  private void callWithFailures(Random random, boolean turns) throws Exception {
    Map<String, byte[]> before = new HashMap<>(stored);
    int event = random.nextInt(10);
    // Stock loses what is asked again in a repeated call that fails: nobody reads it.
    if (event == 0 && !master.repeats()) {
      // And what is asked again in the call after one that failed behind it.
      rm.failing =
          turns
              ? FakeResourceManager.Failure.BEFORE_IT_ARRIVES
              : FakeResourceManager.Failure.values()[random.nextInt(3)];
    }
    try {
      if (event == 1) {
        // The answer is lost.
        master.send(interceptor);
      } else if (event == 2) {
        // As are answer and NodeManager, before it kept anything or after.
        master.send(interceptor);
        if (random.nextBoolean()) {
          stored.clear();
          stored.putAll(before);
        }
        restartNode();
      } else {
        master.call(interceptor);
      }
    } catch (YarnException | IOException e) {
      assertEquals("ours never fail a call", 0, event);
    }
    if (event == 3) {
      restartNode();
    }
  }
}
