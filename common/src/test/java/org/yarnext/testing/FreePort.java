// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for servers that must know their port before they listen, or that never listen. */
public final class FreePort {
  private static final int LOWEST = 15_000;

  /**
   * First port that Linux assigns by itself: to servers without a port, and to connections, which
   * may even reach themselves there.
   */
  private static final int LOWEST_OF_SYSTEM = 32_768;

  private static final int ATTEMPTS = 1_000;

  private FreePort() {}

  /** Returns a port on which nothing listens and which the system assigns to nobody. */
  public static int next() throws IOException {
    IOException taken = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_SYSTEM);
      try (ServerSocket free = new ServerSocket(port)) {
        return free.getLocalPort();
      } catch (IOException e) {
        taken = e;
      }
    }
    throw taken;
  }
}
