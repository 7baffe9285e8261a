// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.requests.RequestEntry;

/** Entries as texts, as a store keeps them. */
final class RequestTexts {
  private RequestTexts() {}

  static String write(RequestEntry entry) {
    return String.join(
        ";",
        String.valueOf(entry.key().priority()),
        String.valueOf(entry.key().allocationRequestId()),
        RequestKeys.size(entry.key()),
        String.valueOf(RequestKeys.isOpportunistic(entry.key())),
        entry.resourceName(),
        String.valueOf(entry.count()),
        String.valueOf(entry.relaxLocality()));
  }

  static RequestEntry read(String text) {
    String[] s = text.split(";");
    return RequestEntry.of(
        RequestKeys.key(
            Integer.parseInt(s[0]), Long.parseLong(s[1]), s[2], Boolean.parseBoolean(s[3])),
        s[4],
        Integer.parseInt(s[5]),
        Boolean.parseBoolean(s[6]));
  }
}
