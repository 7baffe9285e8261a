// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;

/** Creates and deletes directories below a Hadoop home, and sets permissions. Stateless. */
final class InstalledFiles {
  private InstalledFiles() {}

  /** Creates a directory that does not exist, and its parents, with the permissions of another. */
  static void createDirectory(Path directory, Path model) throws IOException {
    if (!Files.isDirectory(directory)) {
      createDirectory(directory.getParent(), model);
      Files.createDirectory(directory);
      setPermissions(directory, model);
    }
  }

  /**
   * Gives a new file the permissions of one of Hadoop's, so that its daemons can read it whatever
   * the umask is.
   */
  static void setPermissions(Path file, Path model) throws IOException {
    if (Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
      Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(model));
    }
  }

  /** Deletes a directory, and files that an interrupted change left in it. */
  static void deleteDirectory(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
        for (Path each : found) {
          Files.delete(each);
        }
      }
      Files.delete(directory);
    }
  }

  static void deleteIfEmpty(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
        if (found.iterator().hasNext()) {
          return;
        }
      }
      Files.delete(directory);
    }
  }
}
