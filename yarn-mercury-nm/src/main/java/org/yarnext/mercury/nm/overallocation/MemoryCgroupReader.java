// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.yarnext.common.kernel.CgroupMounts;
import org.yarnext.common.kernel.KernelFileReader;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.mercury.policy.overallocation.MemorySnapshot;

/**
 * Reads the memory limits around all containers of a node: those of their parent cgroup and of the
 * groups above it, of version 1 or 2. The parent is the group that the executor was configured
 * with, else the NodeManager's own, which containers are then started in. Writes nothing. Not
 * thread-safe.
 */
final class MemoryCgroupReader {
  private static final int BYTES_PER_MB = 20;

  private final KernelFileReader files = KernelFileReader.HOST;
  private final Path process;
  private final String hierarchy;
  private boolean isFound;
  private MemoryController controller;
  private Path mount;

  /** Null if there is none. */
  private Path group;

  /**
   * Creates a reader.
   *
   * @param proc usually {@code /proc}
   * @param hierarchy the parent of the containers' groups, as in the executor's configuration; null
   *     if the executor makes none
   */
  MemoryCgroupReader(Path proc, String hierarchy) {
    this.process = proc.resolve("self");
    this.hierarchy = hierarchy;
  }

  /** Returns the group found by the last {@link #read}; null if there is none. */
  Path group() {
    return group;
  }

  /**
   * Returns the limit of each group that has one, and what is available below it: the limit less
   * the working set, which is the usage without files that were not used lately.
   *
   * @return empty if there is no limit
   * @throws IOException if the group has gone or cannot be read; the next call looks for it again
   */
  List<MemorySnapshot> read() throws IOException {
    try {
      find();
      List<MemorySnapshot> limited = new ArrayList<>();
      for (Path each = group; each != null && each.startsWith(mount); each = each.getParent()) {
        MemorySnapshot capacity = capacity(each);
        if (capacity != null) {
          limited.add(capacity);
        }
      }
      return limited;
    } catch (IOException | RuntimeException e) {
      isFound = false;
      throw e;
    }
  }

  /** Returns the capacity of a group; null if it has no limit. */
  private MemorySnapshot capacity(Path of) throws IOException {
    Path limitFile = of.resolve(controller.limitFile());
    if (!files.exists(limitFile)) {
      if (!Files.isDirectory(of)) {
        throw new NoSuchFileException(of.toString());
      }
      return null; // the root, or a group whose memory is not accounted
    }
    long limitBytes = KernelTextParser.limit(files.read(limitFile));
    // Version 2: above it the kernel makes processes wait until they have given memory back.
    Path highFile = of.resolve("memory.high");
    if (files.exists(highFile)) {
      limitBytes = Math.min(limitBytes, KernelTextParser.limit(files.read(highFile)));
    }
    if (limitBytes == KernelTextParser.UNLIMITED) {
      return null;
    }
    long availableBytes = limitBytes - controller.workingSetBytes(files, of);
    return new MemorySnapshot(
        limitBytes >> BYTES_PER_MB, Math.max(0, availableBytes) >> BYTES_PER_MB);
  }

  private void find() throws IOException {
    if (isFound) {
      return;
    }
    group = null;
    Path table = process.resolve("mountinfo");
    CgroupMounts mounts = files.exists(table) ? CgroupMounts.read(table) : null;
    if (mounts != null && mounts.memory() != null) {
      controller = MemoryController.of(mounts.memoryIsVersion2());
      mount = mounts.memory();
      Path configured = hierarchy == null ? null : below(hierarchy);
      group = configured != null && Files.isDirectory(configured) ? configured : own(mounts);
    }
    isFound = true;
  }

  /** Returns the NodeManager's own group, or the nearest group above it that can be seen. */
  private Path own(CgroupMounts mounts) throws IOException {
    String root = mounts.memoryRoot();
    for (String line : files.read(process.resolve("cgroup")).split("\n")) {
      String[] words = line.split(":", 3);
      boolean isOf =
          words.length == 3
              && (mounts.memoryIsVersion2()
                  ? words[1].isEmpty()
                  : Arrays.asList(words[1].split(",")).contains("memory"));
      if (isOf) {
        // Inside a container the mount may begin at its own group, under whatever path.
        Path own = words[2].startsWith(root) ? below(words[2].substring(root.length())) : mount;
        return Files.isDirectory(own) ? own : mount;
      }
    }
    return mount;
  }

  private Path below(String path) {
    Path found = Paths.get(mount + "/" + path).normalize();
    return found.startsWith(mount) ? found : mount;
  }
}
