// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.history.record;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stream that rejects a history with an overlong line, on which line readers would run out of
 * memory. Not thread-safe.
 */
public final class LineLimit extends FilterInputStream {
  private static final int MAX_BYTES = 16 << 20;
  private static final int MAX_HEAD_BYTES = 256 << 10;

  private int headLines;
  private int sinceLineBreak;

  public LineLimit(InputStream in) {
    this(in, 0);
  }

  /**
   * @param headLines number of lines at the start that are short, 256 KB at most
   */
  public LineLimit(InputStream in, int headLines) {
    super(in);
    this.headLines = headLines;
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
    if (one == '\n') {
      sinceLineBreak = 0;
      headLines = Math.max(0, headLines - 1);
    } else if (++sinceLineBreak > (headLines > 0 ? MAX_HEAD_BYTES : MAX_BYTES)) {
      throw new IOException("a line has more than " + (sinceLineBreak - 1) + " bytes");
    }
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
