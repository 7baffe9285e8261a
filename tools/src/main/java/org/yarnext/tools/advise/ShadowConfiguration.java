// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yarnext.elastic.ElasticConfiguration;
import org.yarnext.elastic.policy.profile.Profiles;
import org.yarnext.elastic.profile.ProfileFile;
import org.yarnext.tools.DurableFile;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.ToolException;
import org.yarnext.tools.configure.ConfigureCommand;
import org.yarnext.tools.site.ConfiguredFile;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.FeatureSelection;
import org.yarnext.tools.site.SiteDirectory;
import org.yarnext.tools.site.SiteFile;
import picocli.CommandLine;

/**
 * Writes a copy of the operator's configuration with features in shadow mode, as {@code yarnext
 * configure} does, and a file of profiles. Stateless.
 */
final class ShadowConfiguration {
  /** Name of the file of profiles in the directory. */
  static final String PROFILES = "yarnext-profiles.json";

  /** Name of the file with the difference, beside the directory. */
  static final String DIFFERENCE = "changes.diff";

  private static final String END = "</configuration>";

  private ShadowConfiguration() {}

  /** Returns those of the features that the configuration does not have yet. */
  static Set<Feature> missing(Path from, Set<Feature> features) throws IOException, ToolException {
    Set<Feature> missing = EnumSet.noneOf(Feature.class);
    missing.addAll(features);
    for (SiteFile file : SiteDirectory.at(from).files().values()) {
      String state = ConfiguredFile.of(file).state();
      if (!state.isEmpty()) {
        missing.removeAll(FeatureSelection.parse(state).modes().keySet());
      }
    }
    return missing;
  }

  /**
   * Writes the directory.
   *
   * @param from the operator's configuration, which is not changed
   * @param to a directory that does not exist
   * @param features at least one that the configuration does not have
   * @param profiles used if elastic is among the features
   * @throws ToolException if the features do not fit the configuration; the message gives the fix
   */
  static void write(Path from, Path to, Set<Feature> features, Profiles profiles)
      throws IOException, ToolException {
    Files.createDirectories(to.getParent());
    Path copy = Files.createTempDirectory(to.getParent(), "conf-");
    try {
      copy(from, copy);
      if (features.contains(Feature.ELASTIC) && !profiles.all().isEmpty()) {
        ProfileFile.write(copy.resolve(PROFILES), profiles);
        nameProfiles(copy, from.toAbsolutePath().normalize().resolve(PROFILES));
      }
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      CommandLine configure = new CommandLine(new ConfigureCommand());
      configure.setCaseInsensitiveEnumValuesAllowed(true);
      configure.setOut(new PrintWriter(out, true));
      configure.setErr(new PrintWriter(err, true));
      configure.setExecutionExceptionHandler(
          (e, line, parsed) -> {
            line.getErr().println(e.getMessage());
            return ExitCode.FAILED;
          });
      int status =
          configure.execute(
              "--from",
              copy.toString(),
              "--to",
              to.toString(),
              "--enable",
              features.stream().map(Feature::text).collect(Collectors.joining(",")),
              "--mode",
              "shadow");
      if (status != ExitCode.DONE) {
        delete(to);
        throw new ToolException("The configuration could not be written: " + err.toString().trim());
      }
      DurableFile.writePrivate( // it has lines of the configuration
          to.resolveSibling(DIFFERENCE),
          out.toString().replace(copy.toString(), from.toString()).getBytes(UTF_8));
    } finally {
      delete(copy);
    }
  }

  /** Names the file of profiles, by the path that it has once the directory is in use. */
  private static void nameProfiles(Path copy, Path profiles) throws IOException {
    Path site = copy.resolve(SiteDirectory.YARN);
    String text =
        Files.exists(site)
            ? new String(Files.readAllBytes(site), UTF_8)
            : "<?xml version=\"1.0\"?>\n<configuration>\n" + END + "\n";
    String key = ElasticConfiguration.PROFILES_FILE.name();
    int end = text.lastIndexOf(END);
    if (text.contains("<name>" + key + "</name>") || end < 0) {
      return; // the operator's own file stays
    }
    String value = profiles.toString().replace("&", "&amp;").replace("<", "&lt;");
    Files.write(
        site,
        (text.substring(0, end)
                + "  <property>\n    <name>"
                + key
                + "</name>\n    <value>"
                + value
                + "</value>\n  </property>\n"
                + text.substring(end))
            .getBytes(UTF_8));
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path file : SiteDirectory.tree(from)) {
      Path target = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(target);
      } else {
        Files.copy(
            file, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walk = Files.walk(directory)) {
      all = walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList());
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
