// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.yarnext.mercury.allocation.PlacedApplication.ask;
import static org.yarnext.mercury.allocation.PlacedApplication.node;
import static org.yarnext.mercury.allocation.PlacedApplication.nodes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ContainerPBImpl;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.Test;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.guard.GuardState;
import org.yarnext.mercury.policy.estimate.RunTimeHint;
import org.yarnext.mercury.policy.overallocation.OverallocationStartPolicy;
import org.yarnext.mercury.policy.placement.TopKPlacement;

/** Tokens of placed containers carry the estimate; what cannot be signed is left to stock. */
public class SignedContainerTest extends MercuryAllocatorTestBase {
  @Test
  public void tokenWithoutEstimateEqualsTheStockToken() throws Exception {
    PlacedApplication app = new PlacedApplication(1, nodes(1));
    Container ours = app.allocate(on(), ask(3, ANY, 1)).get(0);
    Container stocks =
        new PlacedApplication(1, nodes(1)).allocate(stock(-1), ask(3, ANY, 1)).get(0);
    ContainerTokenIdentifier id = id(ours.getContainerToken());
    ContainerTokenIdentifier stocksId = id(stocks.getContainerToken());
    ContainerTokenIdentifier expected =
        new ContainerTokenIdentifier(
            id.getContainerID(),
            stocksId.getVersion(),
            stocksId.getNmHostAddress(),
            stocksId.getApplicationSubmitter(),
            stocksId.getResource(),
            id.getExpiryTimeStamp(),
            stocksId.getMasterKeyId(),
            stocksId.getRMIdentifier(),
            stocksId.getPriority(),
            id.getCreationTime(),
            stocksId.getLogAggregationContext(),
            stocksId.getNodeLabelExpression(),
            stocksId.getContainerType(),
            stocksId.getExecutionType(),
            stocksId.getAllocationRequestId());
    assertArrayEquals(expected.getBytes(), ours.getContainerToken().getIdentifier().array());
    assertEquals(stocks.getContainerToken().getService(), ours.getContainerToken().getService());
    assertVerifies(ours);
    assertNull(RunTimeHint.learnt(id.getAllcationTags()));
  }

  @Test
  public void estimateIsSignedIntoTheToken() throws Exception {
    Map<Integer, Long> runMs = new HashMap<>();
    runMs.put(20, 1_200L);
    runMs.put(10, -5L);
    MercuryAllocator allocator =
        allocator(
            FeatureMode.ON,
            new TopKPlacement(50),
            (attempt, priority) -> runMs.get(priority),
            PlacementQuota.NONE,
            stock(-1),
            PATIENT);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers =
        app.allocate(allocator, ask(20, ANY, 2), ask(10, ANY, 1), ask(5, ANY, 1));
    assertEquals(4, containers.size());
    for (Container c : containers) {
      assertVerifies(c);
      ContainerTokenIdentifier id = id(c.getContainerToken());
      Long expected = c.getPriority().getPriority() == 20 ? Long.valueOf(1_200) : null;
      assertEquals(expected, RunTimeHint.learnt(id.getAllcationTags()));
      assertEquals(c.getId(), id.getContainerID());
      assertEquals(c.getNodeId().toString(), id.getNmHostAddress());
      assertEquals(c.getResource(), id.getResource());
      assertEquals(c.getPriority(), id.getPriority());
    }
  }

  @Test
  public void tokenTellsTheNodeWhatTheQueuePermits() throws Exception {
    for (String tag :
        new String[] {RunTimeHint.CLAIMS_ACCEPTED, OverallocationStartPolicy.ALLOWED_TAG}) {
      RunTimeSource runTimes =
          new RunTimeSource() {
            @Override
            public Long runMs(ApplicationAttemptId attempt, int priority) {
              return 1_200L;
            }

            @Override
            public Set<String> queueTags(ApplicationAttemptId attempt) {
              return Collections.singleton(tag);
            }
          };
      MercuryAllocator allocator =
          allocator(
              FeatureMode.ON,
              new TopKPlacement(50),
              runTimes,
              PlacementQuota.NONE,
              stock(-1),
              PATIENT);
      Container c = new PlacedApplication(1, nodes(4)).allocate(allocator, ask(1, ANY, 1)).get(0);
      Set<String> tags = id(c.getContainerToken()).getAllcationTags();
      assertEquals(Long.valueOf(1_200), RunTimeHint.learnt(tags));
      assertEquals(2, tags.size());
      assertTrue(tags.contains(tag));
    }
  }

  private static SignedContainerFactory signing(
      PlacedApplication app, NMContainerTokenSecretManager by) {
    return new SignedContainerFactory(
        by, app.context, app.attempt, "user", PlacedApplication.RM_ID, Collections.emptySet());
  }

