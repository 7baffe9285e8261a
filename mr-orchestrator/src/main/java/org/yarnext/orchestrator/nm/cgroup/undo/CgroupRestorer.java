// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.undo;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.yarnext.common.kernel.KernelTextParser;
import org.yarnext.common.kernel.MemoryController;
import org.yarnext.common.kernel.MemoryControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.SubtreeControl;

/**
 * Changes cgroup values and creates groups so that all changes can be undone. A value that somebody
 * else has set since is not restored. Thread-safe.
 */
public final class CgroupRestorer {
  private final CgroupFiles files;
  private final CgroupUndoLog undoLog;

  /** Held while groups are made and while all are removed; never while a value is written. */
  private final Object making = new Object();

  /** Continues with the changes in the log, including those of an earlier process. */
  public CgroupRestorer(CgroupFiles files, CgroupUndoLog undoLog) {
    this.files = files;
    this.undoLog = undoLog;
  }

  /** Writes a value, unless it is already set. */
  public synchronized void change(Path value, String text) throws IOException {
    String now = files.read(value);
    if (!ValueChange.isSame(value, now, text)) {
      undoLog.recordChange(value, now, text);
      files.write(value, text);
    }
  }

  /**
   * Stores the old values of several coming changes in one write, so that the changes need not each
   * do so. Skips values that do not exist any more.
   */
  public synchronized void announce(Map<Path, String> texts) throws IOException {
    Map<Path, String> now = new LinkedHashMap<>();
    for (Map.Entry<Path, String> each : texts.entrySet()) {
      try {
        String text = files.read(each.getKey());
        if (!ValueChange.isSame(each.getKey(), text, each.getValue())) {
          now.put(each.getKey(), text);
        }
      } catch (NoSuchFileException e) {
        continue; // the container has ended
      }
    }
    undoLog.recordChange(now, texts);
  }

  /** Writes a value that belongs to its group from now on and is not restored any more. */
  public synchronized void settle(Path value, String text) throws IOException {
    files.write(value, text);
    undoLog.recordRestored(Collections.singleton(value));
  }

  /**
   * Returns the content of a file before it was changed here, or its current content if it was not.
   */
  public synchronized String original(Path value) throws IOException {
    String now = files.read(value);
    ValueChange changed = undoLog.changed(value);
    return changed != null && changed.isOurs(value, now) ? changed.original : now;
  }

  /**
   * Switches controllers on for the children of a group of version 2.
   *
   * @throws IOException also if the group holds processes
   */
  public synchronized void switchOn(Path group, String... controllers) throws IOException {
    Path value = group.resolve(SubtreeControl.FILE);
    String now = files.read(value);
    String on =
        SubtreeControl.switchOn(
            now, files.read(group.resolve(SubtreeControl.AVAILABLE)), controllers);
    if (!on.isEmpty()) {
      if (holdsProcesses(group)) {
        // The kernel would switch cpu on alone, and let no process into the groups below.
        throw new IOException("it holds processes");
      }
      undoLog.recordChange(value, now, on);
      files.write(value, on);
    }
  }

  private boolean holdsProcesses(Path group) {
    try {
      return !files.read(group.resolve("cgroup.procs")).trim().isEmpty();
    } catch (IOException e) {
      return false; // threaded groups do not list their processes
    }
  }

  /** Makes the groups that do not exist yet; none may be below another. */
  public void make(Collection<Path> groups) throws IOException {
    // A separate lock: other changes may take the kernel long, and container launches wait for
    // this.
    synchronized (making) {
      List<Path> missing = new ArrayList<>(groups);
      missing.removeIf(files::exists);
      undoLog.recordCreation(missing);
      for (Path group : missing) {
        files.make(group);
      }
    }
  }

  /** Returns the groups that were made by this or an earlier process and are not removed yet. */
  public Set<Path> made() {
    return undoLog.groups();
  }

  /** Returns whether a value was changed by this or an earlier process and is not restored yet. */
  public boolean isChanged(Path value) {
    return undoLog.changed(value) != null;
  }

  /** Returns whether any value of a group was changed here and is not restored yet. */
  public boolean isAnyChanged(Path group) {
    return undoLog.values().stream().anyMatch(value -> value.getParent().equals(group));
  }

  /** Returns whether this or an earlier process made the group. */
  public boolean isMade(Path group) {
    return undoLog.groups().contains(group);
  }

