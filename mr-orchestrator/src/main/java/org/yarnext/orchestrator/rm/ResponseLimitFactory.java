// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.rm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.net.SocketInputStream;
import org.apache.hadoop.net.SocketOutputStream;
import org.yarnext.orchestrator.rpc.IdentitySocketFactory;

/**
 * Socket factory for Hadoop's RPC client that checks each length that the server states. The client
 * compares most of them with {@code ipc.maximum.response.length}, but allocates without a check
 * what an old server announces for its refusal, and what a server announces for an encrypted
 * response.
 *
 * <p>Each call has a factory of its own, and so a client of its own, which is closed with the call.
 */
final class ResponseLimitFactory extends IdentitySocketFactory implements Configurable {
  private Configuration conf;

  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public Socket createSocket() throws IOException {
    return new ChannelSocket(
        super.createSocket(),
        conf.getInt(
            CommonConfigurationKeys.IPC_MAXIMUM_RESPONSE_LENGTH,
            CommonConfigurationKeys.IPC_MAXIMUM_RESPONSE_LENGTH_DEFAULT));
  }

  /**
   * A socket that hides the channel of another one, so that Hadoop reads from the stream of this
   * class. Like Hadoop's own streams of a channel, it can be interrupted. It has the methods that
   * Hadoop's RPC client calls.
   */
  private static final class ChannelSocket extends Socket {
    private final Socket socket;
    private final int maxBytes;

    ChannelSocket(Socket ofChannel, int maxBytes) {
      this.socket = ofChannel;
      this.maxBytes = maxBytes;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new ResponseStream(new SocketInputStream(socket), maxBytes);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new SocketOutputStream(socket, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      NetUtils.connect(socket, endpoint, timeout);
    }

    @Override
    public void bind(SocketAddress address) throws IOException {
      socket.bind(address);
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }

    @Override
    public InetAddress getInetAddress() {
      return socket.getInetAddress();
    }

    @Override
    public int getPort() {
      return socket.getPort();
    }

    @Override
    public InetAddress getLocalAddress() {
      return socket.getLocalAddress();
    }

    @Override
    public int getLocalPort() {
      return socket.getLocalPort();
    }

    @Override
    public void setSoTimeout(int ms) throws SocketException {
      socket.setSoTimeout(ms);
    }

    @Override
    public int getSoTimeout() throws SocketException {
      return socket.getSoTimeout();
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
      socket.setTcpNoDelay(on);
    }

    @Override
    public void setKeepAlive(boolean on) throws SocketException {
      socket.setKeepAlive(on);
    }

    @Override
    public void setReuseAddress(boolean on) throws SocketException {
      socket.setReuseAddress(on);
    }

    @Override
    public void setTrafficClass(int trafficClass) throws SocketException {
      socket.setTrafficClass(trafficClass);
    }

    @Override
    public String toString() {
      return socket.toString();
    }
  }

  /** The responses of a server, each after its length in four bytes. */
  private static final class ResponseStream extends InputStream {
    private static final int LENGTH_BYTES = 4;

    private final InputStream in;
    private final int maxBytes;

    /** Bytes of the current response that are still to come. */
    private int left;

    private int length;
    private int lengthBytes;

    ResponseStream(InputStream in, int maxBytes) {
      this.in = in;
      this.maxBytes = maxBytes;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int read = in.read(bytes, offset, count);
      int at = offset;
      while (at < offset + read) {
        if (left > 0) {
          int skipped = Math.min(left, offset + read - at);
          left -= skipped;
          at += skipped;
        } else {
          add(bytes[at]);
          at++;
        }
      }
      return read;
    }

    private void add(byte next) throws IOException {
      length = length << Byte.SIZE | next & 0xff;
      lengthBytes++;
      if (lengthBytes == LENGTH_BYTES) {
        if (length <= 0 || length > maxBytes) {
          throw new IOException(
              "RPC response has a length of "
                  + length
                  + ", which is below 1 or exceeds maximum data length of "
                  + maxBytes);
        }
        left = length;
        length = 0;
        lengthBytes = 0;
      }
    }
  }
}
