// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tools.ToolException;

/** An unpacked distribution with the jars to install. Immutable. */
final class Distribution {
  private static final Pattern COMMON = Pattern.compile("yarnext-common-(.+)\\.jar");

  private final Path home;
  private final String version;

  private Distribution(Path home, String version) {
    this.home = home;
    this.version = version;
  }

  /**
   * Opens a distribution.
   *
   * @param home the unpacked directory
   * @throws ToolException if it is not a distribution
   */
  static Distribution at(Path home) throws IOException, ToolException {
    Path jars = home.resolve("lib").resolve(HostRole.RESOURCEMANAGER.text());
    if (Files.isDirectory(jars)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, "yarnext-common-*.jar")) {
        for (Path jar : found) {
          Matcher name = COMMON.matcher(jar.getFileName().toString());
          if (name.matches()) {
            return new Distribution(home, name.group(1));
          }
        }
      }
    }
    throw new ToolException(
        home
            + " is not a yarnext distribution: unpack yarnext-<version>.tar.gz, which \"mvn"
            + " package\" writes to distribution/target, and run the bin/yarnext in it.");
  }

  String version() {
    return version;
  }

  /** Returns the jars of the roles by their path in a Hadoop home, relative and with slashes. */
  Map<String, PluginJar> jars(Collection<HostRole> roles) throws IOException {
    Map<String, PluginJar> jars = new TreeMap<>();
    for (HostRole role : roles) {
      Path directory = home.resolve("lib").resolve(role.text());
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "yarnext-*.jar")) {
        for (Path jar : found) {
          String path = role.directory() + "/" + jar.getFileName();
          PluginJar other = jars.get(path);
          Set<HostRole> users = EnumSet.of(role);
          if (other != null) {
            users.addAll(other.roles());
          }
          String sha512 = other == null ? PluginJar.sha512(jar) : other.sha512();
          jars.put(path, new PluginJar(path, sha512, users, jar));
        }
      }
    }
    return jars;
  }
}
