// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yarnext.tools.ToolException;

/**
 * Reads the version, roles and problems of the pack that is installed in a Hadoop home, without
 * changing it.
 */
public final class InstalledPack {
  private final Path home;
  private final InstallManifest manifest;

  private InstalledPack(Path home, InstallManifest manifest) {
    this.home = home;
    this.manifest = manifest;
  }

  /**
   * Reads a Hadoop home.
   *
   * @throws ToolException if it is not a supported Hadoop home, or the manifest is damaged
   */
  public static InstalledPack in(Path home) throws IOException, ToolException {
    return new InstalledPack(home, HadoopHome.at(home).manifest());
  }

  /** Returns the problems of the installed jars, in the order found: a sentence, and its fix. */
  public Map<String, String> problems() throws IOException {
    Map<String, String> problems = new LinkedHashMap<>();
    if (!manifest.isComplete()) {
      problems.put(
          "An installation was interrupted.", "Run \"yarnext install\" again to finish it.");
    }
    for (PluginJar jar : manifest.jars().values()) {
      Path file = home.resolve(jar.path());
      if (!Files.isRegularFile(file)) {
        problems.put(jar.path() + " is missing.", "Run \"yarnext install\" again.");
      } else if (!Files.isReadable(file) || isPrivate(file)) {
        problems.put(
            jar.path() + " cannot be read by every user, but Hadoop's own jars can.",
            "chmod 644 " + file + ", so that the daemons can read it.");
      } else if (manifest.isComplete() && !PluginJar.sha512(file).equals(jar.sha512())) {
        problems.put(
            jar.path() + " has been changed since it was installed.",
            "Find out why, then run \"yarnext install --force\".");
      }
    }
    Set<String> foreign = new TreeSet<>();
    for (String directory : HadoopHome.CLASS_PATH) {
      for (Path jar : HadoopHome.jars(home.resolve(directory), "yarnext-*.jar")) {
        String path = directory + "/" + jar.getFileName();
        if (!manifest.jars().containsKey(path)) {
          foreign.add(path);
        }
      }
    }
    foreign.forEach(
        path ->
            problems.put(
                path + " was not installed by \"yarnext install\" and may have another version.",
                "Remove it, then run \"yarnext install\"."));
    return problems;
  }

  /** Returns whether others cannot read a jar, although they can read Hadoop's. */
  private boolean isPrivate(Path jar) throws IOException {
    for (Path hadoops :
        HadoopHome.jars(home.resolve("share/hadoop/yarn"), "hadoop-yarn-common-*.jar")) {
      if (Files.getFileStore(jar).supportsFileAttributeView(PosixFileAttributeView.class)
          && Files.getPosixFilePermissions(hadoops).contains(PosixFilePermission.OTHERS_READ)) {
        return !Files.getPosixFilePermissions(jar).contains(PosixFilePermission.OTHERS_READ);
      }
    }
    return false;
  }

  /** Returns all jars that daemons and Tez ApplicationMasters load. */
  public List<URL> classPath() throws IOException {
    List<URL> urls = new ArrayList<>();
    List<String> directories = new ArrayList<>(Arrays.asList(HadoopHome.CLASS_PATH));
    // Tez ships these jars to its ApplicationMasters.
    directories.add(HostRole.GATEWAY.directory());
    for (String directory : directories) {
      for (Path jar : HadoopHome.jars(home.resolve(directory), "*.jar")) {
        urls.add(jar.toUri().toURL());
      }
    }
    return urls;
  }

  /** Returns the pack's jars that are there. */
  public List<Path> pluginJars() {
    return manifest.jars().values().stream()
        .map(jar -> home.resolve(jar.path()))
        .filter(Files::isRegularFile)
        .collect(Collectors.toList());
  }
}
