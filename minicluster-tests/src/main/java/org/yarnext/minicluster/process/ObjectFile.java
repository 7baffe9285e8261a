// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes and reads files by which processes of the test harness exchange objects. */
public final class ObjectFile {

  private ObjectFile() {}

  /** Writes the file atomically. */
  public static void write(Path file, Serializable object) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
      out.writeObject(object);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Reads a file that {@link #write} has written. */
  @SuppressWarnings("unchecked")
  public static <T> T read(Path file) throws IOException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return (T) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }
}
