// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.testing;

import static org.junit.Assume.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Skips a test that needs control groups which this process may not write, with the reason. Fails
 * it instead in CI ({@code CI} is set) where the process may write the root of the control groups:
 * a green run there has tested the kernel.
 */
public final class KernelRequirement {
  private static final Path ROOT = Paths.get("/sys/fs/cgroup");

  private KernelRequirement() {}

  /**
   * Goes on if the kernel can be used.
   *
   * @param problem why it cannot be, in words; empty if it can
   */
  public static void check(String problem) {
    check(problem, System.getenv("CI") != null && Files.isWritable(ROOT));
  }

  static void check(String problem, boolean isRequired) {
    if (isRequired && !problem.isEmpty()) {
      throw new AssertionError("CI must test this kernel, but: " + problem);
    }
    assumeTrue(problem, problem.isEmpty());
  }
}
