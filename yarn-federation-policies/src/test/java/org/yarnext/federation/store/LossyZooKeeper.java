// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.zookeeper.ZooDefs;

/**
 * A way to a ZooKeeper server that breaks when a record is created: the server gets the call, its
 * client no answer. Nobody gets through until it is mended. It can also hang: all calls wait then.
 */
public final class LossyZooKeeper implements Closeable {
  private static final int TYPE_AT = 4;

  private final ServerSocket door;
  private final int server;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private volatile String breaksAt;
  private volatile boolean broken;
  private boolean hangs;

  /**
   * @param server the server's port here
   */
  public LossyZooKeeper(int server) throws IOException {
    this.server = server;
    door = new ServerSocket(0, 0, InetAddress.getByName("127.0.0.1"));
    start(this::accept);
  }

  public int port() {
    return door.getLocalPort();
  }

  /** Breaks when a record is created whose path has that in it. */
  public void breakAt(String part) {
    breaksAt = part;
  }

  public void mend() {
    breaksAt = null;
    broken = false;
  }

  /** Makes all calls from now on wait for ever. */
  public synchronized void hang() {
    hangs = true;
  }

  private synchronized void pass() throws IOException {
    try {
      while (hangs) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                return; // an end was closed
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = door.accept();
      if (broken) {
        client.close();
        continue;
      }
      Socket there = new Socket("127.0.0.1", server);
      client.setTcpNoDelay(true);
      there.setTcpNoDelay(true);
      open.add(client);
      open.add(there);
      start(() -> calls(client, there));
      start(() -> answers(there, client));
    }
  }

  private void calls(Socket client, Socket there) throws IOException {
    try (DataInputStream in = new DataInputStream(client.getInputStream());
        DataOutputStream out = new DataOutputStream(there.getOutputStream())) {
      while (true) {
        byte[] call = new byte[in.readInt()];
        in.readFully(call);
        pass();
        boolean last = breaksAt != null && isCreation(call);
        if (last) {
          broken = true;
          client.close();
        }
        out.writeInt(call.length);
        out.write(call);
        out.flush();
      }
    }
  }

  private boolean isCreation(byte[] call) {
    int type = call.length > TYPE_AT + 3 ? call[TYPE_AT + 3] : 0;
    return (type == ZooDefs.OpCode.create || type == ZooDefs.OpCode.create2)
        && new String(call, ISO_8859_1).contains(breaksAt);
  }

  private static void answers(Socket there, Socket client) throws IOException {
    try (InputStream in = there.getInputStream();
        OutputStream out = client.getOutputStream()) {
      byte[] bytes = new byte[8192];
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        out.write(bytes, 0, n);
      }
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
