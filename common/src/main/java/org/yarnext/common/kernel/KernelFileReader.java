// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads small files of the kernel, such as those of {@code /proc} and of cgroups. Thread-safe. */
public interface KernelFileReader {
  /** Reads the files of this host. */
  KernelFileReader HOST = new KernelFileReader() {};

  /**
   * Returns the trimmed content of a file.
   *
   * @throws java.nio.file.NoSuchFileException if the file or its group is missing
   */
  default String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), UTF_8).trim();
  }

  default boolean exists(Path fileOrGroup) {
    return Files.exists(fileOrGroup);
  }
}
