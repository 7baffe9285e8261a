// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.common.FeatureMode;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.install.HostRole;
import org.yarnext.tools.site.ConfiguredFile;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.FeaturePlan;
import org.yarnext.tools.site.FeatureSelection;
import org.yarnext.tools.site.FederationMember;
import org.yarnext.tools.site.SiteChange;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command that adds features to a Hadoop configuration directory, or removes them from it. */
@Command(
    name = "configure",
    description = {
      "Adds features to a Hadoop configuration, or removes them, and shows"
          + " the difference. It extends lists such as auxiliary services, and"
          + " keeps your own values, comments and order. It restarts nothing.",
      "Ends with 0 on success, 1 on failure, 2 for a wrong command line."
    },
    footer = {
      "Example:",
      "  bin/yarnext configure --from $HADOOP_CONF_DIR --in-place --enable mercury,elastic --mode shadow"
    },
    usageHelpWidth = 110)
public final class ConfigureCommand implements Callable<Integer> {
  /** Files that may be created. */
  private static final String[] ADDED = {
    SiteDirectory.YARN, SiteDirectory.CAPACITY, SiteDirectory.MAPRED, SiteDirectory.TEZ
  };

  private static final String BACKUP = ".yarnext-backup";

  @Spec CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "the configuration directory to read, such as HADOOP_CONF_DIR")
  Path from;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "directory to write the new configuration to")
  Path to;

  @Option(
      names = "--in-place",
      description =
          "write the new configuration to --from; the previous version of each changed file is kept"
              + " as FILE"
              + BACKUP)
  boolean isInPlace;

  @Option(names = "--dry-run", description = "show the difference and write nothing")
  boolean isDryRun;

  @Option(
      names = "--enable",
      split = ",",
      paramLabel = "FEATURE",
      description =
          "features to add, one or several of: mercury, mercury-hybrid, mercury-distributed,"
              + " elastic, orchestrator, federation, tez. Features that are already enabled stay"
              + " enabled")
  List<String> enabled = new ArrayList<>();

  @Option(
      names = "--disable",
      split = ",",
      arity = "0..1",
      fallbackValue = "all",
      paramLabel = "FEATURE",
      description = "features to remove; without a name all of them, which restores your files")
  List<String> disabled = new ArrayList<>();

  @Option(
      names = "--mode",
      defaultValue = "shadow",
      paramLabel = "MODE",
      description =
          "shadow (the default): enabled features decide, count and explain, but"
              + " act on nothing; on: they act")
  FeatureMode mode;

  @Option(
      names = "--role",
      split = ",",
      paramLabel = "ROLE",
      description =
          "roles of the hosts that use this configuration: resourcemanager, nodemanager, router,"
              + " gateway (default all); keys of other roles are not written")
  List<HostRole> roles = new ArrayList<>();

  @Option(
      names = "--sub-clusters",
      split = ",",
      paramLabel = "ID",
      description = "all sub-clusters of the federation, for federation in mode on")
  List<String> subClusters = new ArrayList<>();

  @Option(
      names = "--sub-cluster",
      paramLabel = "ID",
      description = "the sub-cluster of the hosts that use this configuration")
  String subCluster;

  @Option(
      names = "--zookeeper",
      paramLabel = "HOST:PORT,...",
      description =
          "ZooKeeper for the state store of a new federation; also writes YARN's own keys"
              + " of federation")
  String zooKeeper;

  @Option(
      names = "--router",
      paramLabel = "HOST:PORT",
      description =
          "address at which the Router serves clients, for federation with --role gateway")
  String router;

  @Option(
      names = "--force",
      description = "discard manual changes in the block that this command wrote")
  boolean isForced;

  @Option(
      names = "--recover",
      description =
          "finish an interrupted --in-place change of --from, and change nothing else; the next"
              + " --in-place also finishes it")
  boolean isRecovery;

  @Option(names = "--help", usageHelp = true, description = "this text")
  boolean help;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    SiteDirectory source = SiteDirectory.at(from);
    if (isRecovery) {
      boolean isFinished = recover(out);
      out.println(isFinished ? FeatureSelection.NEXT_STEP : "There was nothing to do.");
      return ExitCode.DONE;
    }
    Path target = target();
    if (isInPlace && !isDryRun) {
      recover(out);
    } else if (SiteChange.isInterrupted(from)) {
      throw new ToolException(
          "A change of "
              + from
              + " was interrupted: finish it with --from "
              + from
              + " --recover.");
    }
    Map<String, SiteFile> before = source.files();
    Map<String, ConfiguredFile> files = read(before);
    FeatureSelection selection = selection(files);
    FeaturePlan plan =
        FeaturePlan.make(
            Paths.get(System.getProperty("yarnext.home", ".")).resolve("conf-samples"),
            source,
            files,
            selection);
    if (!isDryRun && !isInPlace) {
      copy(target);
    }
    boolean isChanged = showDifference(before, plan.files(), files.keySet(), target);
    if (!isDryRun) {
      write(plan.files(), files, target);
    }
    report(plan, files, selection, isChanged);
    return ExitCode.DONE;
  }

  /** Prints the changes; returns whether there are any. */
  private boolean showDifference(
      Map<String, SiteFile> before, Map<String, SiteFile> after, Set<String> names, Path target) {
    boolean isChanged = false;
    for (String name : names) {
      SiteFile is = before.get(name);
      SiteFile becomes = after.get(name);
      List<String> diff =
          UnifiedDiff.of(
              is == null ? "/dev/null" : from.resolve(name).toString(),
              is == null ? "" : is.text(),
              becomes == null ? "/dev/null" : target.resolve(name).toString(),
              becomes == null ? "" : becomes.text());
      diff.forEach(spec.commandLine().getOut()::println);
      isChanged |= !diff.isEmpty();
    }
    return isChanged;
  }

  private void write(Map<String, SiteFile> becoming, Map<String, ConfiguredFile> files, Path target)
      throws IOException {
    SiteChange change = new SiteChange(target);
    try {
      for (String name : files.keySet()) {
        put(change, target.resolve(name), becoming.get(name), files.get(name));
      }
      change.make();
    } catch (IOException e) {
      SiteChange.abandon(target, e);
      throw e;
    }
  }

  private void report(
      FeaturePlan plan,
      Map<String, ConfiguredFile> files,
      FeatureSelection selection,
      boolean isChanged)
      throws IOException, ToolException {
    PrintWriter out = spec.commandLine().getOut();
    files.forEach(
        (name, file) ->
            file.kept()
                .forEach((key, value) -> out.printf("%s stays as it is now: %s%n", key, value)));
    plan.notes().forEach(note -> out.println("Note: " + note));
    if (!isChanged) {
      out.println("There was nothing to do.");
    } else if (!isDryRun) {
      out.printf("%s has %s.%n", target(), selection.modes().isEmpty() ? "no feature" : selection);
      selection.nextSteps().forEach(out::println);
    }
  }

  private Path target() throws IOException, ToolException {
    if (enabled.isEmpty() && disabled.isEmpty()) {
      throw ToolException.misuse("Give --enable or --disable.");
    }
    if (isInPlace == (to != null)) {
      throw ToolException.misuse("Give either --to DIR or --in-place.");
    }
    if (mode == FeatureMode.OFF && !enabled.isEmpty()) {
      throw ToolException.misuse("--mode is shadow or on: --disable takes features out.");
    }
    Path at = to == null ? null : to.toAbsolutePath().normalize();
    for (; at != null; at = at.getParent()) {
      if (Files.exists(at) && Files.isSameFile(from, at)) {
        throw ToolException.misuse(
            "--to is the directory of --from, or inside it: give --in-place, which keeps the"
                + " previous files, or another directory.");
      }
    }
    return isInPlace ? from : to;
  }

  private Map<String, ConfiguredFile> read(Map<String, SiteFile> before) throws ToolException {
    Map<String, ConfiguredFile> files = new TreeMap<>();
    for (String name : ADDED) {
      SiteFile file = before.get(name);
      ConfiguredFile read = file == null ? ConfiguredFile.missing(name) : ConfiguredFile.of(file);
      if (read.isEdited() && !isForced) {
        throw new ToolException(
            from.resolve(name)
                + ": the block between BEGIN and END of yarnext configure was changed by hand. Move"
                + " your values above the block to keep them, or repeat with --force to discard"
                + " them.");
      }
      files.put(name, read);
    }
    SiteFile core = before.get(SiteDirectory.CORE);
    if (core != null) {
      files.put(SiteDirectory.CORE, ConfiguredFile.of(core));
    }
    return files;
  }

  /** Returns the features that are configured already, with the requested changes. */
  private FeatureSelection selection(Map<String, ConfiguredFile> files) throws ToolException {
    FeatureSelection present = FeatureSelection.none();
    for (ConfiguredFile file : files.values()) {
      if (!file.state().isEmpty()) {
        present = FeatureSelection.parse(file.state());
      }
    }
    Map<Feature, FeatureMode> modes = new EnumMap<>(Feature.class);
    modes.putAll(present.modes());
    for (Feature feature : features(disabled)) {
      modes.remove(feature);
    }
    for (Feature feature : features(enabled)) {
      modes.put(feature, mode);
    }
    List<HostRole> hosts = roles.stream().distinct().sorted().collect(Collectors.toList());
    return new FeatureSelection(
        modes,
        hosts.isEmpty() ? present.roles() : hosts,
        new FederationMember(subClusters, subCluster, zooKeeper, router).over(present.member()));
  }

  private static List<Feature> features(List<String> names) throws ToolException {
    List<Feature> features = new ArrayList<>();
    for (String name : names) {
      if (name.equals("all")) {
        features.addAll(Arrays.asList(Feature.values()));
        continue;
      }
      features.add(Feature.named(name));
    }
    return features;
  }

  /** Copies the source's files, but does not overwrite files that this command may have created. */
  private void copy(Path target) throws IOException, ToolException {
    if (Files.isDirectory(target) && !isForced) {
      try (Stream<Path> existing = Files.list(target)) {
        if (existing.anyMatch(
            file -> !Files.exists(from.resolve(file.getFileName())) && !isOurs(file))) {
          throw new ToolException(
              target
                  + " contains files that are not in "
                  + from
                  + ": give a new directory, or --force.");
        }
      }
    }
    for (Path file : SiteDirectory.tree(from)) {
      Path copy = target.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else if (!Files.isRegularFile(file)) {
        spec.commandLine()
            .getOut()
            .println("Note: " + file + " is not a regular file, so it is not copied.");
      } else if (!Files.exists(copy)
          || !Arrays.asList(ADDED).contains(from.relativize(file).toString())) {
        Files.copy(
            file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static boolean isOurs(Path file) {
    return Arrays.asList(ADDED).contains(file.getFileName().toString());
  }

  private void put(SiteChange change, Path file, SiteFile becomes, ConfiguredFile was)
      throws IOException {
    byte[] now = Files.exists(file) ? Files.readAllBytes(file) : null;
    byte[] next = becomes == null ? null : becomes.bytes();
    Path backup = file.resolveSibling(file.getFileName() + BACKUP);
    if (!Arrays.equals(now, next)) {
      if (isInPlace && now != null && was.state().isEmpty()) {
        change.replace(backup, now);
      }
      if (next == null) {
        change.delete(file);
      } else {
        change.replace(file, next);
      }
    }
    if (Files.exists(backup) && Arrays.equals(Files.readAllBytes(backup), next)) {
      change.delete(backup);
    }
  }

  private boolean recover(PrintWriter out) throws IOException, ToolException {
    List<Path> finished = SiteChange.recover(from, isForced);
    finished.forEach(file -> out.println("Finished an interrupted change of " + file + "."));
    return !finished.isEmpty();
  }
}
