// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.policy.ResourceVector;
import org.yarnext.mercury.policy.estimate.RunTimeHint;

/**
 * Random life on a {@link FakeNode}: arrivals, ends, kills, promotions, demotions, shrinking,
 * limits and ticks, with the ResourceManager's promise kept that guaranteed containers never exceed
 * the node together. What happens depends on the seed and on the node's state alone.
 */
final class RandomWorld {
  static final int QUEUE_LENGTH = 8;

  private final Random random;
  private final FakeNode node;

  /** Whether the node's usage is measured. */
  private boolean measures;

  /** Whether the ResourceManager takes a guaranteed container for gone as soon as it is killed. */
  private final boolean hasty;

  RandomWorld(long seed, FakeNode node, boolean hasty) {
    this.random = new Random(seed);
    this.node = node;
    this.hasty = hasty;
  }

  RandomWorld measuring() {
    measures = true;
    return this;
  }

  static ResourceVector size(long seed) {
    Random random = new Random(seed ^ 0x5eed);
    return ResourceVector.of(1024L * (2 + random.nextInt(15)), 2 + random.nextInt(15));
  }

  void live(int steps) {
    for (int i = 0; i < steps; i++) {
      node.pass(random.nextInt(500));
      step(random.nextInt(100));
      if (measures && random.nextInt(3) == 0) {
        node.send(new MercuryEvent(MercuryEvent.Kind.USAGE));
      }
      if (random.nextInt(100) < 80) {
        node.drain();
      } else if (!node.events.isEmpty()) {
        node.handleNext();
      }
    }
    node.drain();
  }

  private void step(int dice) {
    if (dice < 27) {
      arriveOpportunistic();
    } else if (dice < 40) {
      arriveGuaranteed();
    } else if (dice < 67) {
      node.forEach(this::maybeAdvance);
    } else if (dice < 78) {
      end(pick(FakeContainer::runs));
    } else if (dice < 83) {
      kill(pick(FakeContainer::alive));
    } else if (dice < 88) {
      promote(pick(c -> c.opportunistic() && updatable(c) && fitsPromise(c)));
    } else if (dice < 90) {
      demote(pick(c -> !c.opportunistic() && updatable(c)));
    } else if (dice < 92) {
      shrink(pick(c -> updatable(c) && (c.launches > 0 || node.events.isEmpty())));
    } else if (dice < 96) {
      node.limits(random.nextInt(QUEUE_LENGTH + 2) - 1, random.nextInt(30_000) - 1);
    } else {
      node.tick();
    }
  }

  private void arriveOpportunistic() {
    ResourceVector size = randomSize(4);
    node.arrive(
        ExecutionType.OPPORTUNISTIC,
        size.memoryMb(),
        (int) size.vcores(),
        1 + random.nextInt(5),
        random.nextInt(3),
        random.nextBoolean()
            ? FakeContainer.noTags()
            : Collections.singleton(RunTimeHint.tag(1 + random.nextInt(20_000))));
  }

  private void arriveGuaranteed() {
    ResourceVector size = randomSize(2);
    if (promised().plus(size).fitsIn(node.total)) {
      node.arrive(
          ExecutionType.GUARANTEED,
          size.memoryMb(),
          (int) size.vcores(),
          1 + random.nextInt(5),
          random.nextInt(3),
          FakeContainer.noTags());
    }
  }

  private ResourceVector randomSize(int share) {
    long memory =
        256 * (1 + random.nextInt((int) Math.max(1, node.total.memoryMb() / 256 / share)));
    long vcores = 1 + random.nextInt((int) Math.max(1, node.total.vcores() / share));
    return ResourceVector.of(memory, vcores);
  }

  /** Resources that the ResourceManager counts as guaranteed on this node. */
  private ResourceVector promised() {
    return FakeNode.sum(
        node.all(c -> !c.opportunistic() && !c.isDone() && !(hasty && c.killedByMaster)));
  }

  /**
   * The ResourceManager has one change of a container on its way at a time. One that is about to be
   * launched is not shrunk: the stock scheduler would count the change twice.
   */
  private static boolean updatable(FakeContainer c) {
    return c.alive() && c.pendingUpdates == 0;
  }

  private boolean fitsPromise(FakeContainer c) {
    return promised().plus(ResourceCodec.vector(c.getResource())).fitsIn(node.total);
  }

  private void maybeAdvance(FakeContainer c) {
    if (random.nextInt(3) > 0) {
      return;
    }
    if (c.completionHandled) {
      node.forget(c);
    } else if (c.isDone()) {
      // The scheduler will hear of it.
      return;
    } else if (c.alive()) {
      c.running();
    } else if (c.isContainerInFinalStates()) {
      c.done(-1);
    } else {
      c.killing();
    }
  }

  private void end(FakeContainer c) {
    if (c != null) {
      c.running();
      c.done(random.nextInt(10) == 0 ? 1 : 0);
    }
  }

  private void kill(FakeContainer c) {
    if (c != null) {
      c.killByMaster();
    }
  }

  private void promote(FakeContainer c) {
    if (c != null) {
      c.update(ExecutionType.GUARANTEED);
    }
  }

  private void demote(FakeContainer c) {
    if (c != null) {
      c.update(ExecutionType.OPPORTUNISTIC);
    }
  }

  private void shrink(FakeContainer c) {
    if (c != null && c.getResource().getMemorySize() > 256) {
      Resource smaller =
          Resource.newInstance(
              c.getResource().getMemorySize() - 256, c.getResource().getVirtualCores());
      c.update(c.type(), smaller);
    }
  }

  private FakeContainer pick(Predicate<FakeContainer> which) {
    List<FakeContainer> some = node.all(which);
    return some.isEmpty() ? null : some.get(random.nextInt(some.size()));
  }

  /**
   * Nothing new comes and everything launched ends, without time passing, until nothing is left.
   */
  void settle() {
    settle(0);
  }

  /** The same with so much time, in ms, before each round; what is expected takes time to pass. */
  void settle(long passMs) {
    node.drain();
    for (int round = 0; round < 300 && !node.all(c -> !c.isDone()).isEmpty(); round++) {
      node.pass(passMs);
      node.forEach(
          c -> {
            if (!c.alive()) {
              c.done(-1);
            } else if (c.launches > 0) {
              end(c);
            }
          });
      node.drain();
      node.tick();
      node.drain();
    }
  }
}
