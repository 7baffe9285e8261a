// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.spark;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.xerial.snappy.Snappy;
import org.xerial.snappy.SnappyCodec;

/**
 * Reads what SnappyOutputStream wrote: headers, and blocks with their lengths. SnappyInputStream
 * reads the same, but allocates as much memory as a block claims to need. Not thread-safe.
 */
final class SnappyBlocks extends InputStream {
  /** Maximum size of a block, in bytes; Spark writes 32 KB by default, 32 MB at most is sane. */
  private static final int MAX_BYTES = 32 << 20;

  private final DataInputStream in;
  private byte[] block = new byte[0];
  private int next;

  SnappyBlocks(InputStream in) throws IOException {
    this.in = new DataInputStream(in);
    Snappy.maxCompressedLength(0); // fails here if the library cannot be loaded
    if (this.in.readInt() != SnappyCodec.MAGIC_HEADER_HEAD) {
      throw new IOException("it is not compressed by Snappy");
    }
    skipHeader();
  }

  /** Skips the rest of a header; there is one for each stream that was appended. */
  private void skipHeader() throws IOException {
    for (int i = Integer.BYTES; i < SnappyCodec.headerSize(); i++) {
      in.readByte();
    }
  }

  @Override
  public int read() throws IOException {
    return hasMore() ? block[next++] & 0xff : -1;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!hasMore()) {
      return -1;
    }
    int count = Math.min(length, block.length - next);
    System.arraycopy(block, next, into, from, count);
    next += count;
    return count;
  }

  private boolean hasMore() throws IOException {
    while (next == block.length) {
      int first = in.read();
      if (first < 0) {
        return false;
      }
      int size = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
      if (size == SnappyCodec.MAGIC_HEADER_HEAD) {
        skipHeader();
      } else {
        decompress(size);
      }
    }
    return true;
  }

  private void decompress(int size) throws IOException {
    check(size);
    byte[] compressed = new byte[size];
    in.readFully(compressed);
    int length = Snappy.uncompressedLength(compressed);
    check(length);
    block = new byte[length];
    next = 0;
    if (Snappy.uncompress(compressed, 0, size, block, 0) != length) {
      throw new EOFException("a block is incomplete");
    }
  }

  private static void check(int size) throws IOException {
    if (size < 0 || size > MAX_BYTES) {
      throw new IOException("a block claims to have " + Integer.toUnsignedString(size) + " bytes");
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
