// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Thrown if the configured ZooKeeper cannot hold records: none is configured, its ACL would let
 * anybody write records that the daemons of a secure cluster act on, or this daemon has no login.
 */
public final class UnusableStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * @param why a sentence that names the key and the fix; not null
   */
  UnusableStoreException(String why) {
    super(why);
  }
}
