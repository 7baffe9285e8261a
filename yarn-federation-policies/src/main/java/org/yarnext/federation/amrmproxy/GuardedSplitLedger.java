// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.federation.store.records.SubClusterId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;

/**
 * Runs the division of the requests of one application attempt under the guard, and hands over to
 * stock at the first failure. In between, the application has to state all its asks once more.
 * Thread-safe.
 */
final class GuardedSplitLedger {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedSplitLedger.class);
  private static final byte[] NOTHING = new byte[0];

  private final SplitHook hook;
  private final String application;
  private final SplitLedgerAdapter book;
  private final Object lock;

  /** Null while nobody remembers. */
  private SplitStateStore memory;

  private SplitStateStore handedOutMemory;

  /** Whether what was remembered is known to be wrong and could not be removed. */
  private boolean misleading;

  private volatile Restating restating = Restating.NOT;

  /** How far an application that was given up is in stating its asks again. */
  private enum Restating {
    NOT,
    /** It has to be told; what it asks until then it will ask again. */
    DUE,
    /** It registered again, and states all of them in its next call. */
    NOW
  }

  /**
   * @param lock under which anything is remembered, so that nothing is once the application is
   *     given up
   */
  GuardedSplitLedger(SplitHook hook, String application, SplitLedgerAdapter book, Object lock) {
    this.hook = hook;
    this.application = application;
    this.book = book;
    this.lock = lock;
  }

  /**
   * From now on what sub-clusters are told is remembered before they are told.
   *
   * @param handed which containers the application was handed, which is worth nothing to stock
   */
  void rememberIn(SplitStateStore told, SplitStateStore handed) {
    memory = told;
    handedOutMemory = handed;
  }

  /** Whether the ledger divides, and is followed. */
  boolean acts() {
    return hook.mode().acts() && !book.isGivenUp();
  }

  void remember() {
    if (memory != null) {
      hook.guard().runInline("federation.remember", this::keep, this::giveUp);
    }
  }

  /** Not of one that another thread is giving up, or that would be gone on from after a restart. */
  private void keep() throws IOException {
    synchronized (lock) {
      if (acts()) {
        memory.keep(book.image());
      }
    }
  }

  /** Null if stock is to divide. */
  Map<SubClusterId, List<ResourceRequest>> split(
      List<ResourceRequest> asked, Callable<SplitLedgerAdapter.Places> places, long nowMs) {
    Map<SubClusterId, List<ResourceRequest>> split = null;
    if (!book.isGivenUp()) {
      split =
          hook.guard()
              .callInline(
                  "federation.split",
                  () -> book.split(asked, places.call(), nowMs),
                  () -> {
                    giveUp();
                    return null;
                  });
    }
    if (split != null && !split.isEmpty()) {
      remember();
    }
    if (split == null && restating == Restating.DUE) {
      return Collections.emptyMap();
    }
    return hook.mode().acts() ? split : null;
  }

  /**
   * Takes back all that the ledger told, before what stock tells in the call in which the
   * application states its asks again: stock knows of none of it.
   */
  Map<SubClusterId, List<ResourceRequest>> takingBack(
      Map<SubClusterId, List<ResourceRequest>> stocks) {
    if (restating != Restating.NOW) {
      return stocks;
    }
    Map<SubClusterId, List<ResourceRequest>> all =
        hook.guard().callInline("federation.take-back", book::withdrawals, HashMap::new);
    stocks.forEach((to, asks) -> all.computeIfAbsent(to, t -> new ArrayList<>()).addAll(asks));
    return all;
  }

  void answered(SubClusterId from, AllocateResponse response) {
    if (!book.isGivenUp()) {
      hook.guard()
          .runInline("federation.answered", () -> book.answered(from, response), this::giveUp);
    }
  }

  Map<String, Long> counts() {
    return book.counts();
  }

  /** A call failed, so that nobody knows what of it was sent on. */
  void failed() {
    hook.guard().runInline("federation.failed", book::failed, this::giveUp);
  }

  /**
   * The application goes on as stock from its next call on, in which it states all its asks again:
   * what the ledger took from one sub-cluster it may not have asked another one for yet, and nobody
   * else would.
   */
  void giveUp() {
    synchronized (book) { // by one of the threads that may find a failure
      if (book.isGivenUp()) {
        return;
      }
      if (hook.mode().acts()) {
        restating = Restating.DUE;
      }
      book.giveUp();
    }
    hook.gaveUp(application);
    forget();
  }

  /** Whether the application has yet to be told to state its asks again. */
  boolean isRestatingDue() {
    return restating == Restating.DUE;
  }

  void registered() {
    if (restating == Restating.DUE) {
      restating = Restating.NOW;
    }
  }

  /** Whether the application states all its asks in the call that is next or under way. */
  boolean isRestating() {
    return restating == Restating.NOW;
  }

  /** A call went through, and with it the asks if they were to be stated again. */
  void succeeded() {
    book.succeeded();
    if (restating == Restating.NOW) {
      restating = Restating.NOT;
    }
  }

  /** Stock remembers nothing either, so that after a restart the application stays with it. */
  private void forget() {
    synchronized (lock) {
      if (memory != null) {
        try {
          memory.keep(NOTHING);
          handedOutMemory.keep(NOTHING);
          misleading = false;
        } catch (IOException | RuntimeException e) {
          if (!misleading) {
            LOG.warn("What was remembered of {} could not be removed yet", application, e);
          }
          misleading = true;
        }
      }
    }
  }

  /** Tries again to remove what was remembered, if that failed. */
  void forgetMisleading() {
    synchronized (lock) {
      if (misleading) {
        forget();
      }
    }
  }
}
