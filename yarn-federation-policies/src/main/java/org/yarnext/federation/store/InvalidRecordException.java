// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Thrown for a record in ZooKeeper that must not be used, because others than the daemons could
 * have written it, or because it is too large or damaged. Reading it again fails until it is
 * replaced or removed.
 */
public final class InvalidRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isForeign;

  /**
   * @param path path of the record in ZooKeeper; not null
   * @param why a clause with the reason, and the fix unless that is to replace the record
   * @param isForeign whether others could have written it
   */
  InvalidRecordException(String path, String why, boolean isForeign, Throwable cause) {
    super(path + " in ZooKeeper is not used: " + why, cause);
    this.isForeign = isForeign;
  }

  /**
   * Returns whether others than the federation's daemons could have written it, so that its
   * contents mean nothing.
   */
  public boolean isForeign() {
    return isForeign;
  }
}
