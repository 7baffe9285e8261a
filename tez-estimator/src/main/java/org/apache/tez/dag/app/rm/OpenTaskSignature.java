// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.apache.tez.dag.app.rm;

import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.tez.common.ContainerSignatureMatcher;

/**
 * Signature of a request, by which Tez's scheduler decides whether a container may be reused. It
 * adds to Tez's own signature the execution types that the task needs and got, and whether other
 * requests go first. Thread-safe.
 */
final class OpenTaskSignature {
  private final Object stock;
  private final boolean needsGuaranteed;
  private final Predicate<ContainerId> heldBack;

  /**
   * Whether the request's opportunistic container must no longer be reused; null for a guaranteed
   * one. Set before the container can be reused: its first task is notified of it before it runs.
   */
  private volatile BooleanSupplier spent;

  /** The request's container; null before it arrives. Set together with {@link #spent}. */
  private volatile ContainerId container;

  /**
   * Creates a signature.
   *
   * @param stock Tez's own, or one of this class that wraps it
   * @param heldBack whether the request must not get a reused container yet
   */
  OpenTaskSignature(Object stock, boolean needsGuaranteed, Predicate<ContainerId> heldBack) {
    this.stock = stockOf(stock);
    this.needsGuaranteed = needsGuaranteed;
    this.heldBack = heldBack;
  }

  boolean needsGuaranteed() {
    return needsGuaranteed;
  }

  /** Records the container given to the request. */
  void isIn(ContainerId given) {
    container = given;
  }

  /**
   * Records that the container given to the request is opportunistic.
   *
   * @param isOverrun whether it must no longer be reused
   */
  void isInOpportunistic(BooleanSupplier isOverrun) {
    spent = isOverrun;
  }

  private static Object stockOf(Object signature) {
    return signature instanceof OpenTaskSignature
        ? ((OpenTaskSignature) signature).stock
        : signature;
  }

  /**
   * Matches like Tez's own matcher, but keeps tasks out of containers of a type that they must not
   * have.
   */
  static final class Matcher implements ContainerSignatureMatcher {
    private final ContainerSignatureMatcher stock;

    Matcher(ContainerSignatureMatcher stock) {
      this.stock = stock;
    }

    /** Compares the last task of a container with a candidate for the next. */
    @Override
    public boolean isSuperSet(Object last, Object next) {
      return !refuses(last, next) && stock.isSuperSet(stockOf(last), stockOf(next));
    }

    private static boolean refuses(Object last, Object next) {
      if (!(last instanceof OpenTaskSignature && next instanceof OpenTaskSignature)) {
        return false;
      }
      OpenTaskSignature request = (OpenTaskSignature) next;
      BooleanSupplier spent = ((OpenTaskSignature) last).spent;
      ContainerId used = ((OpenTaskSignature) last).container;
      return spent != null && (request.needsGuaranteed || spent.getAsBoolean())
          || used != null && request.heldBack.test(used);
    }

    @Override
    public boolean isExactMatch(Object one, Object other) {
      return stock.isExactMatch(stockOf(one), stockOf(other));
    }

    @Override
    public Map<String, LocalResource> getAdditionalResources(
        Map<String, LocalResource> of, Map<String, LocalResource> with) {
      return stock.getAdditionalResources(of, with);
    }

    @Override
    public Object union(Object one, Object other) {
      return stock.union(stockOf(one), stockOf(other));
    }
  }
}
