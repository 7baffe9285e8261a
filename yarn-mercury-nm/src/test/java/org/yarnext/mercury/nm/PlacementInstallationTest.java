// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertSame;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ResourceRequestPBImpl;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager.NMContext;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.utils.BuilderUtils;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.yarnext.mercury.MercuryConfiguration;
import org.yarnext.mercury.allocation.MercuryAllocator;
import org.yarnext.mercury.allocation.PlacedApplication;
import org.yarnext.mercury.application.AttemptRegistry;
import org.yarnext.mercury.application.AttemptRequestInterceptor;
import org.yarnext.mercury.application.Requests;
import org.yarnext.mercury.nm.scheduler.FakeNode;
import org.yarnext.mercury.nm.store.RunTimeEstimateCache;
import org.yarnext.mercury.policy.estimate.RunTimeHint;

public class PlacementInstallationTest {
  private final Configuration conf = new Configuration(false);
  private final NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
  private final OpportunisticContainerAllocator stock =
      new DistributedOpportunisticContainerAllocator(secrets);
  private final NMContext context = new NMContext(secrets, null, null, null, null, true, conf);
  private final PlacementInstallation installation = new PlacementInstallation();

  @After
  public void forget() {
    installation.undo();
    AttemptRegistry.forget(context);
  }

  @Before
  public void stockAllocator() {
    context.setQueueableContainerAllocator(stock);
  }

  private void install(String mode) throws Exception {
    conf.set("yarn.mercury.placement.mode", mode);
    installation.install(MercuryConfiguration.read(conf), conf, context);
  }

  private List<Container> allocate(OpportunisticContainerAllocator allocator, int count)
      throws Exception {
    return new PlacedApplication(1, nodes(4))
        .allocate(allocator, ask(20, ResourceRequest.ANY, count));
  }

  private Long tag(Container c) throws Exception {
    return RunTimeHint.learnt(tags(c));
  }

  private static Set<String> tags(Container c) throws Exception {
    return BuilderUtils.newContainerTokenIdentifier(c.getContainerToken()).getAllcationTags();
  }

  @Test
  public void modeOffIsStock() throws Exception {
    install("off");
    assertSame(stock, context.getContainerAllocator());
    installation.undo();
    assertSame(stock, context.getContainerAllocator());
  }

  @Test
  public void modeOnPlacesAndUndoRestoresStock() throws Exception {
    install("on");
    OpportunisticContainerAllocator mercurys = context.getContainerAllocator();
    assertEquals("all at once", 10, allocate(mercurys, 10).size());
    installation.undo();
    assertSame(stock, context.getContainerAllocator());
    assertEquals("whoever held it has stock's now", 4, allocate(mercurys, 10).size());
    installation.undo();
    assertSame(stock, context.getContainerAllocator());
  }

  @Test
  public void shadowModeLeavesPlacementToStock() throws Exception {
    install("shadow");
    assertEquals(MercuryAllocator.class, context.getContainerAllocator().getClass());
    assertEquals(4, allocate(context.getContainerAllocator(), 10).size());
    installation.undo();
  }

  @Test
  public void modeIsSwitchedLiveForApplicationsThatHoldTheAllocator() throws Exception {
    conf.setBoolean("yarn.nodemanager.distributed-scheduling.enabled", true);
    conf.set("yarn.mercury.placement.mode", "off");
    MercuryConfiguration configuration = MercuryConfiguration.read(conf);
    installation.install(configuration, conf, context);
    OpportunisticContainerAllocator held = context.getContainerAllocator();
    PlacedApplication application = new PlacedApplication(1, nodes(4));
    assertEquals("stock", 4, application.allocate(held, ask(20, ResourceRequest.ANY, 20)).size());
    conf.set("yarn.mercury.placement.mode", "on");
    configuration.live().reload(conf);
    assertEquals("what stock left, all at once", 16, application.allocate(held).size());
    assertEquals(0, application.allocate(held).size());
    conf.set("yarn.mercury.placement.mode", "off");
    configuration.live().reload(conf);
    assertEquals("stock", 4, application.allocate(held, ask(20, ResourceRequest.ANY, 20)).size());
  }

