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
import org.yarnext.common.FeatureMode;
import org.yarnext.federation.amrmproxy.ledger.SplitLedgerAdapter;
import org.yarnext.federation.amrmproxy.ledger.SplitStateStore;

/**
 * Runs the request ledger of one application attempt under the guard, and falls back to stock's
 * division at the first failure. The application then has to state all its requests again, since
 * stock knows none of them. Thread-safe.
 */
final class GuardedSplitLedger {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedSplitLedger.class);
  private static final byte[] NOTHING = new byte[0];

  private final SplitHook hook;
  private final String application;
  private final FeatureMode mode;
  private final SplitLedgerAdapter adapter;
  private final Object lock;

  /** Where the ledger is stored, or null if it is not. */
  private SplitStateStore ledgerStore;

  private SplitStateStore deliveryStore;

  /** Whether the stored state is invalid and could not be erased. */
  private boolean isEraseDue;

  private volatile RestatementState restating = RestatementState.NOT;

  /** Progress of an application that fell back to stock in stating its requests again. */
  private enum RestatementState {
    NOT,
    /** It must be asked to register again; it will then repeat all its requests. */
    DUE,
    /** It registered again; its next call states all requests. */
    NOW
  }

  /**
   * @param mode the mode with which the application began
   * @param lock guards the stored state, so that nothing is stored once the ledger is given up
   */
  GuardedSplitLedger(
      SplitHook hook,
      String application,
      FeatureMode mode,
      SplitLedgerAdapter adapter,
      Object lock) {
    this.hook = hook;
    this.application = application;
    this.mode = mode;
    this.adapter = adapter;
    this.lock = lock;
  }

  /**
   * Sets where the state is stored. From then on the ledger is stored before sub-clusters receive
   * requests.
   *
   * @param delivered where deliveries are stored; erased when the application falls back to stock
   */
  void storeIn(SplitStateStore ledgers, SplitStateStore delivered) {
    ledgerStore = ledgers;
    deliveryStore = delivered;
  }

  /**
   * Returns whether the ledger's division is applied: the mode is on and the ledger is not given
   * up.
   */
  boolean acts() {
    return mode.acts() && !adapter.isGivenUp();
  }

  /** Stores the ledger, if there is a store. */
  void save() {
    if (ledgerStore != null) {
      hook.guard().runInline("federation.remember", this::write, this::giveUp);
    }
  }

  /** Stores the ledger unless another thread gives it up: a restart would restore it. */
  private void write() throws IOException {
    synchronized (lock) {
      if (acts()) {
        ledgerStore.put(adapter.image());
      }
    }
  }

  /**
   * Divides the requests over the sub-clusters.
   *
   * @param requested the application's requests in this call
   * @param places supplies the sub-clusters; called under the guard
   * @return requests by sub-cluster, empty while the application has yet to register again; null if
   *     stock is to divide
   */
  Map<SubClusterId, List<ResourceRequest>> split(
      List<ResourceRequest> requested,
      Callable<SplitLedgerAdapter.Destinations> places,
      long nowMs) {
    Map<SubClusterId, List<ResourceRequest>> split = null;
    if (!adapter.isGivenUp()) {
      split =
          hook.guard()
              .callInline(
                  "federation.split",
                  () -> adapter.split(requested, places.call(), nowMs),
                  () -> {
                    giveUp();
                    return null;
                  });
    }
    if (split != null && !split.isEmpty()) {
      save();
    }
    if (split == null && restating == RestatementState.DUE) {
      return Collections.emptyMap();
    }
    return mode.acts() ? split : null;
  }

  /**
   * Adds withdrawals of all requests that the ledger sent to stock's requests, in the call in which
   * the application states its requests again; stock does not know the ledger's. Returns stock's
   * requests unchanged in every other call.
   */
  Map<SubClusterId, List<ResourceRequest>> withWithdrawals(
      Map<SubClusterId, List<ResourceRequest>> stocks) {
    if (restating != RestatementState.NOW) {
      return stocks;
    }
    Map<SubClusterId, List<ResourceRequest>> all =
        hook.guard().callInline("federation.take-back", adapter::withdrawals, HashMap::new);
    stocks.forEach(
        (to, requests) -> all.computeIfAbsent(to, t -> new ArrayList<>()).addAll(requests));
    return all;
  }

  /** Passes a sub-cluster's response to the ledger. */
  void answered(SubClusterId from, AllocateResponse response) {
    if (!adapter.isGivenUp()) {
      hook.guard()
          .runInline("federation.answered", () -> adapter.answered(from, response), this::giveUp);
    }
  }

  Map<String, Long> counts() {
    return adapter.counts();
  }

  /** Records that a call failed, so that it is unknown which of its requests were sent. */
  void failed() {
    hook.guard().runInline("federation.failed", adapter::failed, this::giveUp);
  }

  /**
   * Gives the ledger up: the application uses stock's division from its next call on. It has to
   * state all its requests again, as the ledger may have withdrawn a request from one sub-cluster
   * and not yet sent it to another. Does nothing if it is given up already.
   */
  void giveUp() {
    synchronized (adapter) { // several threads may find a failure
      if (adapter.isGivenUp()) {
        return;
      }
      if (mode.acts()) {
        restating = RestatementState.DUE;
      }
      adapter.giveUp();
    }
    hook.counts().gaveUp(application);
    erase();
  }

  /** Returns whether the application must still be asked to state its requests again. */
  boolean isRestatingDue() {
    return restating == RestatementState.DUE;
  }

  /** Records that the application registered. */
  void registered() {
    if (restating == RestatementState.DUE) {
      restating = RestatementState.NOW;
    }
  }

  /** Returns whether the next call, or the call under way, states all requests. */
  boolean isRestating() {
    return restating == RestatementState.NOW;
  }

  /** Records that a call succeeded; requests that were to be stated again are stated now. */
  void succeeded() {
    adapter.succeeded();
    if (restating == RestatementState.NOW) {
      restating = RestatementState.NOT;
    }
  }

  /** Erases the stored state, so that the application stays with stock after a restart. */
  private void erase() {
    synchronized (lock) {
      if (ledgerStore != null) {
        try {
          ledgerStore.put(NOTHING);
          deliveryStore.put(NOTHING);
          isEraseDue = false;
        } catch (IOException | RuntimeException e) {
          if (!isEraseDue) {
            LOG.warn("The stored state of {} could not be removed yet", application, e);
          }
          isEraseDue = true;
        }
      }
    }
  }

  /** Tries again to erase the stored state, if that failed before. */
  void eraseIfDue() {
    synchronized (lock) {
      if (isEraseDue) {
        erase();
      }
    }
  }
}
