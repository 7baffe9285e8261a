// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A small file system (tmpfs) mounted on a directory, which can be filled completely. Requires
 * root.
 */
final class SmallDisk implements AutoCloseable {

  private static final int MB = 16;

  private final Path directory;
  private final Thread onExit = new Thread(this::unmount, "unmounting a small disk");

  private SmallDisk(Path directory) {
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** Mounts a small disk. Returns null if the user has no permission to mount. */
  static SmallDisk mountIfAllowed(Path directory) throws IOException {
    Files.createDirectories(directory);
    boolean isMounted =
        run("mount", "-t", "tmpfs", "-o", "size=" + MB + "m", "tmpfs", directory.toString());
    return isMounted ? new SmallDisk(directory) : null;
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  /** Fills the disk completely. */
  void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(filler())) {
      byte[] block = new byte[4096];
      for (int i = 0; i < MB << 8; i++) {
        out.write(block);
      }
    } catch (IOException e) {
      // Expected: the disk is full.
    }
    if (directory.toFile().getUsableSpace() > 0) {
      throw new IOException(directory + " is not full.");
    }
  }

  /** Deletes the data that {@link #fill} has written. */
  void free() throws IOException {
    Files.delete(filler());
  }

  private void unmount() {
    try {
      run("umount", "-l", directory.toString());
    } catch (IOException e) {
      System.err.println(directory + " is still mounted: " + e);
    }
  }

  private static boolean run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Unmounts the disk, even if some of its files are open. */
  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(onExit);
    unmount();
  }
}