  @Test
  public void quotaHoldsInEachModeOfPlacement() throws Exception {
    conf.set("yarn.mercury.quota.default", "max=3");
    for (String modes : new String[] {"on off", "on shadow", "on on", "off on"}) {
      conf.set("yarn.mercury.hybrid.mode", modes.split(" ")[0]);
      assertEquals(modes, 3, placedOf(500, modes.split(" ")[1]));
    }
    conf.set("yarn.mercury.hybrid.mode", "shadow");
    assertEquals("shadow acts on nothing", 4, placedOf(500, "shadow"));
  }

  private int placedOf(int count, String placement) throws Exception {
    PlacementInstallation each = new PlacementInstallation();
    conf.set("yarn.mercury.placement.mode", placement);
    each.install(MercuryConfiguration.read(conf), conf, context);
    PlacedApplication application = new PlacedApplication(1, nodes(4));
    AttemptRegistry.of(context, conf, "NodeManager")
        .open(application.attempt, Collections.emptySet(), "root.default");
    OpportunisticContainerAllocator allocator = context.getContainerAllocator();
    int placed = application.allocate(allocator, ask(20, ResourceRequest.ANY, count)).size();
    each.undo();
    assertSame(stock, context.getContainerAllocator());
    assertEquals("whoever held it has stock's now", 4, allocate(allocator, 10).size());
    AttemptRegistry.forget(context);
    return placed;
  }

  @Test
  public void tokensCarryOnlyLearntEstimates() throws Exception {
    install("on");
    assertNull(tag(allocate(context.getContainerAllocator(), 1).get(0)));
    RunTimeEstimateCache estimates = FakeNode.newEstimates();
    installation.learnFrom(estimates);
    assertNull(
        "a default is no knowledge", tag(allocate(context.getContainerAllocator(), 1).get(0)));
    String application = new PlacedApplication(1, nodes(1)).attempt.getApplicationId().toString();
    estimates.observe(application, 20, 1_234);
    assertEquals(Long.valueOf(1_234), tag(allocate(context.getContainerAllocator(), 1).get(0)));
    installation.undo();
  }

  /** A node does not know the queue of a container. */
  @Test
  public void tokensTellTheNodeIfTheQueueAcceptsDeclaredRunTimes() throws Exception {
    conf.set("yarn.mercury.claims.queues", "root.etl:true");
    conf.set("yarn.mercury.claims.accepted", "false");
    install("on");
    AttemptRequestInterceptor gate =
        new AttemptRequestInterceptor(
            AttemptRegistry.of(context, conf, "NodeManager"), Requests.ATTEMPT, true);
    gate.registered(Collections.emptySet(), "root.etl.a", "", null, Collections.emptyList());
    assertEquals(Requests.ATTEMPT, new PlacedApplication(1, nodes(1)).attempt);
    assertEquals(
        Collections.singleton(RunTimeHint.CLAIMS_ACCEPTED),
        tags(allocate(context.getContainerAllocator(), 1).get(0)));
    gate.inQueue("root.adhoc", "", null, Collections::emptyList);
    assertEquals(Collections.emptySet(), tags(allocate(context.getContainerAllocator(), 1).get(0)));
    installation.undo();
  }

  @Test
  public void modeOffServesOldMastersIfSchedulingIsDistributed() throws Exception {
    conf.setBoolean("yarn.nodemanager.distributed-scheduling.enabled", true);
    installation.serveOldMasters(conf, context);
    install("off");
    ResourceRequest old =
        new ResourceRequestPBImpl(
            ((ResourceRequestPBImpl) ask(20, ResourceRequest.ANY, 1))
                .getProto().toBuilder().clearExecutionTypeRequest().build());
    OpportunisticContainerAllocator allocator = context.getContainerAllocator();
    assertEquals(
        Collections.singletonList(old),
        allocator.partitionAskList(Collections.singletonList(old)).getGuaranteed());
    assertEquals("stock's way", 4, allocate(allocator, 10).size());
    installation.undo();
    assertSame(stock, context.getContainerAllocator());
  }
}
