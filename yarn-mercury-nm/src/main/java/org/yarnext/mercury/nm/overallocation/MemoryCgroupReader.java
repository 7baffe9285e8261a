// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.nm.overallocation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.yarnext.mercury.policy.overallocation.MemoryCapacity;

/**
 * Reads the memory limits around all containers of a node: those of their parent cgroup and of the
 * groups above it, of version 1 or 2. The parent is the group that the executor was configured
 * with, else the NodeManager's own, which containers are then started in. Writes nothing. Not
 * thread-safe.
 */
final class MemoryCgroupReader {
  /** Version 1 shows "no limit" as the largest number of whole pages. */
  private static final long UNLIMITED = 1L << 62;

  private static final int BYTES_PER_MB = 20;

  private final Path process;
  private final String hierarchy;
  private boolean isFound;
  private boolean isVersion2;
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
   * the working set, which is what is used but for files that were not used lately.
   *
   * @return empty if there is no limit
   * @throws IOException if the group has gone or cannot be read; the next call looks for it anew
   */
  List<MemoryCapacity> read() throws IOException {
    try {
      find();
      List<MemoryCapacity> limited = new ArrayList<>();
      for (Path each = group; each != null && each.startsWith(mount); each = each.getParent()) {
        MemoryCapacity capacity = capacity(each);
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
  private MemoryCapacity capacity(Path of) throws IOException {
    Path limitFile = of.resolve(isVersion2 ? "memory.max" : "memory.limit_in_bytes");
    if (!Files.exists(limitFile)) {
      if (!Files.isDirectory(of)) {
        throw new NoSuchFileException(of.toString());
      }
      return null; // the root, or a group whose memory is not accounted
    }
    long limitBytes = limit(limitFile);
    // Above it the kernel makes processes wait until they have given memory back.
    Path highFile = of.resolve("memory.high");
    if (isVersion2 && Files.exists(highFile)) {
      limitBytes = Math.min(limitBytes, limit(highFile));
    }
    if (limitBytes >= UNLIMITED) {
      return null;
    }
    long usedBytes =
        Long.parseLong(text(of.resolve(isVersion2 ? "memory.current" : "memory.usage_in_bytes")));
    long idleBytes =
        number(
            text(of.resolve("memory.stat")), isVersion2 ? "inactive_file" : "total_inactive_file");
    long availableBytes = limitBytes - Math.max(0, usedBytes - idleBytes);
    return new MemoryCapacity(
        limitBytes >> BYTES_PER_MB, Math.max(0, availableBytes) >> BYTES_PER_MB);
  }

  private static long limit(Path file) throws IOException {
    String limit = text(file);
    return limit.equals("max") ? UNLIMITED : Long.parseLong(limit);
  }

  private void find() throws IOException {
    if (isFound) {
      return;
    }
    group = null;
    Path mounts = process.resolve("mountinfo");
    String root = Files.exists(mounts) ? findMount(Files.readAllLines(mounts, ISO_8859_1)) : null;
    if (root != null) {
      Path configured = hierarchy == null ? null : below(hierarchy);
      group = configured != null && Files.isDirectory(configured) ? configured : own(root);
    }
    isFound = true;
  }

  /**
   * Finds the mount with the memory controller: version 1 if it is mounted, else version 2.
   *
   * @return the group that is mounted there; null if there is no mount
   */
  private String findMount(List<String> lines) {
    String root = null;
    for (String line : lines) {
      // 36 35 98:0 /root /mount/point rw shared:1 - cgroup cgroup rw,memory
      int separator = line.indexOf(" - ");
      String[] before = line.split(" ");
      String[] after = separator < 0 ? new String[0] : line.substring(separator + 3).split(" ");
      if (before.length < 5 || after.length < 3) {
        continue;
      }
      boolean isMemory =
          after[0].equals("cgroup") && Arrays.asList(after[2].split(",")).contains("memory");
      if (isMemory || root == null && after[0].equals("cgroup2")) {
        root = before[3];
        mount = Paths.get(before[4]);
        isVersion2 = !isMemory;
      }
      if (isMemory) {
        break;
      }
    }
    return root;
  }

  /** Returns the NodeManager's own group, or the nearest group above it that can be seen. */
  private Path own(String root) throws IOException {
    for (String line : Files.readAllLines(process.resolve("cgroup"), ISO_8859_1)) {
      String[] words = line.split(":", 3);
      boolean isOf =
          words.length == 3
              && (isVersion2
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

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), ISO_8859_1).trim();
  }

  private static long number(String table, String name) throws IOException {
    for (String line : table.split("\n")) {
      if (line.startsWith(name + " ")) {
        return Long.parseLong(line.substring(name.length() + 1).trim());
      }
    }
    throw new IOException("the kernel does not report " + name);
  }
}
