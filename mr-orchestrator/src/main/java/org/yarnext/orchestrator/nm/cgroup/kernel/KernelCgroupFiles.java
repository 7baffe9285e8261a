// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.hadoop.io.IOUtils;

/** Cgroup file systems of the running kernel. */
public final class KernelCgroupFiles implements CgroupFiles {
  /** Files that this process has locked to claim their groups. */
  private static final Set<Path> CLAIMED = ConcurrentHashMap.newKeySet();

  private static final Path SELF = Paths.get("/proc/self");

  @Override
  public void write(Path file, String text) throws IOException {
    // Never CREATE: a missing file is not the kernel's.
    Files.write(
        file, text.getBytes(UTF_8), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  @Override
  public List<Path> olderThan(Path group, String prefix, long ms) throws IOException {
    List<Path> older = new ArrayList<>();
    try (DirectoryStream<Path> below = Files.newDirectoryStream(group, prefix + "*")) {
      for (Path each : below) {
        if (System.currentTimeMillis() - Files.getLastModifiedTime(each).toMillis() > ms) {
          older.add(each);
        }
      }
    } catch (NoSuchFileException e) {
      // Another process removed a group meanwhile: the next start looks again.
      older.clear();
    }
    return older;
  }

  @Override
  public void make(Path group) throws IOException {
    try {
      Files.createDirectory(group);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(group)) {
        throw e;
      }
    }
  }

  @Override
  public void remove(Path group) throws IOException {
    Files.delete(group);
  }

  @Override
  public void enter(Path processes) throws IOException {
    Process shell =
        new ProcessBuilder("bash", "-c", "echo $$ > \"$0\"", processes.toString())
            .redirectErrorStream(true)
            .start();
    shell.getOutputStream().close();
    String said;
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), UTF_8))) {
      said = output.lines().collect(Collectors.joining(" "));
    }
    try {
      if (shell.waitFor() != 0) {
        throw new IOException(said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a process entered " + processes);
    }
  }

  @Override
  public boolean holdsThisProcess(Path processes) {
    try {
      String own = SELF.toRealPath().getFileName().toString();
      return Arrays.asList(read(processes).split("\\s+")).contains(own);
    } catch (IOException e) {
      return false; // threaded groups do not list their processes
    }
  }

  @Override
  public Closeable claim(Path group) throws IOException {
    // Locks a file that nobody opens otherwise: closing any other handle of this process on the
    // file would release the lock. The first exists in version 1, the second in version 2.
    Path version1 = group.resolve("notify_on_release");
    Path file = Files.exists(version1) ? version1 : group.resolve("cgroup.max.depth");
    if (!CLAIMED.add(file)) {
      return null;
    }
    FileChannel channel = null;
    boolean isLocked = false;
    try {
      channel = FileChannel.open(file, StandardOpenOption.WRITE);
      isLocked = channel.tryLock() != null;
    } finally {
      if (!isLocked) {
        release(file, channel);
      }
    }
    FileChannel locked = channel;
    return isLocked ? () -> release(file, locked) : null;
  }

  private static void release(Path file, Closeable channel) {
    IOUtils.cleanupWithLogger(null, channel);
    CLAIMED.remove(file);
  }
}
