// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.yarnext.common.cache.BoundedCache;
import org.yarnext.tools.DurableFile;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.history.record.TaskClassRunCodec;
import org.yarnext.tools.profile.fit.ProfileChange;
import org.yarnext.tools.profile.fit.TaskClassKey;

/**
 * State of {@link ProfileWatch} between two rounds: the histories that it has read, and the runs
 * from which it learns. Bounded by the histories that exist, and by numbers of runs and classes.
 * Not thread-safe.
 */
final class WatchState {
  private static final int VERSION = 1;

  /** Number of attempts to read a file: its configuration may follow a moment later. */
  private static final int MAX_FAILURES = 3;

  private static final int MAX_CLASSES = 2_000;
  private static final int MAX_SEEN = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, HistoryFile> files = new TreeMap<>();

  /** Keys of the last runs: a history may be moved, and one of Tez may grow. */
  private final Set<String> seen =
      Collections.newSetFromMap(BoundedCache.inOrderOfInsertion(MAX_SEEN));

  private final Map<TaskClassKey, LearntClass> classes = BoundedCache.inOrderOfUse(MAX_CLASSES);

  /** State of a history file: its length and the number of failed reads. Immutable. */
  private static final class HistoryFile {
    private final long length;
    private final int failures;

    HistoryFile(long length, int failures) {
      this.length = length;
      this.failures = failures;
    }
  }

  /** Runs of a class of tasks, and the model fitted to them. Immutable. */
  static final class LearntClass {
    private static final LearntClass UNKNOWN = new LearntClass(Collections.emptyList(), 0, null);

    private final List<TaskClassRun> runs;
    private final long fittedMs;
    private final String model;

    private LearntClass(List<TaskClassRun> runs, long fittedMs, String model) {
      this.runs = runs;
      this.fittedMs = fittedMs;
      this.model = model;
    }

    List<TaskClassRun> runs() {
      return runs;
    }

    /** Returns {@link ProfileChange#fittedMs} of the last decision; 0 if there was none. */
    long fittedMs() {
      return fittedMs;
    }

    /** Returns the text of the model that the watch wrote last; null if it has none in the file. */
    String model() {
      return model;
    }
  }

  /**
   * Reads the state from a file.
   *
   * @return an empty state if there is no such file
   * @throws ToolException if it is damaged, or of a later version
   */
  static WatchState read(Path file) throws IOException, ToolException {
    WatchState state = new WatchState();
    if (Files.exists(file)) {
      try {
        state.take(JSON.readTree(Files.readAllBytes(file)));
      } catch (IOException | IllegalArgumentException e) {
        throw new ToolException(
            file
                + " cannot be read ("
                + e.getMessage()
                + "): use the version that wrote it, or move it away to read all histories again.",
            e);
      }
    }
    return state;
  }

  private void take(JsonNode root) {
    int version = root == null ? 0 : root.path("version").asInt();
    if (version != VERSION) {
      throw new IllegalArgumentException("its version is " + version + ", not " + VERSION);
    }
    root.path("files")
        .fields()
        .forEachRemaining(
            field ->
                files.put(
                    field.getKey(),
                    new HistoryFile(
                        field.getValue().path("length").asLong(),
                        field.getValue().path("failures").asInt())));
    root.path("seen").forEach(key -> seen.add(key.asText()));
    for (JsonNode learnt : root.path("classes")) {
      List<TaskClassRun> runs = new ArrayList<>();
      learnt.path("runs").forEach(run -> runs.add(TaskClassRunCodec.read(run)));
      classes.put(
          new TaskClassKey(
              learnt.path("jobs").asText(),
              learnt.path("framework").asText(),
              learnt.path("task").asText()),
          new LearntClass(
              runs, learnt.path("fittedMs").asLong(), learnt.path("model").asText(null)));
    }
  }

  /** Writes the state atomically. */
  void write(Path file) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("version", VERSION);
    ObjectNode read = root.putObject("files");
    files.forEach(
        (path, known) -> {
          ObjectNode one = read.putObject(path).put("length", known.length);
          if (known.failures > 0) {
            one.put("failures", known.failures);
          }
        });
    ArrayNode keys = root.putArray("seen");
    seen.forEach(keys::add);
    ArrayNode all = root.putArray("classes");
    for (Map.Entry<TaskClassKey, LearntClass> entry : classes.entrySet()) {
      LearntClass known = entry.getValue();
      ObjectNode one =
          all.addObject()
              .put("jobs", entry.getKey().jobs())
              .put("framework", entry.getKey().framework())
              .put("task", entry.getKey().task())
              .put("fittedMs", known.fittedMs);
      if (known.model != null) {
        one.put("model", known.model);
      }
      ArrayNode runs = one.putArray("runs");
      known.runs.forEach(run -> TaskClassRunCodec.write(run, runs.addObject()));
    }
    Path next = file.resolveSibling(file.getFileName() + ".new");
    DurableFile.write(next, JSON.writeValueAsBytes(root));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns whether a file must be read: it is new, has grown, or could not be read just now. */
  boolean isUnread(FileStatus file) {
    HistoryFile known = files.get(file.getPath().toString());
    return known == null
        || known.length != file.getLen()
        || known.failures > 0 && known.failures < MAX_FAILURES;
  }

  /** Records that a file was read, or could not be. */
  void read(FileStatus file, boolean hasFailed) {
    HistoryFile known = files.get(file.getPath().toString());
    int before = known == null || known.length != file.getLen() ? 0 : known.failures;
    files.put(
        file.getPath().toString(), new HistoryFile(file.getLen(), hasFailed ? before + 1 : 0));
  }

  /**
   * Forgets files that no longer exist.
   *
   * @param unlisted directories of which that is unknown
   */
  void retain(Collection<String> paths, Collection<String> unlisted) {
    files
        .keySet()
        .removeIf(
            file ->
                !paths.contains(file)
                    && unlisted.stream().noneMatch(directory -> file.startsWith(directory + "/")));
  }

  /** Returns the number of existing files that could not be read. */
  long ignored() {
    return files.values().stream().filter(file -> file.failures > 0).count();
  }

  /** Returns whether a run was taken before, as far as the state reaches back. */
  boolean hasSeen(TaskClassRun run) {
    return seen.contains(run.key());
  }

  /** Returns the record of a class of tasks; never null. */
  LearntClass find(TaskClassKey tasks) {
    return classes.getOrDefault(tasks, LearntClass.UNKNOWN);
  }

  /**
   * Records a decision.
   *
   * @param taken the runs that were new
   * @param model text of the model that is in the file by the watch; null if there is none
   */
  void decided(
      TaskClassKey tasks, Collection<TaskClassRun> taken, ProfileChange change, String model) {
    taken.forEach(run -> seen.add(run.key()));
    classes.put(tasks, new LearntClass(change.runs(), change.fittedMs(), model));
  }
}
