// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.yarnext.common.kernel.KernelFileReader;

/**
 * Access to a cgroup file system. The kernel creates and removes a group's files together with the
 * group, never one by one.
 *
 * <p>Thread-safe. A missing file or group gives {@link java.nio.file.NoSuchFileException}.
 */
public interface CgroupFiles extends KernelFileReader {
  /** Writes a text to the kernel, which may refuse it or keep a rounded value. */
  void write(Path file, String text) throws IOException;

  /**
   * Returns the child groups with this name prefix that are older than {@code ms}.
   *
   * @param ms age in ms, by the clock of the file system
   */
  List<Path> olderThan(Path group, String prefix, long ms) throws IOException;

  /** Makes a group below an existing one; does nothing if it exists. */
  void make(Path group) throws IOException;

  /** Removes a group that has no processes and no child groups. */
  void remove(Path group) throws IOException;

  /**
   * Starts a process that enters a group and ends, like the first shell of a container. Entering
   * needs other rights than writing values.
   *
   * @param processes the group's file of processes
   * @throws IOException if entering is not permitted
   */
  void enter(Path processes) throws IOException;

  /**
   * Returns whether this process is in a group.
   *
   * @param processes the group's file of processes; false if there is none or it cannot be read
   */
  boolean holdsThisProcess(Path processes);

  /**
   * Claims a group, until the claim is closed or this process ends.
   *
   * @return the claim; null if another process, or another user in this process, has claimed it
   * @throws IOException if claims are not permitted there
   */
  Closeable claim(Path group) throws IOException;
}
