// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.yarnext.testing.FreePort;

/**
 * Assigns hosts and ports to the daemons of this machine.
 *
 * <p>Every node has its own loopback address, from 127.0.0.11 on. The ResourceManager's placement
 * of opportunistic containers looks nodes up by host (NodeQueueLoadMonitor.selectAnyNode, Hadoop
 * 3.4.2), so of several nodes on one host only the last one to register would get any.
 */
public final class FreePorts {

  private static final int FIRST_HOST = 11;

  private FreePorts() {}

  /** Returns the loopback address of a node. The first node is 0. */
  public static String hostOfNode(int index) {
    return "127.0.0." + (FIRST_HOST + index);
  }

  /**
   * Returns a port for a daemon on an address of this machine; see {@link FreePort#next}.
   *
   * @throws IllegalStateException if the machine does not have the address
   */
  public static int on(String host) {
    requireAddress(host);
    return FreePort.next();
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
