// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.federation.policy.split.SplitSettings.Relaxation;

/** A ledger of requests over several sub-clusters. */
abstract class SplitLedgerTestBase {
  static final RequestKey MAP = RequestKey.of(20, 0, "1024MB");
  static final long RELAX_MS = 3_000;
  final SplitLedger ledger = new SplitLedger();
  SplitSettings rules = new SplitSettings(Relaxation.TIME, RELAX_MS, 1, 0.1);

  final List<SubClusterLoad> open =
      new ArrayList<>(Arrays.asList(load("a", 100, 0.5), load("b", 300, 0.5)));
  long nowMs = 1_000;

  static SubClusterLoad load(String name, double headroom, double load) {
    return SubClusterLoad.of(name, 1, headroom, load);
  }

  static Set<String> owners(String name) {
    if (name.startsWith("x")) {
      return Collections.emptySet();
    }
    return "/rab".equals(name)
        ? new java.util.TreeSet<>(Arrays.asList("a", "b"))
        : Collections.singleton(name.substring(name.startsWith("/r") ? 2 : 0).substring(0, 1));
  }

  Map<String, List<RequestEntry>> split(RequestEntry... entries) {
    return ledger.split(
        Arrays.asList(entries), SplitView.of(open, "a", SplitLedgerTest::owners, nowMs), rules);
  }

  static RequestEntry at(String name, int count) {
    return RequestEntry.of(MAP, name, count, true);
  }

  void answerAll() {
    ledger.requests().answered("a", ledger.requests().calls());
    ledger.requests().answered("b", ledger.requests().calls());
  }
}