  @Test
  public void signedContainerDiffersFromStockOnlyInItsTag() throws Exception {
    RemoteNode node = node(0, "/r", "gpu");
    ResourceRequest ask = ask(3, ANY, 1);
    ask.setNodeLabelExpression("gpu");
    ask.setAllocationRequestId(5);
    ask.setCapability(Resource.newInstance(1_000, 1));
    PlacedApplication app = new PlacedApplication(1, Collections.singletonList(node));
    Resource size = SignedContainerFactory.size(ask, app.context.getAppParams());
    Container made = signing(app, secrets).make(ask, size, node, 77L);
    Container stocks =
        new PlacedApplication(1, Collections.singletonList(node)).allocate(stock(-1), ask).get(0);
    ContainerTokenIdentifier id = id(made.getContainerToken());
    assertEquals(
        id(stocks.getContainerToken()).getProto().toBuilder()
            .setContainerId(id.getProto().getContainerId())
            .setExpiryTimeStamp(id.getExpiryTimeStamp())
            .setCreationTime(id.getCreationTime())
            .addAllocationTags(RunTimeHint.tag(77))
            .build(),
        id.getProto());
    assertEquals(
        id(stocks.getContainerToken()).getExpiryTimeStamp()
            - id(stocks.getContainerToken()).getCreationTime(),
        id.getExpiryTimeStamp() - id.getCreationTime());
    assertArrayEquals(
        "as the node will write it",
        id.getBytes(),
        made.getContainerToken().getIdentifier().array());
    assertEquals(stocks.getContainerToken().getService(), made.getContainerToken().getService());
    assertEquals(stocks.getContainerToken().getKind(), made.getContainerToken().getKind());
    assertVerifies(made);
    made.setId(stocks.getId());
    made.setContainerToken(stocks.getContainerToken());
    assertEquals(((ContainerPBImpl) stocks).getProto(), ((ContainerPBImpl) made).getProto());
    Container absurd = signing(app, secrets).make(ask, size, node, Long.MAX_VALUE);
    assertTrue(id(absurd.getContainerToken()).getAllcationTags().isEmpty());
  }

  /** Secret manager that lets everything except stock fail until the third password. */
  private static final class Failing extends NMContainerTokenSecretManager {
    private final Runnable wrong;
    private int asked;

    Failing(Runnable wrong) {
      super(new Configuration(false));
      this.wrong = wrong;
      PlacedApplication.rollKey(this);
    }

    @Override
    public byte[] createPassword(ContainerTokenIdentifier identifier) {
      if (identifier.getClass() != ContainerTokenIdentifier.class && ++asked < 3) {
        wrong.run();
      }
      return super.createPassword(identifier);
    }
  }

  private void assertStocksTwiceThenOurs(NMContainerTokenSecretManager failing) throws Exception {
    allocator(FeatureMode.ON, new TopKPlacement(50), 77L, Integer.MAX_VALUE);
    MercuryAllocator allocator =
        new MercuryAllocator(stock(-1), failing, placer, (a, p) -> 77L, PlacementQuota.NONE);
    PlacedApplication app = new PlacedApplication(1, nodes(4));
    List<Container> containers = app.allocate(allocator, ask(1, ANY, 4));
    assertEquals(4, containers.size());
    assertTrue("nothing is outstanding", app.context.getOutstandingOpReqs().isEmpty());
    int tagged = 0;
    for (Container c : containers) {
      byte[] password = c.getContainerToken().getPassword().array();
      ContainerTokenIdentifier id = id(c.getContainerToken());
      assertArrayEquals(failing.retrievePassword(id), password);
      tagged += id.getAllcationTags().size();
    }
    assertEquals(2, tagged);
    assertEquals(4L, placer.metrics().metrics().snapshot().get("ContainersPlaced"));
  }

  @Test
  public void stockCreatesContainersThatCannotBeSigned() throws Exception {
    assertStocksTwiceThenOurs(
        new Failing(
            () -> {
              throw new IllegalStateException("test");
            }));
  }

  @Test
  public void stockCreatesTheContainerWhenTheKeyRollsMeanwhile() throws Exception {
    Failing[] rolling = new Failing[1];
    rolling[0] = new Failing(() -> PlacedApplication.rollKey(rolling[0]));
    assertStocksTwiceThenOurs(rolling[0]);
  }

  @Test
  public void signingFailureDoesNotTripTheGuardAndIsWarnedOfOnce() throws Exception {
    NMContainerTokenSecretManager none =
        new NMContainerTokenSecretManager(new Configuration(false)) {
          @Override
          public byte[] createPassword(ContainerTokenIdentifier identifier) {
            throw new IllegalStateException("test");
          }
        };
    PlacedApplication.rollKey(none);
    on();
    MercuryAllocator allocator =
        new MercuryAllocator(stock(-1), none, placer, (a, p) -> null, PlacementQuota.NONE);
    List<LoggingEvent> warnings = new ArrayList<>();
    AppenderSkeleton appender = appender(warnings);
    Logger logger = Logger.getLogger(MercuryAllocator.class);
    logger.addAppender(appender);
    logger.setLevel(Level.WARN);
    try {
      PlacedApplication app = new PlacedApplication(1, nodes(4));
      assertEquals(0, app.allocate(allocator, ask(1, ANY, 100)).size());
    } finally {
      logger.setLevel(null);
      logger.removeAppender(appender);
    }
    assertEquals(1, warnings.size());
    assertEquals(100L, placer.metrics().metrics().snapshot().get("ContainersFailed"));
    assertEquals(100, placer.guard().counters().failures());
    assertEquals(GuardState.HEALTHY, placer.guard().state());
  }
}
