// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.policy.profile.TaskProfile;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.history.RunHistoryReader;
import org.yarnext.tools.history.record.ResourceManagerLog;
import org.yarnext.tools.history.record.TaskClassRun;
import org.yarnext.tools.profile.fit.ClassFit;
import org.yarnext.tools.profile.fit.ProfileChange;
import org.yarnext.tools.profile.fit.ProfileChange.Kind;
import org.yarnext.tools.profile.fit.ProfileLearner;

/**
 * Keeps a file of profiles up to date: reads new histories in each round, and changes the profiles
 * that no longer describe the runs. A round that fails has changed nothing, and the next one does
 * its work. Not thread-safe.
 *
 * <p>The state is written after the profiles. If the process ends in between, the histories are
 * read again, and the profiles already describe them.
 */
final class ProfileWatch {
  /** Suffix of the file of the state, behind the name of the file of profiles. */
  private static final String STATE = ".watch";

  /** Suffix of the file that a watch locks, behind that name. */
  private static final String LOCK = STATE + ".lock";

  /** Maximum number of histories that are read before the profiles and the state are written. */
  static final int MAX_PART = 1_000;

  private final Configuration conf;
  private final List<String> places;
  private final LogSource log;
  private final Predicate<TaskClassRun> wanted;
  private final UnaryOperator<String> pattern;
  private final ProfileLearner learner;
  private final ProfileOutput output;
  private final PrintWriter out;
  private final PrintWriter err;

  /** Directories that the last round could not search. */
  private Set<Path> unlisted = Collections.emptySet();

  /** Source of the ResourceManager's log, read again in each round with new histories. */
  interface LogSource {
    ResourceManagerLog read() throws IOException, ToolException;
  }

