// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Assigns hosts and ports to the daemons of this machine.
 *
 * <p>Every node has its own loopback address, from 127.0.0.11 on. The ResourceManager's placement
 * of opportunistic containers looks nodes up by host (NodeQueueLoadMonitor.selectAnyNode, Hadoop
 * 3.4.2), so of several nodes on one host only the last one to register would get any.
 */
public final class FreePorts {

  private static final int FIRST_HOST = 11;
  private static final int LOWEST = 15_000;

  /** First port that Linux assigns to outgoing connections. Other systems start higher. */
  private static final int LOWEST_OF_SYSTEM = 32_768;

  private static final int ATTEMPTS = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  /**
   * Has a byte for each port, which is locked while the JVM lives that gave the port away: it may
   * take a daemon seconds to listen there. Never closed, since that would release the locks.
   */
  private static final FileChannel RESERVED = open();

  private FreePorts() {}

  /** Returns the loopback address of a node. The first node is 0. */
  public static String hostOfNode(int index) {
    return "127.0.0." + (FIRST_HOST + index);
  }

  /**
   * Returns a port that is free on all addresses, and below the ports that the system assigns to
   * outgoing connections. Never returns the same port twice, nor one that another JVM of this user
   * has returned and that still lives.
   */
  public static int on(String host) {
    requireAddress(host);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_SYSTEM);
      if (GIVEN.add(port) && reserve(port) && free(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "No free port found between " + LOWEST + " and " + LOWEST_OF_SYSTEM);
  }

  /** Returns whether a server listens on the given host and port. */
  public static boolean isTaken(String address) {
    int colon = address.indexOf(':');
    try (Socket socket =
        new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
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
  private static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static void requireAddress(String host) {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      assert socket.isBound();
    } catch (IOException e) {
      throw new IllegalStateException(
          "Cannot listen on "
              + host
              + ". Each node of the cluster needs a loopback address of its own; Linux has them all, on macOS add it: sudo"
              + " ifconfig lo0 alias "
              + host,
          e);
    }
  }
}
