// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.yarnext.common.requests.OutstandingRequest;
import org.yarnext.common.requests.RequestEntry;
import org.yarnext.mercury.policy.snapshot.SnapshotCodec;

/** Encodes a {@link HybridLedger} as maps, lists, texts and numbers, and decodes it. */
public final class HybridLedgerCodec {
  private static final int VERSION = 2;

  private HybridLedgerCodec() {}

  static Map<String, Object> of(
      boolean isRestated,
      boolean isDivided,
      Map<String, Long> counts,
      List<Map<String, Object>> requests) {
    Map<String, Object> s = SnapshotCodec.version(VERSION);
    s.put("restated", isRestated);
    s.put("divided", isDivided);
    s.put("counts", counts);
    s.put("requests", requests);
    return s;
  }

  static Map<String, Object> request(
      OutstandingRequest request,
      int undecided,
      int exposed,
      Function<RequestEntry, String> write) {
    List<String> entries = new ArrayList<>();
    request.stated().forEach(entry -> entries.add(write.apply(entry)));
    Map<String, Object> s = new LinkedHashMap<>();
    s.put("entries", entries);
    s.put("queueable", request.replica(HybridLedger.OPPORTUNISTIC).share());
    s.put("undecided", undecided);
    s.put("exposed", exposed);
    return s;
  }

  /**
   * Restores a ledger: the guaranteed scheduler is sent everything again, and the opportunistic one
   * has nothing.
   *
   * @param read decodes an entry from its text
   * @throws IllegalArgumentException if the snapshot is invalid
   */
  public static HybridLedger restore(Map<String, ?> snapshot, Function<String, RequestEntry> read) {
    SnapshotCodec.check(snapshot, VERSION);
    HybridLedger ledger = new HybridLedger();
    for (Object each : SnapshotCodec.list(snapshot, "requests")) {
      Map<String, ?> s = SnapshotCodec.typed(each, "requests", Map.class);
      List<RequestEntry> entries = entries(s, read);
      if (!entries.isEmpty()) {
        ledger.restore(
            entries,
            SnapshotCodec.count(s.get("queueable")),
            SnapshotCodec.count(s.get("undecided")),
            SnapshotCodec.count(s.get("exposed")));
      }
    }
    Map<String, Object> written = SnapshotCodec.map(snapshot, "counts");
    Map<String, Long> counts = new HashMap<>();
    written.keySet().forEach(name -> counts.put(name, SnapshotCodec.number(written, name)));
    ledger.restore(
        SnapshotCodec.flag(snapshot, "restated"), SnapshotCodec.flag(snapshot, "divided"), counts);
    return ledger;
  }

  private static List<RequestEntry> entries(Map<String, ?> s, Function<String, RequestEntry> read) {
    List<RequestEntry> entries = new ArrayList<>();
    for (Object text : SnapshotCodec.list(s, "entries")) {
      entries.add(read.apply(SnapshotCodec.typed(text, "entry", String.class)));
    }
    return entries;
  }

  /**
   * Reads the outstanding requests of a snapshot of any version as far as possible, for callers
   * that cannot {@link #restore} it. Returns nothing if the application is about to state all its
   * requests itself.
   *
   * @param unreadable receives the reason why a request, or all of them, is left out
   */
  @SuppressWarnings("unchecked")
  public static List<RequestEntry> stated(
      Map<String, ?> snapshot,
      Function<String, RequestEntry> read,
      Consumer<RuntimeException> unreadable) {
    List<RequestEntry> stated = new ArrayList<>();
    if (Boolean.TRUE.equals(snapshot.get("restated"))) {
      return stated;
    }
    try {
      for (Object each : SnapshotCodec.list(snapshot, "requests")) {
        try {
          stated.addAll(entries(SnapshotCodec.typed(each, "requests", Map.class), read));
        } catch (RuntimeException e) {
          unreadable.accept(e);
        }
      }
    } catch (IllegalArgumentException e) {
      unreadable.accept(e);
    }
    return stated;
  }
}
