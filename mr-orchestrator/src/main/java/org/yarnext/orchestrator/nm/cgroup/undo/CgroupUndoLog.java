// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.nm.cgroup.undo;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log on disk of changed cgroup values and created groups, written before each change, so that
 * changes can be undone even after a crash.
 *
 * <p>The file is replaced as a whole and not forced to the disk, since the recorded changes do not
 * survive a crash of the machine either. Thread-safe.
 */
public final class CgroupUndoLog {
  private static final Logger LOG = LoggerFactory.getLogger(CgroupUndoLog.class);
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path file;
  private final Content content;

  /** Whether the memory differs from the file. */
  private boolean isUnsaved;

  /** Content of the file. */
  private static final class Content {
    /** Boot id; absent in files of earlier versions. */
    @JsonProperty final String boot;

    @JsonProperty final Map<String, ValueChange> values;
    @JsonProperty final Set<String> groups;

    @JsonCreator
    Content(
        @JsonProperty("boot") String boot,
        @JsonProperty(value = "values", required = true) LinkedHashMap<String, ValueChange> values,
        @JsonProperty(value = "groups", required = true) LinkedHashSet<String> groups) {
      this.boot = boot;
      this.values = requireWhole(values, values.values());
      this.groups = requireWhole(groups, groups);
    }

    private static <T> T requireWhole(T all, Collection<?> parts) {
      parts.forEach(Objects::requireNonNull);
      return all;
    }

    Content since(BootId latest) {
      return new Content(latest.id, new LinkedHashMap<>(values), new LinkedHashSet<>(groups));
    }

    static Content empty(BootId boot) {
      return new Content(boot.id, new LinkedHashMap<>(), new LinkedHashSet<>());
    }
  }

  /**
   * Reads the log of an earlier process. Starts empty if there is no file, or the machine was
   * rebooted since.
   *
   * @throws IOException if the file is corrupt; it is then moved aside, and the message names the
   *     new file
   */
  public CgroupUndoLog(Path file) throws IOException {
    this(file, BootId.latest());
  }

  public CgroupUndoLog(Path file, BootId boot) throws IOException {
    this.file = file;
    this.content = Files.exists(file) ? load(file, boot) : Content.empty(boot);
  }

  private static Content load(Path file, BootId boot) throws IOException {
    try {
      Content content = JSON.readValue(Files.readAllBytes(file), Content.class);
      if (content == null) {
        throw new IOException("the file has null in place of a journal");
      }
      return boot.isAnother(content.boot) ? Content.empty(boot) : content.since(boot);
    } catch (IOException e) {
      if (boot.isAfter(file)) {
        // The file was not forced to the disk before the reboot, which reset the kernel's values
        // anyway.
        return Content.empty(boot);
      }
      Path aside = file.resolveSibling(file.getFileName() + ".corrupt");
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
      throw new IOException(
          "The journal of changed cgroups was not readable and has been set aside as "
              + aside
              + ": restore the values that it lists by hand, unless the containers"
              + " have ended; then delete it",
          e);
    }
  }

  /** Records a change that is about to be made. */
  public synchronized void recordChange(Path value, String now, String next) throws IOException {
    recordChange(Collections.singletonMap(value, now), Collections.singletonMap(value, next));
  }

  /**
   * Records changes that are about to be made, in one write of the file. Repeating an entry costs
   * nothing.
   */
  public synchronized void recordChange(Map<Path, String> now, Map<Path, String> next)
      throws IOException {
    now.forEach((value, text) -> intend(value, text, next.get(value)));
    save();
  }

  private void intend(Path value, String now, String next) {
    ValueChange before = content.values.get(value.toString());
    if (before != null && before.written.equals(now) && before.intended.equals(next)) {
      return;
    }
    // Somebody else has set the value since, so that value is the one to restore.
    boolean known = before != null && before.isOurs(value, now);
    content.values.put(
        value.toString(), known ? before.intending(now, next) : new ValueChange(now, now, next));
    isUnsaved = true;
  }

  /** Returns the change of a value; null if it was not changed. */
  public synchronized ValueChange changed(Path value) {
    return content.values.get(value.toString());
  }

  /**
   * Removes values that were restored. Does not fail: restoring a value twice would be harmless.
   */
  public synchronized void recordRestored(Collection<Path> values) {
    for (Path value : values) {
      isUnsaved |= content.values.remove(value.toString()) != null;
    }
    saveOrKeep();
  }

  /** Records groups that are about to be made. */
  public synchronized void recordCreation(Collection<Path> groups) throws IOException {
    for (Path group : groups) {
      isUnsaved |= content.groups.add(group.toString());
    }
    save();
  }

  /** Removes groups that were removed, with the changes of their values. Does not fail. */
  public synchronized void recordRemoved(Collection<Path> groups) {
    for (Path group : groups) {
      isUnsaved |= content.groups.remove(group.toString());
      isUnsaved |=
          content
              .values
              .keySet()
              .removeIf(value -> group.getFileSystem().getPath(value).startsWith(group));
    }
    saveOrKeep();
  }

  private void saveOrKeep() {
    try {
      save();
    } catch (IOException e) {
      LOG.debug("{} has outdated entries until it can be written again", file, e);
    }
  }

  /** Returns the files that are changed now. */
  public synchronized Set<Path> values() {
    return paths(content.values.keySet());
  }

  /** Returns the groups that were made, in that order. */
  public synchronized Set<Path> groups() {
    return paths(content.groups);
  }

  private Set<Path> paths(Set<String> texts) {
    Set<Path> paths = new LinkedHashSet<>();
    texts.forEach(text -> paths.add(file.getFileSystem().getPath(text)));
    return paths;
  }

  private void save() throws IOException {
    if (!isUnsaved) {
      return;
    }
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, JSON.writeValueAsBytes(content));
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
    isUnsaved = false;
  }
}
