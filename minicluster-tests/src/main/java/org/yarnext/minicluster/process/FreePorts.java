// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hosts and ports of the nodes of one machine.
 *
 * <p>Every node has a loopback address of its own, 127.0.0.11 onwards: the ResourceManager's
 * placement of opportunistic containers looks nodes up by host (NodeQueueLoadMonitor.selectAnyNode,
 * Hadoop 3.4.2), so of several nodes on one host only the last to register ever gets any.
 */
public final class FreePorts {

  private static final int FIRST_HOST = 11;
  private static final int LOWEST = 15_000;

  /** Linux takes ports for connections from here on, others from higher ones. */
  private static final int LOWEST_OF_SYSTEM = 32_768;

  private static final int ATTEMPTS = 1_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {}

  /** The loopback address of a node; the first is 0. */
  public static String hostOfNode(int index) {
    return "127.0.0." + (FIRST_HOST + index);
  }

  /**
   * A port nobody listens on, on any address, and that no connection gets by chance: below those
   * that systems hand out. Never the same twice in this JVM.
   */
  public static int on(String host) {
    requireAddress(host);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_OF_SYSTEM);
      if (GIVEN.add(port) && free(port)) {
        return port;
      }
    }
    throw new IllegalStateException(
        "No free port found between " + LOWEST + " and " + LOWEST_OF_SYSTEM);
  }

  /** Whether somebody listens on this host and port. */
  public static boolean isTaken(String address) {
    int colon = address.indexOf(':');
    try (Socket socket =
        new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)))) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Tried on the wildcard address, where MapReduce's shuffle listens. */
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
