// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports for servers that must know their port before they listen, or that never listen.
 * Thread-safe.
 */
public final class FreePort {
  private static final int LOWEST = 15_000;

  /**
   * First port that Linux assigns by itself: to servers without a port, and to connections, which
   * may even reach themselves there. Other systems start higher.
   */
  private static final int LOWEST_OF_SYSTEM = 32_768;

  private static final int ATTEMPTS = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  /**
   * Has a byte for each port, which is locked while the JVM lives that gave the port away: it may
   * take a daemon seconds to listen there. Never closed, since that would release the locks.
   */
  private static final FileChannel RESERVED = open();

  private FreePort() {}

  /**
   * Returns a port that is free on all addresses and that the system assigns to nobody. Never
   * returns the same port twice, nor one that another JVM of this user has returned and that still
   * lives.
   */
  public static int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_SYSTEM);
      if (GIVEN.add(port) && reserve(port) && isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "No free port found between " + LOWEST + " and " + LOWEST_OF_SYSTEM);
  }

  private static FileChannel open() {
    Path file =
        Paths.get(
            System.getProperty("java.io.tmpdir"),
            "yarnext-ports-" + System.getProperty("user.name"));
    try {
      return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether no other JVM has given this port away; then none will. */
  static boolean reserve(int port) {
    try {
      return RESERVED.tryLock(port, 1, false) != null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether a port is free on the wildcard address, on which MapReduce's shuffle listens.
   */
  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
