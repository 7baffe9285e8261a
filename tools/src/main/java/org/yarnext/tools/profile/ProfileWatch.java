// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  private final Configuration conf;
  private final List<String> places;
  private final LogSource log;
  private final Predicate<TaskClassRun> wanted;
  private final UnaryOperator<String> pattern;
  private final ProfileLearner learner;
  private final ProfileOutput output;
  private final PrintWriter out;
  private final PrintWriter err;

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
   * @throws ToolException likewise
   */
  void run(long intervalMs, int rounds) throws IOException, ToolException, InterruptedException {
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

  private void round() throws IOException, ToolException {
    java.nio.file.Path file = output.file().resolveSibling(output.file().getFileName() + STATE);
    WatchState state = WatchState.read(file);
    Profiles published = output.read();
    Map<String, FileStatus> found = list();
    Map<Path, FileStatus> unread = new TreeMap<>();
    for (FileStatus status : found.values()) {
      if (state.isUnread(status)) {
        unread.put(status.getPath(), status);
      }
    }
    if (unread.isEmpty()) {
      return;
    }
    RunCollector runs =
        new RunCollector(
            new RunHistoryReader(conf, log.read()),
            run -> wanted.test(run) && !state.hasSeen(run),
            pattern,
            err);
    runs.read(unread.keySet());
    Set<Path> failed = runs.unreadable();
    unread.forEach((path, status) -> state.read(status, failed.contains(path)));
    state.retain(found.keySet());
    ProfileChanges changes = learn(state, runs, published);
    if (changes.hasChanges()) {
      output.write(changes::apply);
    }
    state.write(file);
    out.println(
        now()
            + " Read "
            + (unread.size() == 1 ? "1 history, " : unread.size() + " histories, ")
            + state.ignored()
            + " ignored so far: "
            + changes.summary());
    changes.lines().forEach(out::println);
  }

  private Map<String, FileStatus> list() throws IOException, ToolException {
    RunHistoryReader reader = new RunHistoryReader(conf, new ResourceManagerLog());
    Map<String, FileStatus> found = new TreeMap<>();
    for (String place : places) {
      reader.list(place).forEach(status -> found.put(status.getPath().toString(), status));
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