  /**
   * @param places as {@link RunHistoryReader#find} takes them
   * @param wanted selects runs
   * @param pattern maps a job name to the pattern of the recurring job
   * @param out output for changes
   * @param err output for progress, and for files and rounds that failed
   */
  ProfileWatch(
      Configuration conf,
      List<String> places,
      LogSource log,
      Predicate<TaskClassRun> wanted,
      UnaryOperator<String> pattern,
      ProfileLearner learner,
      ProfileOutput output,
      PrintWriter out,
      PrintWriter err) {
    this.conf = conf;
    this.places = places;
    this.log = log;
    this.wanted = wanted;
    this.pattern = pattern;
    this.learner = learner;
    this.output = output;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs rounds until the thread is interrupted.
   *
   * @param intervalMs time between two rounds, in ms
   * @param rounds maximum number of rounds; 0 for no maximum
   * @throws IOException if the first round fails; later ones are repeated
   * @throws ToolException likewise, or if another watch keeps the file
   */
  void run(long intervalMs, int rounds) throws IOException, ToolException, InterruptedException {
    output.read(); // refuses a missing directory
    try (FileChannel lock = lockFile()) {
      if (!isLocked(lock)) {
        throw new ToolException(
            "Another watch keeps " + output.file() + ": stop it, or give another file with --out.");
      }
      rounds(intervalMs, rounds);
    }
  }

  private FileChannel lockFile() throws IOException, ToolException {
    try {
      return FileChannel.open(beside(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (AccessDeniedException e) {
      throw new ToolException(
          "Cannot write " + e.getFile() + ": remove it if no watch runs, or change its owner.", e);
    }
  }

  /** Locks a file until it is closed. Returns false if it is locked already. */
  private static boolean isLocked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // by this process
    }
  }

  private void rounds(long intervalMs, int rounds)
      throws IOException, ToolException, InterruptedException {
    round();
    for (int i = 1; rounds == 0 || i < rounds; i++) {
      Thread.sleep(intervalMs);
      try {
        round();
      } catch (ToolException e) {
        failed(e.getMessage());
      } catch (IOException | RuntimeException e) {
        failed(e.toString());
      }
    }
  }

  private void failed(String why) {
    err.println(TerminalText.of(now() + " This round failed, and the next one repeats it: " + why));
  }

  /** Reads what is new, oldest first and a part at a time: the first round may find years. */
  private void round() throws IOException, ToolException {
    java.nio.file.Path file = beside(STATE);
    WatchState state = WatchState.read(file);
    output.read(); // refuses a file that cannot be extended before the long work
    Map<String, FileStatus> found = list();
    List<FileStatus> unread =
        found.values().stream()
            .filter(state::isUnread)
            .sorted(Comparator.comparingLong(FileStatus::getModificationTime))
            .collect(Collectors.toList());
    if (unread.isEmpty()) {
      return;
    }
    state.retain(
        found.keySet(), unlisted.stream().map(Path::toString).collect(Collectors.toList()));
    ResourceManagerLog granted = log.read();
    for (int from = 0; from < unread.size(); from += MAX_PART) {
      read(unread.subList(from, Math.min(from + MAX_PART, unread.size())), granted, state);
      state.write(file);
    }
  }

  private void read(List<FileStatus> part, ResourceManagerLog granted, WatchState state)
      throws IOException, ToolException {
    Profiles published = output.read();
    RunCollector runs =
        new RunCollector(
            new RunHistoryReader(conf, granted),
            run -> wanted.test(run) && !state.hasSeen(run),
            pattern,
            err);
    Set<Path> paths = new TreeSet<>();
    part.forEach(status -> paths.add(status.getPath()));
    runs.read(paths);
    Set<Path> failed = runs.unreadable();
    part.forEach(status -> state.read(status, failed.contains(status.getPath())));
    ProfileChanges changes = learn(state, runs, published);
    if (changes.hasChanges()) {
      output.write(changes::apply);
    }
    out.println(
        now()
            + " Read "
            + (part.size() == 1 ? "1 history, " : part.size() + " histories, ")
            + state.ignored()
            + " ignored so far: "
            + changes.summary());
    changes.lines().forEach(out::println);
  }

  private java.nio.file.Path beside(String suffix) {
    return output.file().resolveSibling(output.file().getFileName() + suffix);
  }

  private Map<String, FileStatus> list() throws IOException, ToolException {
    RunHistoryReader reader = new RunHistoryReader(conf, new ResourceManagerLog());
    Map<String, FileStatus> found = new TreeMap<>();
    for (String place : places) {
      reader.list(place).forEach(status -> found.put(status.getPath().toString(), status));
    }
    if (!reader.unlisted().equals(unlisted)) {
      unlisted = new TreeSet<>(reader.unlisted());
      RunCollector.reportUnlisted(reader, err);
    }
    return found;
  }

  private ProfileChanges learn(WatchState state, RunCollector runs, Profiles published) {
    ProfileChanges changes = new ProfileChanges();
    runs.byClass()
        .forEach(
            (tasks, taken) -> {
              WatchState.LearntClass known = state.find(tasks);
              List<TaskClassRun> all = new ArrayList<>(known.runs());
              all.addAll(taken);
              TaskProfile current = ProfileMerge.find(published, tasks);
              ProfileChange change = learner.learn(tasks, all, current, known.fittedMs());
              String model = known.model();
              if (change.kind() != Kind.NONE) {
                // Nobody has changed it since the watch wrote it.
                boolean isOwn =
                    current != null && ProfileFile.modelText(current).equals(known.model());
                changes.add(change, current, isOwn);
                TaskProfile made = change.fit().profile();
                model = made == null ? null : ProfileFile.modelText(made);
              }
              state.decided(tasks, taken, change, model);
            });
    return changes;
  }

  /** Changes of one round. */
  private static final class ProfileChanges {
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
    private final List<ClassFit> fits = new ArrayList<>();
    private final List<TaskProfile> removed = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /**
     * @param current the profile in the file; null if there is none
     * @param isOwn whether the watch wrote that
     */
    void add(ProfileChange change, TaskProfile current, boolean isOwn) {
      counts.merge(change.kind(), 1, Integer::sum);
      String tasks = change.fit().tasks() + ": ";
      if (change.kind() != Kind.OUTDATED) {
        fits.add(change.fit());
      } else if (isOwn) {
        removed.add(current);
        lines.add(tasks + "Removed, because " + change.reason() + ".");
        lines.add(tasks + change.fit().remarks().get(0));
      } else {
        lines.add(
            tasks
                + "Outdated, because "
                + change.reason()
                + ". It stays, since others have written it: measure it again.");
      }
      if (change.kind() == Kind.REPLACED) {
        lines.add(tasks + "Replaced, because " + change.reason() + ".");
      }
    }

    boolean hasChanges() {
      return !fits.isEmpty() || !removed.isEmpty();
    }

    Profiles apply(Profiles now) {
      Profiles after =
          ProfileMerge.merge(
              now, fits.stream().map(ClassFit::profile).collect(Collectors.toList()));
      for (TaskProfile profile : removed) {
        after = ProfileMerge.without(after, profile);
      }
      return after;
    }

    String summary() {
      List<String> words = new ArrayList<>();
      counts.forEach(
          (kind, count) ->
              words.add(
                  count
                      + (count == 1 ? " profile " : " profiles ")
                      + kind.name().toLowerCase(Locale.ROOT)));
      return words.isEmpty() ? "no profile changed." : String.join(", ", words) + ".";
    }

    List<String> lines() {
      List<String> all = fits.isEmpty() ? new ArrayList<>() : FitTable.lines(fits);
      all.addAll(lines);
      return all;
    }
  }

  private static LocalDateTime now() {
    return LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS);
  }
}
