// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.store;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A small JSON file in the recovery directory. It is replaced atomically, so a crash leaves the old
 * or the new one; an unreadable file is set aside.
 */
final class JsonFileStore {
  private final ObjectMapper json =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private final Path file;

  JsonFileStore(Path file) {
    this.file = file;
  }

  /** Uses the parsed file. If the file is invalid, it throws before using any of it. */
  interface Reader {
    void read(JsonNode root) throws IOException;
  }

  void replace(JsonNode root) throws IOException {
    Files.createDirectories(file.getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, json.writeValueAsBytes(root));
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Reads the file; does nothing if there is none.
   *
   * @param content names the content for the message
   * @throws IOException if the file is corrupt; it has then been set aside and the message names it
   */
  void read(String content, Reader reader) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try {
      reader.read(json.readTree(file.toFile()));
    } catch (IOException | RuntimeException | StackOverflowError e) { // the parser recurses
      Path aside = file.resolveSibling(file.getFileName() + ".corrupt");
      try {
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      } catch (IOException notMoved) {
        notMoved.addSuppressed(e);
        throw notMoved;
      }
      throw new IOException(
          "The record of "
              + content
              + " was not readable and has been set aside as "
              + aside
              + "; "
              + content
              + " are learnt again, and the file may be deleted",
          e);
    }
  }
}
