// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.rm.placement;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.pholser.junit.quickcheck.Property;
import com.pholser.junit.quickcheck.When;
import com.pholser.junit.quickcheck.runner.JUnitQuickcheck;
import java.util.Collections;
import java.util.Random;
import org.junit.runner.RunWith;
import org.yarnext.common.decision.Decision;
import org.yarnext.elastic.policy.AlgorithmOnePolicy;
import org.yarnext.elastic.policy.ElasticPolicy;
import org.yarnext.elastic.policy.MinOccupancyPolicy;
import org.yarnext.elastic.policy.SizingRequest;
import org.yarnext.elastic.policy.heap.HeapRewrite;
import org.yarnext.elastic.policy.heap.HeapRules;
import org.yarnext.elastic.policy.heap.LaunchText;
import org.yarnext.elastic.policy.heap.TaskVariables;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.rm.World;
import org.yarnext.elastic.rm.profile.ProfileResolver;

/**
 * As how much memory the ResourceManager counts a task that asked for its ideal or more, and how
 * much of it the node leaves: the heap that it makes smaller, and what the ideal has beside its
 * heap.
 */
@RunWith(JUnitQuickcheck.class)
public class PricedMemoryTest {
  private static final HeapRewrite NODE = new HeapRewrite(new HeapRules(16, 16, 50, true));

  /** Takes twice as long with half of its memory, so that a run time tells the memory. */
  private static final class InverseModel implements ElasticityModel {
    final long idealMb;

    InverseModel(long idealMb) {
      this.idealMb = idealMb;
    }

    @Override
    public long idealMemoryMb() {
      return idealMb;
    }

    @Override
    public double runTimeMs(long memoryMb) {
      return 1e6 * idealMb / Math.min(memoryMb, idealMb);
    }

    @Override
    public double diskMbPerSecond(long memoryMb) {
      return 0;
    }
  }

  /** A task whose heap is the ideal's or larger, and what it is granted of what it asks for. */
  private static final class World {
    final InverseModel model;
    final long besideMb;
    final long idealHeapMb;
    final long requestedMb;
    final long heapMb;
    final long grantedMb;
    final String main;

    World(Random random, boolean heapIsTheIdeals) {
      model = new InverseModel(200 + random.nextInt(4000));
      besideMb = random.nextInt((int) model.idealMb / 2);
      idealHeapMb = model.idealMb - besideMb;
      requestedMb = model.idealMb + (random.nextBoolean() ? 0 : random.nextInt(6000));
      int spareMb = heapIsTheIdeals ? 0 : (int) (requestedMb - model.idealMb);
      heapMb = idealHeapMb + (spareMb == 0 ? 0 : random.nextInt(spareMb));
      grantedMb = requestedMb - 1 - random.nextInt((int) idealHeapMb - 16);
      // Of a MapReduce task less is left outside the heap, and more of the heap.
      main = heapIsTheIdeals ? "org.example.Main" : "org.apache.hadoop.mapred.YarnChild";
    }

    long pricedMb(long granted) {
      return ProfileResolver.modelMb(model, requestedMb, granted);
    }

    /** The smaller heap, and what was beside it. */
    long leftMb(long granted) {
      LaunchText launch =
          new LaunchText(Collections.singletonList("java -Xmx" + heapMb + "m " + main), null);
      LaunchText smaller = NODE.decide("container_1", launch, requestedMb, granted).value();
      return TaskVariables.megabytes(smaller.environment(), TaskVariables.HEAP_MB) + besideMb;
    }
  }

  @Property(trials = 1000)
  public void pricedMemoryNeverExceedsWhatTheNodeLeaves(@When(seed = 1) long seed) {
    World world = new World(new Random(seed), false);
    assertTrue(world.pricedMb(world.grantedMb) <= world.leftMb(world.grantedMb));
  }

  /** The ResourceManager does not know the heap, so it cannot count more. */
  @Property(trials = 1000)
  public void pricedMemoryIsAllThatIsLeftIfTheIdealIsTheHeap(@When(seed = 2) long seed) {
    World world = new World(new Random(seed), true);
    assertEquals(world.leftMb(world.grantedMb), world.pricedMb(world.grantedMb));
  }

  @Property(trials = 1000)
  public void pricedMemoryGrowsWithTheGrantUpToTheIdeal(@When(seed = 3) long seed) {
    Random random = new Random(seed);
    World world = new World(random, false);
    long more = world.grantedMb + random.nextInt((int) (world.requestedMb - world.grantedMb) + 1);
    assertTrue(world.pricedMb(world.grantedMb) <= world.pricedMb(more));
    assertTrue(world.pricedMb(world.grantedMb) > 0);
    assertTrue(world.pricedMb(0) > 0);
    assertEquals(world.model.idealMb, world.pricedMb(world.requestedMb));
  }

  /** Decisions, run times and trust use the same amount of memory. */
  @Property(trials = 500)
  public void policiesUseThePricedMemory(@When(seed = 4) long seed) {
    World world = new World(new Random(seed), false);
    SizingRequest request =
        SizingRequest.builder(world.requestedMb, 1)
            .model(world.model)
            .room(world.grantedMb, 1, 0)
            .endBy(Long.MAX_VALUE / 2, 0)
            .build();
    for (ElasticPolicy policy :
        new ElasticPolicy[] {new AlgorithmOnePolicy(), new MinOccupancyPolicy()}) {
      Decision<Long> decision = policy.decide(request);
      double runMs = world.model.runTimeMs(world.pricedMb(decision.value()));
      assertEquals((long) Math.ceil(runMs), decision.inputs().get("taskRunMs"));
    }
  }
}
