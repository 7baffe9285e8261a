// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;
import org.yarnext.benchmarks.daemons.cluster.UnpackedDistribution;

public class UnpackedDistributionTest {
  private static final String SCRIPT =
      "#!/bin/sh\necho \"$* $PATH $JAVA_HOME ${HADOOP_HOME:-no Hadoop}\"\nexit 3\n";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  @Test
  public void commandsOfAnArchiveRunOnABareHost() throws Exception {
    Path directory = folder.newFolder("yarnext-1").toPath();
    Path program = Files.createDirectory(directory.resolve("bin")).resolve("yarnext");
    Files.write(program, SCRIPT.getBytes(UTF_8));
    assertTrue(program.toFile().setExecutable(true));
    Path unpacked = folder.getRoot().toPath().resolve("unpacked");
    UnpackedDistribution.Answer answer =
        UnpackedDistribution.ofArchive(archive(), unpacked).run("doctor", "--live");
    Path programs = unpacked.resolve("programs");
    assertFalse(Files.exists(programs.resolve("mvn")));
    assertEquals(
        "doctor --live " + programs + " " + System.getProperty("java.home") + " no Hadoop\n",
        answer.text);
    assertEquals(3, answer.status);
  }

  @Test
  public void anotherArchiveIsRefused() throws Exception {
    folder.newFolder("yarnext-1");
    Path unpacked = folder.getRoot().toPath().resolve("unpacked");
    Path archive = archive();
    assertThrows(IOException.class, () -> UnpackedDistribution.ofArchive(archive, unpacked));
  }

  private Path archive() throws Exception {
    Path archive = folder.getRoot().toPath().resolve("yarnext-1.tar.gz");
    Process tar =
        new ProcessBuilder("tar", "czf", archive.toString(), "yarnext-1")
            .directory(folder.getRoot())
            .start();
    assertEquals(0, tar.waitFor());
    return archive;
  }
}
