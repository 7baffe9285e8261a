// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.allocation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RemoteNode;
import org.apache.hadoop.yarn.server.nodemanager.security.NMContainerTokenSecretManager;
import org.apache.hadoop.yarn.server.scheduler.DistributedOpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerAllocator;
import org.apache.hadoop.yarn.server.scheduler.OpportunisticContainerContext;
import org.apache.log4j.Logger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.yarnext.common.FeatureMode;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.guard.Guard;
import org.yarnext.common.guard.GuardSettings;
import org.yarnext.mercury.policy.placement.PlacementPolicy;
import org.yarnext.mercury.policy.placement.PlacementView;
import org.yarnext.mercury.policy.placement.TopKPlacement;
import org.yarnext.mercury.policy.placement.UnmetDemandTracker;
import org.yarnext.mercury.policy.placement.ranking.Assignment;
import org.yarnext.mercury.policy.placement.ranking.RecentPlacements;
import org.yarnext.mercury.rm.placement.RankedCluster;

/**
 * Measures the cost of one allocate call for 100 containers over 5,000 nodes: the decision alone,
 * and the whole call of the allocator with its translation, guard, 100 signed tokens and YARN's
 * bookkeeping, in a NodeManager and in the ResourceManager, beside stock's. In the ResourceManager
 * each call finds a new round's list, as that of a master does which calls about once a round; what
 * YARN does there after the allocator with each container, stock's or ours, is not in it. Logging
 * is at INFO without an appender.
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 3)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PlacementBenchmark {
  private static final int NODES = 5_000;
  private static final int CONTAINERS = 100;

  @Param({"50", "5000"})
  private int k;

  private final Random random = new Random(1);
  private final List<PlacementService> placers = new ArrayList<>();
  private TopKPlacement policy;
  private TopKPlacement central;
  private PlacementView anywhere;
  private PlacementView local;
  private PlacementView bounded;
  private PlacedApplication app;
  private OpportunisticContainerAllocator stock;
  private RankedCluster cluster;
  private PlacedApplication ranked;
  private MercuryAllocator centrally;
  private OpportunisticContainerAllocator mercury;
  private OpportunisticContainerAllocator mercuryWithEstimates;

  @Setup
  public void build() {
    Logger.getRootLogger().setLevel(org.apache.log4j.Level.INFO);
    List<RemoteNode> nodes = PlacedApplication.nodes(NODES);
    app = new PlacedApplication(1, nodes);
    policy = new TopKPlacement(k);
    central = TopKPlacement.withAllNodes();
    anywhere = view(ask(ResourceRequest.ANY, CONTAINERS));
    List<ResourceRequest> replicas = new ArrayList<>();
    for (int i = 0; i < CONTAINERS; i++) {
      for (int replica = 0; replica < 3; replica++) {
        replicas.add(ask(PlacedApplication.host(random.nextInt(NODES)), 1));
        replicas.add(ask("/rack" + random.nextInt(NODES / 40), 1));
      }
    }
    replicas.add(ask(ResourceRequest.ANY, CONTAINERS));
    local = view(replicas.toArray(new ResourceRequest[0]));
    NMContainerTokenSecretManager secrets = PlacedApplication.secrets();
    stock = new DistributedOpportunisticContainerAllocator(secrets);
    cluster = new RankedCluster(NODES);
    cluster.busyNodes();
    bounded =
        view(cluster.context(), cluster.source(), ask(ResourceRequest.ANY, CONTAINERS))
            .ahead(9_000, Collections.emptyMap(), Collections.emptyList());
    ranked = new PlacedApplication(3, cluster.context());
    centrally =
        new MercuryAllocator(
            stock,
            secrets,
            placer(central, cluster.source(), new UnmetDemandTracker(9_000, 0, 10_000)),
            (attempt, priority) -> 1_200L,
            PlacementQuota.NONE);
    mercury = allocator(secrets, null);
    mercuryWithEstimates = allocator(secrets, 1_200L);
  }

  private static ResourceRequest ask(String location, int count) {
    return PlacedApplication.ask(20, location, count);
  }

  private static PlacementView view(ResourceRequest... asks) {
    return view(
        new PlacedApplication(2, PlacedApplication.nodes(NODES)).context,
        new ListRankingSource(new RecentPlacements(Duration.ZERO)),
        asks);
  }

  private static PlacementView view(
      OpportunisticContainerContext context, RankingSource source, ResourceRequest... asks) {
    PlacedApplication other = new PlacedApplication(2, context);
    List<ResourceRequest> list = new ArrayList<>();
    Collections.addAll(list, asks);
    context.addToOutstandingReqs(list);
    PlacementView view =
        OpportunisticRequestSnapshot.read(
                context, other.attempt, (attempt, priority) -> null, PlacementQuota.NONE, source)
            .view(source.ranking(context), -1);
    context.getOutstandingOpReqs().clear();
    return view;
  }

  private OpportunisticContainerAllocator allocator(
      NMContainerTokenSecretManager secrets, Long runMs) {
    return new MercuryAllocator(
        stock,
        secrets,
        placer(
            policy,
            new ListRankingSource(new RecentPlacements(Duration.ofSeconds(3))),
            new UnmetDemandTracker(UnmetDemandTracker.NO_BOUND, 0, 0)),
        (attempt, priority) -> runMs,
        PlacementQuota.NONE);
  }

  private PlacementService placer(
      PlacementPolicy by, RankingSource source, UnmetDemandTracker demand) {
    PlacementService placer =
        new PlacementService(
            "Test",
            () -> FeatureMode.ON,
            by,
            source,
            demand,
            new Guard("bench", GuardSettings.defaults(), System::nanoTime));
    placers.add(placer);
    return placer;
  }

  @TearDown
  public void close() {
    placers.forEach(PlacementService::close);
  }

  @Benchmark
  public Decision<List<Assignment>> decideAnywhere() {
    return policy.place(anywhere, random);
  }

  /** In the ResourceManager. */
  @Benchmark
  public Decision<List<Assignment>> decideCentrally() {
    return central.place(bounded, random);
  }

  /** Each container has three replicas. */
  @Benchmark
  public Decision<List<Assignment>> decideLocal() {
    return policy.place(local, random);
  }

  /**
   * A round of the coordinator before each call; what the call places is taken back, so that the
   * next finds the same.
   */
  @State(Scope.Thread)
  public static class EachCallInAnotherRound {
    private List<Container> placed;

    @Setup(Level.Invocation)
    public void nextRound(PlacementBenchmark benchmark) {
      benchmark.cluster.nextRound();
    }

    @TearDown(Level.Invocation)
    public void takeBack(PlacementBenchmark benchmark) {
      placed.forEach(benchmark.centrally::undelivered);
    }
  }

  /** The coordinator's work of one round, for all calls until the next. */
  @Benchmark
  public Object rankCentrally() {
    cluster.nextRound();
    return cluster.source().ranking(null);
  }

  @Benchmark
  public List<Container> allocate() throws YarnException {
    return app.allocate(mercury, ask(ResourceRequest.ANY, CONTAINERS));
  }

  /**
   * In the ResourceManager, the first call since a round of the coordinator, when each node has
   * something to come.
   */
  @Benchmark
  public List<Container> allocateCentrally(EachCallInAnotherRound round) throws YarnException {
    round.placed = ranked.allocate(centrally, ask(ResourceRequest.ANY, CONTAINERS));
    return round.placed;
  }

  @Benchmark
  public List<Container> allocateWithEstimates() throws YarnException {
    return app.allocate(mercuryWithEstimates, ask(ResourceRequest.ANY, CONTAINERS));
  }

  @Benchmark
  public List<Container> allocateStock() throws YarnException {
    return app.allocate(stock, ask(ResourceRequest.ANY, CONTAINERS));
  }
}
