/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
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
import org.yarnext.orchestrator.nm.cgroup.kernel.CgroupFiles;
import org.yarnext.orchestrator.nm.cgroup.kernel.KernelTextParser;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryController;
import org.yarnext.orchestrator.nm.cgroup.kernel.MemoryControllerV2;
import org.yarnext.orchestrator.nm.cgroup.kernel.SubtreeControl;

/**
 * Changes values and makes groups in such a way that all of it can be undone: what somebody else
 * has set since is theirs and stays. Thread-safe.
 */
public final class CgroupRestorer {
  private final CgroupFiles files;
  private final CgroupUndoLog journal;

  /** Held while groups are made, and while all are removed; never while a value is written. */
  private final Object making = new Object();

  /** Continues with the changes that are in the log, of an earlier process too. */
  public CgroupRestorer(CgroupFiles files, CgroupUndoLog journal) {
    this.files = files;
    this.journal = journal;
  }

  /** Writes a value, unless it is there already. */
  public synchronized void change(Path value, String text) throws IOException {
    String now = files.read(value);
    if (!ValueChange.same(value, now, text)) {
      journal.changing(value, now, text);
      files.write(value, text);
    }
  }

  /**
   * Remembers in one go what is about to be changed, so that the changes need not each do so; what
   * cannot be read is left to its own change.
   */
  public synchronized void announce(Map<Path, String> texts) throws IOException {
    Map<Path, String> now = new LinkedHashMap<>();
    for (Map.Entry<Path, String> each : texts.entrySet()) {
      try {
        String text = files.read(each.getKey());
        if (!ValueChange.same(each.getKey(), text, each.getValue())) {
          now.put(each.getKey(), text);
        }
      } catch (NoSuchFileException e) {
        continue; // its container has ended
      }
    }
    journal.changing(now, texts);
  }

  /** Writes a value that belongs to its group from now on: it is not put back any more. */
  public synchronized void settle(Path value, String text) throws IOException {
    files.write(value, text);
    journal.areBack(Collections.singleton(value));
  }

  /** What a value holds, or held before it was changed here. */
  public synchronized String original(Path value) throws IOException {
    String now = files.read(value);
    ValueChange changed = journal.changed(value);
    return changed != null && changed.isOurs(value, now) ? changed.original : now;
  }

  /** Switches controllers on for the groups below a group of version 2. */
  public synchronized void switchOn(Path group, String... controllers) throws IOException {
    Path value = group.resolve(SubtreeControl.FILE);
    String now = files.read(value);
    String on =
        SubtreeControl.switchOn(now, files.read(group.resolve("cgroup.controllers")), controllers);
    if (!on.isEmpty()) {
      journal.changing(value, now, on);
      files.write(value, on);
    }
  }

  /** Makes those groups that are not there yet, none below another. */
  public void make(Collection<Path> groups) throws IOException {
    // Not for what else is changed: kernels may take long for that, and containers wait for this.
    synchronized (making) {
      List<Path> missing = new ArrayList<>(groups);
      missing.removeIf(files::exists);
      journal.making(missing);
      for (Path group : missing) {
        files.make(group);
      }
    }
  }

  /** The groups that were made here, by an earlier process too, and are not removed yet. */
  public Set<Path> made() {
    return journal.groups();
  }

  /** Whether a value was changed here, by an earlier process too, and is not put back yet. */
  public boolean isChanged(Path value) {
    return journal.changed(value) != null;
  }

  /** Whether a value of a group was changed here and is not put back yet. */
  public boolean isAnyChanged(Path group) {
    return journal.values().stream().anyMatch(value -> value.getParent().equals(group));
  }

  /** Whether a group was made here. */
  public boolean isMade(Path group) {
    return journal.groups().contains(group);
  }

  /**
   * Puts back the values of all files that are asked for, the latest changed first.
   *
   * @return how many could not be put back and are kept for a later try
   */
  public synchronized int putBack(Predicate<Path> wanted) {
    int left = 0;
    List<Path> back = new ArrayList<>();
    for (Path value : latestFirst(journal.values())) {
      if (wanted.test(value)) {
        try {
          putBack(value);
          back.add(value);
        } catch (IOException e) {
          left++;
        }
      }
    }
    journal.areBack(back);
    return left;
  }

  private void putBack(Path value) throws IOException {
    if (files.exists(value)) {
      ValueChange changed = journal.changed(value);
      String now = files.read(value);
      if (value.endsWith(SubtreeControl.FILE)) {
        String off = SubtreeControl.switchOff(now, changed.original);
        if (!off.isEmpty()) {
          files.write(value, off);
        }
      } else if (changed.isOurs(value, now) && !ValueChange.same(value, now, changed.original)) {
        refuseWhatKills(value, changed.original);
        files.write(value, changed.original);
      }
    }
  }

  /** Version 1 refuses a bound below what is in use; version 2 kills for it. */
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
   * Removes the groups that were made here and are asked for, the innermost first.
   *
   * @return how many could not be removed, because processes are in them, and are kept for later
   */
  public int remove(Predicate<Path> wanted) {
    // Not synchronized: kernels may take long for it, and who makes a group must not wait for that.
    int left = 0;
    List<Path> removed = new ArrayList<>();
    for (Path group : latestFirst(journal.groups())) {
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
    journal.areRemoved(removed);
    return left;
  }

  /**
   * Puts back all values and removes all groups. What a group above others holds stays as long as
   * one of those does.
   *
   * @return how much is left, because processes are in groups
   */
  public synchronized int undo() {
    return undo(group -> false);
  }

  /**
   * The same, but for groups that are still needed, and what is above them.
   *
   * @return how much is left besides those, because processes are in groups
   */
  public synchronized int undo(Predicate<Path> needed) {
    int left = putBack(value -> !isAbove(value.getParent()));
    synchronized (making) {
      left += remove(group -> !needed.test(group) && !isAboveAny(group, needed));
    }
    return left > 0 || !journal.groups().isEmpty() ? left : putBack(value -> true);
  }

  /**
   * Lowers shares of groups above others, as far as they were changed here, to what those have
   * together: they are fewer than they were. One that cannot be lowered stays as it is.
   *
   * @param wanted which of these files
   */
  public synchronized void lowerSharesAbove(Predicate<Path> wanted) {
    for (Path value : journal.values()) {
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

  /** What the innermost groups below that of a share hold of it; 0 if none does. */
  private long together(Path share) throws IOException {
    long together = 0;
    for (Path group : journal.groups()) {
      Path own = group.resolve(share.getFileName());
      if (group.startsWith(share.getParent()) && !isAbove(group) && files.exists(own)) {
        together += KernelTextParser.number(files.read(own));
      }
    }
    return together;
  }

  private boolean isAboveAny(Path group, Predicate<Path> needed) {
    return journal.groups().stream()
        .anyMatch(each -> needed.test(each) && each.startsWith(group) && !each.equals(group));
  }

  /** Whether groups that were made here are below it. */
  public boolean isAbove(Path group) {
    return journal.groups().stream()
        .anyMatch(each -> each.startsWith(group) && !each.equals(group));
  }

  private static Iterable<Path> latestFirst(Set<Path> paths) {
    Deque<Path> reversed = new ArrayDeque<>();
    paths.forEach(reversed::push);
    return reversed;
  }
}
