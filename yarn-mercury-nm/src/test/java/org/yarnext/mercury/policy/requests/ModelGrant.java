// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy.requests;

import org.yarnext.common.requests.RequestKey;

/** A container as a scheduler hands it to the application. */
final class ModelGrant {
  final String id;
  final RequestKey key;
  final String host;
  final boolean opportunistic;

  ModelGrant(String id, RequestKey key, String host, boolean opportunistic) {
    this.id = id;
    this.key = key;
    this.host = host;
    this.opportunistic = opportunistic;
  }

  @Override
  public String toString() {
    return id + "@" + host + (opportunistic ? " opportunistic " : " guaranteed ") + key;
  }
}
