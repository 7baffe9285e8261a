// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files that survive a power failure. Stateless. */
public final class DurableFile {
  private DurableFile() {}

  /**
   * Creates or replaces a file that may have passwords: only its owner may ever read it. Returns
   * once its content is on disk.
   */
  public static void writePrivate(Path file, byte[] bytes) throws IOException {
    Files.deleteIfExists(file);
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    write(file, bytes);
  }

  /** Returns once the content of a file that others have written is on disk. */
  public static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /**
   * Creates or overwrites the file, and returns once its content is on disk.
   *
   * @throws FileSystemException if that fails; its message has the file and the reason
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) { // such as a full disk, without the file
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
