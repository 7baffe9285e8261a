// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import java.io.IOException;

/**
 * Thrown for a record that must not be used: somebody else could have written it, it is too large,
 * or it cannot be read. Reading it again tells the same until somebody replaces or removes it.
 */
public final class InvalidRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isForeign;

  /**
   * @param path of the record in ZooKeeper; not null
   * @param why a clause that names the fix, if there is another one than to replace the record
   * @param isForeign whether somebody else could have written it
   */
  InvalidRecordException(String path, String why, boolean isForeign, Throwable cause) {
    super(path + " in ZooKeeper is not used: " + why, cause);
    this.isForeign = isForeign;
  }

  /** Whether somebody else than the federation's daemons could have written it: it says nothing. */
  public boolean isForeign() {
    return isForeign;
  }
}
