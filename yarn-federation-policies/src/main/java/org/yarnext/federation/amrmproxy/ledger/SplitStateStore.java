// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.amrmproxy.ledger;

import java.io.IOException;

/**
 * Stores the ledger of an application attempt's divided requests, which must survive a restart of
 * the NodeManager.
 */
public interface SplitStateStore {
  /**
   * Stores an image in place of the previous one.
   *
   * @param image empty to erase the state; never null
   * @throws IOException if it cannot be stored
   */
  void put(byte[] image) throws IOException;
}
