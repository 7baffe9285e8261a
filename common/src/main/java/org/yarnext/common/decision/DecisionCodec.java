// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.decision;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Encodes recorded decisions as bytes, and decodes them. The bytes name features and reasons by
 * numbers of this codec, so no other codec can read them. Thread-safe.
 */
public final class DecisionCodec {
  private static final int LONG = 0;
  private static final int DOUBLE = 1;
  private static final int TEXT = 2;

  /** Recorders and reasons; an object's place in the list is its number. */
  private final List<Object> objects = new ArrayList<>();

  private final Map<Object, Integer> numbers = new IdentityHashMap<>();

  private synchronized int number(Object object) {
    return numbers.computeIfAbsent(
        object,
        key -> {
          objects.add(key);
          return objects.size() - 1;
        });
  }

  private synchronized Object object(int number) {
    return objects.get(number);
  }

  /** Returns a decision as bytes. */
  public byte[] encode(DecisionRecorder.Entry decision) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(number(decision.recorder()));
      out.writeInt(number(decision.reason()));
      out.writeLong(decision.number());
      out.writeLong(decision.timeMs());
      out.writeBoolean(decision.applied());
      write(out, decision.subject());
      Object[] inputs = decision.packedInputs();
      out.writeInt(inputs.length);
      for (int i = 0; i < inputs.length; i += 2) {
        write(out, (String) inputs[i]);
        writeValue(out, inputs[i + 1]);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e); // there is no I/O
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] utf = text.getBytes(UTF_8);
    out.writeInt(utf.length);
    out.write(utf);
  }

  private static void writeValue(DataOutputStream out, Object value) throws IOException {
    if (value instanceof Long) {
      out.writeByte(LONG);
      out.writeLong((Long) value);
    } else if (value instanceof Double) {
      out.writeByte(DOUBLE);
      out.writeDouble((Double) value);
    } else {
      out.writeByte(TEXT);
      write(out, (String) value);
    }
  }

  /** Returns the decision whose bytes {@link #encode} of this codec returned. */
  public DecisionRecorder.Entry decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      DecisionRecorder recorder = (DecisionRecorder) object(in.readInt());
      DecisionReason reason = (DecisionReason) object(in.readInt());
      long number = in.readLong();
      long timeMs = in.readLong();
      boolean applied = in.readBoolean();
      String subject = readText(in);
      Object[] inputs = new Object[in.readInt()];
      for (int i = 0; i < inputs.length; i += 2) {
        inputs[i] = readText(in);
        inputs[i + 1] = readValue(in);
      }
      return new DecisionRecorder.Entry(recorder, number, timeMs, subject, applied, reason, inputs);
    } catch (IOException e) {
      throw new IllegalArgumentException("not the bytes of a decision", e);
    }
  }

  private static String readText(DataInputStream in) throws IOException {
    byte[] utf = new byte[in.readInt()];
    in.readFully(utf);
    return new String(utf, UTF_8);
  }

  private static Object readValue(DataInputStream in) throws IOException {
    switch (in.readByte()) {
      case LONG:
        return in.readLong();
      case DOUBLE:
        return in.readDouble();
      default:
        return readText(in);
    }
  }
}
