// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.application;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;
import org.yarnext.common.requests.RequestEntry;

/**
 * Caches the texts of the requests in the latest snapshot, so that the next one encodes only what
 * has changed. Not thread-safe.
 */
final class RequestTextCache {
  /** By identity: entries are immutable. */
  private Map<RequestEntry, String> texts = new IdentityHashMap<>();

  /**
   * Begins a snapshot. Returns the encoder of its entries, which forgets entries that are not in
   * it.
   */
  Function<RequestEntry, String> forSnapshot() {
    Map<RequestEntry, String> before = texts;
    Map<RequestEntry, String> now = new IdentityHashMap<>();
    texts = now;
    return entry ->
        now.computeIfAbsent(
            entry, e -> before.containsKey(e) ? before.get(e) : RequestCodec.text(e));
  }
}