  /**
   * Restores the matching values, the latest change first.
   *
   * @return the number of values that could not be restored and are kept for a later try
   */
  public synchronized int putBack(Predicate<Path> wanted) {
    int left = 0;
    List<Path> back = new ArrayList<>();
    for (Path value : latestFirst(undoLog.values())) {
      if (wanted.test(value)) {
        try {
          putBack(value);
          back.add(value);
        } catch (IOException e) {
          left++;
        }
      }
    }
    undoLog.recordRestored(back);
    return left;
  }

  private void putBack(Path value) throws IOException {
    if (files.exists(value)) {
      ValueChange changed = undoLog.changed(value);
      String now = files.read(value);
      if (value.endsWith(SubtreeControl.FILE)) {
        String off = SubtreeControl.switchOff(now, changed.original);
        if (!off.isEmpty()) {
          files.write(value, off);
        }
      } else if (changed.isOurs(value, now) && !ValueChange.isSame(value, now, changed.original)) {
        refuseWhatKills(value, changed.original);
        files.write(value, changed.original);
      }
    }
  }

  /**
   * Refuses a limit below the current usage, for which version 2 would kill a process. Version 1
   * refuses by itself.
   */
  private void refuseWhatKills(Path value, String bound) throws IOException {
    MemoryController version2 = new MemoryControllerV2();
    if (value.endsWith(version2.limitFile())) {
      long used = version2.usage(files, value.getParent()).workingSetBytes();
      if (used > KernelTextParser.limit(bound)) {
        throw new IOException(value + " stays above " + bound + " as " + used + " are in use");
      }
    }
  }

  /**
   * Removes the matching groups that were made here, the innermost first.
   *
   * @return the number of groups that still have processes and are kept for a later try
   */
  public int remove(Predicate<Path> wanted) {
    // Not synchronized: removals may take the kernel long, and threads that make groups must not
    // wait.
    int left = 0;
    List<Path> removed = new ArrayList<>();
    for (Path group : latestFirst(undoLog.groups())) {
      if (wanted.test(group)) {
        try {
          if (files.exists(group)) {
            files.remove(group);
          }
          removed.add(group);
        } catch (IOException e) {
          left++;
        }
      }
    }
    undoLog.recordRemoved(removed);
    return left;
  }

  /**
   * Restores all values and removes all groups. Values of a group with children stay as long as a
   * child does.
   *
   * @return the number of values and groups that are left because groups have processes
   */
  public synchronized int undo() {
    return undo(group -> false);
  }

  /**
   * Restores all values and removes all groups except those still needed and their parents.
   *
   * @return the number of other values and groups that are left because groups have processes
   */
  public synchronized int undo(Predicate<Path> needed) {
    int left = putBack(value -> !isAbove(value.getParent()));
    synchronized (making) {
      left += remove(group -> !needed.test(group) && !isAboveAny(group, needed));
    }
    return left > 0 || !undoLog.groups().isEmpty() ? left : putBack(value -> true);
  }

  /**
   * Lowers the changed shares of groups above others to the sum of their children, which have
   * become fewer. Shares that cannot be lowered stay.
   *
   * @param wanted selects the share files
   */
  public synchronized void lowerSharesAbove(Predicate<Path> wanted) {
    for (Path value : undoLog.values()) {
      try {
        if (wanted.test(value) && isAbove(value.getParent()) && files.exists(value)) {
          long together = together(value);
          if (together > 0 && together < KernelTextParser.number(files.read(value))) {
            change(value, Long.toString(together));
          }
        }
      } catch (IOException e) {
        continue;
      }
    }
  }

  /**
   * Returns the sum of the shares of the innermost groups below the group of a share; 0 if there
   * are none.
   */
  private long together(Path share) throws IOException {
    long together = 0;
    for (Path group : undoLog.groups()) {
      Path own = group.resolve(share.getFileName());
      if (group.startsWith(share.getParent()) && !isAbove(group) && files.exists(own)) {
        together += KernelTextParser.number(files.read(own));
      }
    }
    return together;
  }

  private boolean isAboveAny(Path group, Predicate<Path> needed) {
    return undoLog.groups().stream()
        .anyMatch(each -> needed.test(each) && each.startsWith(group) && !each.equals(group));
  }

  /** Returns whether a group has descendants that were made here. */
  public boolean isAbove(Path group) {
    return undoLog.groups().stream()
        .anyMatch(each -> each.startsWith(group) && !each.equals(group));
  }

  private static Iterable<Path> latestFirst(Set<Path> paths) {
    Deque<Path> reversed = new ArrayDeque<>();
    paths.forEach(reversed::push);
    return reversed;
  }
}
