// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.testing.KernelRequirement;
import org.yarnext.testing.KernelTestMain;

/**
 * Runs {@link RealCgroupTest} and {@link RealDelegationTest} on a kernel with cgroup version 2,
 * whichever this host mounts, if user-mode Linux is installed. {@code build-tools/kernel-tests}
 * runs more there.
 */
public class CgroupVersion2Test {
  private static final int NO_KERNEL = 125;

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void realTestsPass() throws Exception {
    Path output = folder.newFile().toPath();
    Process process =
        new ProcessBuilder(
                new File("../build-tools/cgroup2-kernel").getAbsolutePath(),
                "--installed",
                "--memory",
                "1G",
                "--timeout",
                "300",
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                KernelTestMain.class.getName(),
                RealCgroupTest.class.getName(),
                RealDelegationTest.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    String text = new String(Files.readAllBytes(output), UTF_8);
    KernelRequirement.check(status == NO_KERNEL ? text.trim() : "");
    assertEquals(text, 0, status);
  }
}
