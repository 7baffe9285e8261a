// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.scheduler;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.scheduler.ContainerSchedulerEvent;
import org.yarnext.mercury.application.ResourceCodec;
import org.yarnext.mercury.nm.scheduler.stub.RecordingCeiling;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * Checks the rules that hold on a node at every event with any scheduler, and those that hold in
 * addition with Mercury. A breach is an AssertionError that tells the state.
 */
final class NodeRules implements FakeNode.Observer {
  private static final String STOCK_QUEUE_FULL = "Opportunistic container queue is full.";

  private final FakeNode node;
  private final boolean mercury;

  /** Whether the ResourceManager's promise holds at every moment; see {@link RandomWorld}. */
  private final boolean promiseKept;

  private ContainerSchedulerEvent event;
  private ResourceVector usedBefore = ResourceVector.NONE;
  private ResourceVector goingBefore = ResourceVector.NONE;
  private ResourceVector goneBefore = ResourceVector.NONE;
  private ResourceVector guaranteedBefore = ResourceVector.NONE;
  private final List<FakeContainer> victims = new ArrayList<>();

  /** Asked for every start; null if a start may exceed it. */
  private RecordingCeiling ceiling;

  /** Waited as guaranteed ones once; those that did so in stock's queue are started by stock. */
  private final Set<FakeContainer> demoted = new HashSet<>();

  /** The first breach; one found within the scheduler would be caught there. */
  private AssertionError breach;

  long victimsChecked;
  long startsChecked;

  NodeRules(FakeNode node, boolean mercury, boolean promiseKept) {
    this.node = node;
    this.mercury = mercury;
    this.promiseKept = promiseKept;
  }

  NodeRules under(RecordingCeiling watched) {
    ceiling = watched;
    return this;
  }

  @Override
  public void beforeEvent(ContainerSchedulerEvent next) {
    event = next;
    demoted.addAll(node.all(c -> c.waits() && c.handledType == ExecutionType.GUARANTEED));
    victims.clear();
    usedBefore = node.used();
    goingBefore =
        FakeNode.sum(
            node.all(c -> c.occupies() && c.opportunistic() && !c.alive() && !isBeyond(c)));
    // One that is gone, while the event that tells so waits, need not be known to be going.
    goneBefore =
        FakeNode.sum(
            node.all(c -> c.occupies() && c.opportunistic() && c.isDone() && !isBeyond(c)));
    guaranteedBefore =
        FakeNode.sum(
            node.all(
                c ->
                    c != next.getContainer()
                        && c.arrivalHandled
                        && c.launches == 0
                        && !c.completionHandled
                        && c.handledType == ExecutionType.GUARANTEED));
  }

  @Override
  public void launched(FakeContainer c) {
    check(c.launches == 1, "launched twice", c);
    check(!c.completionHandled, "launched after the scheduler heard of its end", c);
    ResourceVector real =
        FakeNode.sum(node.all(x -> x.launches > 0 && !x.isDone() && !isBeyond(x)));
    check(real.fitsIn(node.total), "the node is over-committed: " + real, c);
    if (c.handledType == ExecutionType.OPPORTUNISTIC) {
      if (ceiling != null && !demoted.contains(c)) {
        ResourceVector together =
            FakeNode.sum(
                node.all(
                    x ->
                        x.launches > 0
                            && !x.isDone()
                            && x.opportunistic()
                            && x.handledType == ExecutionType.OPPORTUNISTIC));
        check(together.fitsIn(ceiling.latest()), together + " is above " + ceiling.latest(), c);
        startsChecked++;
      }
      for (FakeContainer g : node.containers) {
        check(
            !(g.waits() && g.handledType == ExecutionType.GUARANTEED && !g.opportunistic()),
            "an opportunistic container starts while a guaranteed one waits: " + g,
            c);
      }
    }
  }

  @Override
  public void killed(FakeContainer c, String description) {
    // Stock sheds what is being promoted; Mercury does not.
    boolean stockSheds =
        description.equals("Container De-queued to meet NM queuing limits.")
            && c.handledType == ExecutionType.OPPORTUNISTIC;
    check(
        c.opportunistic() || stockSheds,
        "the scheduler kills a guaranteed container: " + description,
        c);
    if (mercury && description.startsWith(STOCK_QUEUE_FULL)) {
      // Stock's queue, when all fall back to it, may be too short for those it would have kept.
      boolean byStock = c.demotedWaiting && description.equals(STOCK_QUEUE_FULL);
      check(byStock || !c.waitedOnce, "a container that waited is refused: " + description, c);
    }
    check(
        !description.contains("OVERALLOCATION_") || isBeyond(c),
        "memory stops a container of the allocation",
        c);
    if (description.contains(": RECLAIM_")) {
      check(!isBeyond(c), "a victim that frees nothing", c);
      check(c.occupies(), "a victim that does not run", c);
      check(c.schedulerKills.size() == 1, "a victim that is dying already", c);
      check(!c.killedByMaster, "a victim that is dying already", c);
      victims.add(c);
    }
  }

