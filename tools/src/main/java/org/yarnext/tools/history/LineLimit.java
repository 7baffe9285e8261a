// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Refuses a file with a line that is too long to be a record of a history. Readers of lines would
 * run out of memory otherwise. Not thread-safe.
 */
final class LineLimit extends FilterInputStream {
  private static final int MAX_BYTES = 16 << 20;

  private int sinceLineBreak;

  LineLimit(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int read = super.read();
    if (read >= 0) {
      count((byte) read);
    }
    return read;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    int read = super.read(bytes, from, length);
    for (int i = from; i < from + read; i++) {
      count(bytes[i]);
    }
    return read;
  }

  private void count(byte one) throws IOException {
    sinceLineBreak = one == '\n' ? 0 : sinceLineBreak + 1;
    if (sinceLineBreak > MAX_BYTES) {
      throw new IOException("a line has more than " + MAX_BYTES + " bytes");
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
