// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Reads the bytes of an untrusted record. No content makes it use more memory than {@link
 * #MAX_INFLATED_BYTES} and {@link #MAX_JSON_VALUES} allow, or more stack than {@link
 * #MAX_JSON_DEPTH}. Not thread-safe.
 */
public final class BoundedRecordReader {
  /** Limit in bytes, far above the largest registry of gangs or report of a sub-cluster. */
  static final int MAX_INFLATED_BYTES = 32 << 20;

  static final int MAX_JSON_DEPTH = 16;
  static final int MAX_JSON_VALUES = 500_000;

  /** Limit of a JSON text in characters, above that of names. */
  private static final int MAX_JSON_TEXT = 65_536;

  /** Limit of a JSON number in characters; parsing takes quadratic time. */
  private static final int MAX_JSON_NUMBER = 64;

  private static final int CHUNK_BYTES = 8_192;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonFactory TOKENS = JSON.getFactory();

  private final DataInputStream in;

  private BoundedRecordReader(byte[] bytes) {
    in = new DataInputStream(new ByteArrayInputStream(bytes));
  }

  static BoundedRecordReader of(byte[] bytes) {
    return new BoundedRecordReader(bytes);
  }

  /**
   * Returns a reader of the rest, decompressed.
   *
   * @throws IOException if it is not in gzip format, or inflates beyond the limit
   */
  public BoundedRecordReader gunzip() throws IOException {
    ByteArrayOutputStream inflated = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream zipped = new GZIPInputStream(in)) {
      for (int read = zipped.read(chunk); read >= 0; read = zipped.read(chunk)) {
        if (inflated.size() + read > MAX_INFLATED_BYTES) {
          throw new IOException("it inflates to more than " + MAX_INFLATED_BYTES + " bytes");
        }
        inflated.write(chunk, 0, read);
      }
    }
    return new BoundedRecordReader(inflated.toByteArray());
  }

  /** Returns whether there is more to read. */
  public boolean hasMore() throws IOException {
    return in.available() > 0;
  }

  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  public byte readByte() throws IOException {
    return in.readByte();
  }

  public int readInt() throws IOException {
    return in.readInt();
  }

  public long readLong() throws IOException {
    return in.readLong();
  }

  /** Reads a text of at most 65,535 bytes. */
  public String readUTF() throws IOException {
    return in.readUTF();
  }

  /**
   * Reads a number of elements.
   *
   * @throws EOFException if it is negative, or the rest has fewer bytes than elements
   */
  public int readCount() throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available()) {
      throw new EOFException(count + " elements in " + in.available() + " bytes");
    }
    return count;
  }

  /** Reads a byte count and that many bytes. */
  public byte[] readBytes() throws IOException {
    byte[] bytes = new byte[readCount()];
    in.readFully(bytes);
    return bytes;
  }

  /** Reads all remaining bytes. */
  public byte[] rest() throws IOException {
    byte[] bytes = new byte[in.available()];
    in.readFully(bytes);
    return bytes;
  }

  /** Reads the rest as JSON. */
  JsonNode readJson() throws IOException {
    return json(rest());
  }

  /**
   * Reads JSON within the same limits.
   *
   * @throws IOException if it is not JSON, or exceeds a limit
   */
  public static JsonNode json(byte[] bytes) throws IOException {
    int depth = 0;
    int values = 0;
    try (JsonParser parser = TOKENS.createParser(bytes)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        int length = token.isNumeric() || token.isScalarValue() ? parser.getTextLength() : 0;
        if (depth > MAX_JSON_DEPTH
            || ++values > MAX_JSON_VALUES
            || length > (token.isNumeric() ? MAX_JSON_NUMBER : MAX_JSON_TEXT)) {
          throw new IOException(
              "its JSON is nested deeper than "
                  + MAX_JSON_DEPTH
                  + ", or has more than "
                  + MAX_JSON_VALUES
                  + " values or too long ones");
        }
      }
    }
    return JSON.readTree(bytes);
  }
}
