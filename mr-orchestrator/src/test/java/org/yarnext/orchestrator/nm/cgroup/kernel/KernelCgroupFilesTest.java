// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Claims on the files of groups, here on a common file system. */
public class KernelCgroupFilesTest {
  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private final KernelCgroupFiles files = new KernelCgroupFiles();

  @Test
  public void groupIsClaimedByOneUserOfTheProcess() throws IOException {
    Path group = folder.getRoot().toPath();
    Path file = Files.createFile(group.resolve("cgroup.max.depth"));
    Closeable claim = files.claim(group);
    assertNotNull(claim);
    assertNull(new KernelCgroupFiles().claim(group));
    claim.close();
    // As when the classes are loaded twice, each with its own set of claims.
    try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = other.lock()) {
      assertNotNull(lock);
      assertNull(files.claim(group));
    }
    Closeable again = files.claim(group);
    assertNotNull(again);
    again.close();
  }
}
