// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.yarnext.common.decision.Decision;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.common.requests.RequestKey;
import org.yarnext.mercury.policy.RequestReason;

/** A ledger between a master, the stock scheduler and the opportunistic one. */
abstract class HybridLedgerTestBase {
  static final String ANY = RequestEntry.ANY;
  static final RequestKey KEY = ModelMaster.key(ModelMaster.MAP);
  static final RequestKey OWN = RequestKeys.counterpart(KEY);
  HybridLedger ledger = new HybridLedger();
  final StockOpportunistic stock = new StockOpportunistic();
  int room = Integer.MAX_VALUE;
  List<RequestEntry> toGuaranteed;
  List<RequestEntry> toOpportunistic;

  static RequestEntry ask(String name, int count) {
    return RequestEntry.of(KEY, name, count, true);
  }

  static RequestEntry own(int count) {
    return RequestEntry.of(OWN, ANY, count, true);
  }

  static RequestSplitter give(int queueable) {
    return splitter(
        (key, n) -> Decision.of(Math.min(n, queueable), RequestReason.REQUEST_SPLIT_BY_SHARE));
  }

  static RequestSplitter splitter(PercentageSplitPolicy policy) {
    return new RequestSplitter(policy, Collections.emptyList(), true);
  }

  void open(RequestSplitter splitter, RequestEntry... entries) {
    ledger.begin(Arrays.asList(entries));
    Map<String, List<RequestEntry>> sent = ledger.divide(splitter, () -> room);
    toGuaranteed = sent.getOrDefault(HybridLedger.GUARANTEED, Collections.emptyList());
    toOpportunistic = sent.getOrDefault(HybridLedger.OPPORTUNISTIC, Collections.emptyList());
  }

  List<RequestEntry> send(RequestSplitter splitter, RequestEntry... entries) {
    open(splitter, entries);
    stock.receive(toOpportunistic);
    ledger.commit();
    return toGuaranteed;
  }

  List<RequestEntry> send(int queueable, RequestEntry... entries) {
    return send(give(queueable), entries);
  }

  boolean grant(boolean opportunistic) {
    return ledger.granted(KEY, opportunistic, "h9", null);
  }

  long count(String name) {
    return ledger.counts().get(name);
  }

  void assertOutstanding(int guaranteed, int queueable) {
    assertEquals("guaranteed", guaranteed, ledger.outstanding(KEY, false));
    assertEquals("opportunistic", queueable, ledger.outstanding(KEY, true));
  }

  void restart() {
    ledger = HybridLedgerCodec.restore(ledger.snapshot(RequestTexts::write), RequestTexts::read);
  }
}
