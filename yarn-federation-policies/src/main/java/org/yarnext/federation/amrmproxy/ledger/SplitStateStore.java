// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.io.IOException;

/** Stores what the ledger of an application must know after a restart of the NodeManager. */
public interface SplitStateStore {
  /**
   * Keeps it in place of what was kept before.
   *
   * @throws IOException if it cannot be kept
   */
  void keep(byte[] image) throws IOException;
}
