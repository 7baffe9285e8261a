// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.elastic;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yarnext.minicluster.process.Await;

/** Holds the tasks that wait for its file until it is opened. */
public final class FileGate {
  private final Path file;

  public FileGate(Path file) {
    this.file = file;
  }

  public Path file() {
    return file;
  }

  /** A command that ends well once the gate is open. */
  public String command() {
    return "until [ -e '" + file + "' ]; do sleep 0.1; done";
  }

  public void open() {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void awaitOpen(Path file, long timeoutMs) {
    Await.until(file + " to be there", timeoutMs, () -> Files.exists(file));
  }
}
