// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.queue;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.yarnext.mercury.policy.ContainerView;
import org.yarnext.mercury.policy.EstimateInputs;
import org.yarnext.mercury.policy.ResourceVector;

/**
 * The waiting opportunistic containers of one node in the order in which they will run: those that
 * waited longer than the aging limit first, by arrival, then the rest by {@link QueueOrder}.
 *
 * <p>The head blocks: a container that does not fit is not overtaken by a smaller one, so size
 * alone never starves anybody. Adding, removing and finding the head cost O(log n). Not
 * thread-safe.
 */
public final class OpportunisticQueue {
  private static final Comparator<ContainerView> BY_ARRIVAL =
      Comparator.comparingLong(ContainerView::arrivedAtMs).thenComparing(ContainerView::id);

  private final Map<String, ContainerView> byId = new HashMap<>();
  private final TreeSet<ContainerView> byArrival = new TreeSet<>(BY_ARRIVAL);
  private final TreeSet<ContainerView> byOrder;
  private final EstimateGroupTracker groups = new EstimateGroupTracker();
  private final long agingLimitMs;

  private ResourceVector resources = ResourceVector.NONE;
  private double memoryWork;
  private double vcoreWork;

  /**
   * Creates an empty queue.
   *
   * @param order the order among containers that have not aged
   * @param agingLimitMs maximum time that a container can be overtaken, in ms
   */
  public OpportunisticQueue(QueueOrder order, long agingLimitMs) {
    this.byOrder =
        new TreeSet<>(((Comparator<ContainerView>) order::compare).thenComparing(BY_ARRIVAL));
    this.agingLimitMs = agingLimitMs;
  }

  /** Adds a container; one with the same id is replaced. */
  public void add(ContainerView c) {
    remove(c.id());
    byId.put(c.id(), c);
    byArrival.add(c);
    byOrder.add(c);
    groups.add(c);
    account(c, 1);
  }

  /**
   * Estimates a user's containers again, and corrects those whose estimate has clearly changed.
   * Calls {@code estimate} once for all containers with equal inputs.
   *
   * @param estimate returns an expected run time, in ms
   */
  public void reestimate(String user, ToLongFunction<EstimateInputs> estimate) {
    groups.changed(user, estimate).forEach(this::add);
  }

  /** Removes a container; returns null if it is not here. */
  public ContainerView remove(String id) {
    ContainerView c = byId.remove(id);
    if (c != null) {
      byArrival.remove(c);
      byOrder.remove(c);
      groups.remove(c);
      account(c, -1);
    }
    return c;
  }

  private void account(ContainerView c, int sign) {
    ResourceVector r = c.resources();
    resources = sign > 0 ? resources.plus(r) : resources.minus(r);
    memoryWork += sign * (double) c.estimatedRunMs() * r.memoryMb();
    vcoreWork += sign * (double) c.estimatedRunMs() * r.vcores();
    if (byId.isEmpty()) {
      // Reset the running sums, or their rounding errors would outlive the containers.
      memoryWork = 0;
      vcoreWork = 0;
    }
  }

  public ContainerView get(String id) {
    return byId.get(id);
  }

  public int size() {
    return byId.size();
  }

  /** Returns the queued work: the sum of estimated run time times resources. */
  public Work work() {
    return new Work(Math.max(0, memoryWork), Math.max(0, vcoreWork), byId.size(), resources);
  }

  /**
   * Returns the containers in the order in which they run if none arrives; a lazy, read-only
   * iteration.
   */
  public Iterable<ContainerView> inOrder(long nowMs) {
    long agedBefore = nowMs - agingLimitMs;
    return () -> new InOrder(agedBefore);
  }

  private final class InOrder implements Iterator<ContainerView> {
    private final long agedBefore;
    private final Iterator<ContainerView> aged = byArrival.iterator();
    private final Iterator<ContainerView> rest = byOrder.iterator();
    private boolean inAged = true;
    private ContainerView next;

    private InOrder(long agedBefore) {
      this.agedBefore = agedBefore;
      advance();
    }

    private void advance() {
      next = null;
      if (inAged && aged.hasNext()) {
        ContainerView c = aged.next();
        if (c.arrivedAtMs() <= agedBefore) {
          next = c;
          return;
        }
      }
      inAged = false;
      while (next == null && rest.hasNext()) {
        ContainerView c = rest.next();
        next = c.arrivedAtMs() <= agedBefore ? null : c;
      }
    }

    @Override
    public boolean hasNext() {
      return next != null;
    }

    @Override
    public ContainerView next() {
      if (next == null) {
        throw new NoSuchElementException();
      }
      ContainerView c = next;
      advance();
      return c;
    }
  }

  /** Work of a set of containers: the sum of run time times resources. Immutable. */
  public static final class Work {
    private final double memoryMbMs;
    private final double vcoreMs;
    private final int containers;
    private final ResourceVector resources;

    Work(double memoryMbMs, double vcoreMs, int containers, ResourceVector resources) {
      this.memoryMbMs = memoryMbMs;
      this.vcoreMs = vcoreMs;
      this.containers = containers;
      this.resources = resources;
    }

    public int containers() {
      return containers;
    }

    /** Returns the resources of the containers. */
    ResourceVector resources() {
      return resources;
    }

    /** Returns this work plus other work. */
    Work plus(Work other) {
      return new Work(
          memoryMbMs + other.memoryMbMs,
          vcoreMs + other.vcoreMs,
          containers + other.containers,
          resources.plus(other.resources));
    }

    /** Returns this work plus that of one container. */
    Work with(ContainerView c) {
      double run = c.estimatedRunMs();
      return new Work(
          memoryMbMs + run * c.resources().memoryMb(),
          vcoreMs + run * c.resources().vcores(),
          containers + 1,
          resources.plus(c.resources()));
    }

    /** Returns this work minus that of one container. */
    public Work without(ContainerView c) {
      double run = c.estimatedRunMs();
      return new Work(
          Math.max(0, memoryMbMs - run * c.resources().memoryMb()),
          Math.max(0, vcoreMs - run * c.resources().vcores()),
          containers - 1,
          resources.minus(c.resources()));
    }

    /** Returns the mean size of the containers; zero if there are none. */
    public ResourceVector meanSize() {
      return containers == 0
          ? ResourceVector.NONE
          : ResourceVector.of(resources.memoryMb() / containers, resources.vcores() / containers);
    }

    /** Returns the mean estimated run time weighted by memory, in ms; 0 without containers. */
    public long meanRunMs() {
      return resources.memoryMb() > 0 ? (long) (memoryMbMs / resources.memoryMb()) : 0;
    }

    /**
     * Returns the time to process this work with {@code capacity}, in ms, by its scarcest resource.
     */
    public double drainMs(ResourceVector capacity) {
      double memory = capacity.memoryMb() > 0 ? memoryMbMs / capacity.memoryMb() : 0;
      double cores = capacity.vcores() > 0 ? vcoreMs / capacity.vcores() : 0;
      return Math.max(memory, cores);
    }
  }
}