  @Override
  public void afterEvent(ContainerSchedulerEvent done) {
    ResourceVector used = node.used();
    check(used.fitsIn(node.total), "the node is over-committed: " + used, null);
    guaranteedWaitsOnlyForRoom(used);
    if (node.events.isEmpty()) {
      ResourceVector running = FakeNode.sum(node.all(c -> c.occupies() && !isBeyond(c)));
      check(used.equals(running), "stock counts " + used + " of " + running, null);
    }
    if (mercury) {
      checkVictims();
      countersBalance();
    }
    throwBreach();
  }

  private boolean isBeyond(FakeContainer c) {
    return node.runtime instanceof MercuryScheduler
        && ((MercuryScheduler) node.runtime).overallocated.contains(c.getContainerId());
  }

  private void throwBreach() {
    if (breach != null) {
      throw breach;
    }
  }

  private void guaranteedWaitsOnlyForRoom(ResourceVector used) {
    if (!mercury || node.stock.getNumQueuedGuaranteedContainers() > 0) {
      // Containers that the stock scheduler lets wait are not checked.
      return;
    }
    node
        .all(
            c ->
                c.arrivalHandled
                    && c.launches == 0
                    && !c.completionHandled
                    && c.handledType == ExecutionType.GUARANTEED)
        .stream()
        .min(Comparator.comparingLong(c -> c.handledTurn))
        .ifPresent(
            head ->
                check(
                    !used.plus(ResourceCodec.vector(head.getResource())).fitsIn(node.total),
                    "the first guaranteed container waits although it fits",
                    head));
    List<FakeContainer> waiting =
        node.all(c -> c.waits() && c.handledType == ExecutionType.GUARANTEED);
    if (promiseKept && !waiting.isEmpty()) {
      ResourceVector staying =
          FakeNode.sum(
              node.all(c -> c.occupies() && !isBeyond(c) && (c.alive() || !c.opportunistic())));
      check(
          staying.plus(FakeNode.sum(waiting)).fitsIn(node.total),
          "guaranteed containers wait although too little is being freed: " + waiting,
          null);
    }
  }

  private void checkVictims() {
    ResourceVector winner =
        event.getContainer() == null
            ? ResourceVector.NONE
            : ResourceCodec.vector(event.getContainer().getResource());
    ResourceVector freed = FakeNode.sum(victims);
    ResourceVector over =
        usedBefore.minus(goingBefore).plus(guaranteedBefore).plus(winner).minus(node.total);
    if (!victims.isEmpty()) {
      victimsChecked += victims.size();
      check(over.fitsIn(freed), "the victims do not suffice: " + victims, null);
    }
    for (FakeContainer v : victims) {
      check(
          !over.plus(goneBefore).fitsIn(freed.minus(ResourceCodec.vector(v.getResource()))),
          "a victim too many among " + victims,
          v);
    }
  }

  private void countersBalance() {
    NodeQueueMetrics j = node.metrics;
    long gone =
        j.started.value()
            + j.rejected.value()
            + j.shed.value()
            + j.promoted.value()
            + j.left.value()
            + j.handedBack.value()
            + j.held();
    check(
        j.arrived.value() == gone,
        "arrived "
            + j.arrived.value()
            + " != started "
            + j.started.value()
            + " + rejected "
            + j.rejected.value()
            + " + shed "
            + j.shed.value()
            + " + promoted "
            + j.promoted.value()
            + " + left "
            + j.left.value()
            + " + handed back "
            + j.handedBack.value()
            + " + held "
            + j.held(),
        null);
  }

  /** Checks the node after {@link RandomWorld#settle}. */
  void settled() {
    List<FakeContainer> all = new ArrayList<>(node.containers);
    all.addAll(node.forgotten);
    for (FakeContainer c : all) {
      check(c.isDone(), "lost: it neither ran nor was refused", c);
      check(c.completions == 1, "it ended more than once", c);
      check(c.launches <= 1, "launched twice", c);
      check(
          c.launches == 1 || c.killedByMaster || !c.schedulerKills.isEmpty(),
          "it ended without cause",
          c);
    }
    if (mercury) {
      check(node.metrics.held() == 0, "the queue is not empty", null);
      check(node.metrics.guaranteedWaiting() == 0, "guaranteed containers are held", null);
    }
    throwBreach();
  }

  private void check(boolean holds, String sentence, FakeContainer about) {
    if (!holds && breach == null) {
      breach =
          new AssertionError(
              sentence
                  + (about == null ? "" : ": " + about)
                  + "\n  at "
                  + (event == null ? "no event" : event.getType() + " " + event.getContainer())
                  + "\n  total "
                  + node.total
                  + "\n  containers "
                  + node.all(c -> !c.isDone() || !c.completionHandled)
                  + "\n  stock counts "
                  + node.stock.getCurrentUtilization()
                  + "\n  log\n    "
                  + String.join("\n    ", tail(node.log)));
    }
  }

  private static List<String> tail(List<String> trace) {
    return trace.subList(Math.max(0, trace.size() - 40), trace.size());
  }
}
