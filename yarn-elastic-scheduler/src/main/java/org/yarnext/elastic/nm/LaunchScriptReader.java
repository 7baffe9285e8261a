// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.nm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.launcher.ContainerLaunch;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.localizer.ResourceLocalizationService;
import org.yarnext.elastic.policy.heap.HeapRewrite;
import org.yarnext.elastic.policy.heap.TaskVariables;

/**
 * Reads the launch scripts of containers that survived a restart of the NodeManager: whether a
 * container was launched with a smaller heap, and whether it exits when out of memory. The
 * configuration may have changed since the launch. Until the container is cleaned up, only the
 * NodeManager can write the script. Thread-safe.
 */
final class LaunchScriptReader {
  /**
   * Maximum size of a launch script; one with all of a task's environment has some tens of
   * kilobytes.
   */
  private static final long MAX_BYTES = 1 << 20;

  private final Supplier<List<String>> localDirs;

  /**
   * Creates a reader.
   *
   * @param localDirs the NodeManager's local directories, including full ones
   */
  LaunchScriptReader(Supplier<List<String>> localDirs) {
    this.localDirs = localDirs;
  }

  /** Properties of a process's launch. Immutable. */
  static final class LaunchProperties {
    /** Result for an unreadable launch script. */
    static final LaunchProperties UNKNOWN = new LaunchProperties(false, false, false);

    private final boolean known;
    private final boolean smaller;
    private final boolean exits;

    private LaunchProperties(boolean known, boolean smaller, boolean exits) {
      this.known = known;
      this.smaller = smaller;
      this.exits = exits;
    }

    /**
     * Returns whether the launch is known.
     *
     * @param before null for a process that was not launched before a restart
     */
    static boolean isKnown(LaunchProperties before) {
      return before != null && before.known;
    }

    /** Returns whether it was given a smaller heap; false if unknown. */
    boolean smaller() {
      return smaller;
    }

    /** Returns whether it exits when it runs out of heap; false if unknown. */
    boolean exits() {
      return exits;
    }
  }

  /** Reads a container's launch script; never returns null. */
  LaunchProperties of(ContainerId container) {
    try {
      Path script = latest(container);
      if (script == null || Files.size(script) > MAX_BYTES) {
        return LaunchProperties.UNKNOWN;
      }
      String text = new String(Files.readAllBytes(script), StandardCharsets.UTF_8);
      String mark = "export " + TaskVariables.CONTAINER + "=\"" + container + "\"";
      return new LaunchProperties(
          true, text.contains(mark), text.contains(HeapRewrite.EXIT_ON_OUT_OF_MEMORY));
    } catch (IOException e) {
      return LaunchProperties.UNKNOWN;
    }
  }

  /**
   * Returns the latest launch script. A container that was launched twice may have scripts on two
   * disks.
   */
  private Path latest(ContainerId container) throws IOException {
    Path latest = null;
    FileTime written = null;
    for (String dir : localDirs.get()) {
      Path script =
          Paths.get(
              dir,
              ResourceLocalizationService.NM_PRIVATE_DIR,
              container.getApplicationAttemptId().getApplicationId().toString(),
              container.toString(),
              ContainerLaunch.CONTAINER_SCRIPT);
      if (Files.isRegularFile(script)) {
        FileTime modified = Files.getLastModifiedTime(script);
        if (written == null || modified.compareTo(written) > 0) {
          latest = script;
          written = modified;
        }
      }
    }
    return latest;
  }
}
