// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rpc;

import org.apache.hadoop.net.StandardSocketFactory;

/**
 * Socket factory that equals only itself. Hadoop shares one RPC client among all users of equal
 * socket factories, and that client keeps the timeouts of the first user. A user with a factory of
 * its own has a client of its own, and must stop its proxies. Thread-safe.
 */
public class IdentitySocketFactory extends StandardSocketFactory {
  @Override
  public final boolean equals(Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }
}
