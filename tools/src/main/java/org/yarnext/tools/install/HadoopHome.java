// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.install;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yarnext.tools.DurableFile;
import org.yarnext.tools.ToolException;

/**
 * A Hadoop installation of one host, with the plugin jars in it. A change is atomic: new jars are
 * staged and verified first, then the manifest records that a change has begun, and only then files
 * are renamed into place. Running the same command again completes an interrupted change.
 */
final class HadoopHome {
  /** Directory for everything but jars, relative to the home. */
  private static final String OWN_DIRECTORY = "share/hadoop/yarnext";

  private static final String NEXT = "manifest.json.next";
  private static final String YARN_DIRECTORY = "share/hadoop/yarn";
  private static final Pattern YARN =
      Pattern.compile("hadoop-yarn-common-(\\d+\\.\\d+)\\..*\\.jar");
  private static final Pattern SUPPORTED = Pattern.compile("3\\.[45]");
  static final String[] CLASS_PATH = {
    "share/hadoop/yarn/lib",
    "share/hadoop/yarn",
    "share/hadoop/common/lib",
    "share/hadoop/common",
    "share/hadoop/hdfs/lib",
    "share/hadoop/hdfs",
    "share/hadoop/mapreduce"
  };

  private final Path home;
  private final Path own;
  private final Path hadoopJar;

  /**
   * @param hadoopJar a jar of Hadoop, whose permissions the pack's get
   */
  private HadoopHome(Path home, Path hadoopJar) {
    this.home = home;
    this.own = home.resolve(OWN_DIRECTORY);
    this.hadoopJar = hadoopJar;
  }

  /**
   * Opens a Hadoop home.
   *
   * @throws ToolException if it is not one, or its version is not supported
   */
  static HadoopHome at(Path home) throws IOException, ToolException {
    for (Path jar : jars(home.resolve(YARN_DIRECTORY), "hadoop-yarn-common-*.jar")) {
      Matcher name = YARN.matcher(jar.getFileName().toString());
      if (name.matches()) {
        if (!SUPPORTED.matcher(name.group(1)).matches()) {
          throw new ToolException(
              home + " is Hadoop " + name.group(1) + ": yarnext needs Hadoop 3.4 or 3.5.");
        }
        return new HadoopHome(home.toRealPath(), jar);
      }
    }
    throw new ToolException(
        home
            + " is not a Hadoop home: there is no hadoop-yarn-common-<version>.jar in "
            + YARN_DIRECTORY
            + ". Give the directory that HADOOP_HOME names.");
  }

  /** Returns the files of a directory that match a glob; empty if there is no such directory. */
  static List<Path> jars(Path directory, String glob) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, glob)) {
        found.forEach(jars::add);
      }
    }
    return jars;
  }

  /** The effect of a change on one file. */
  enum Change {
    COPIED("copied"),
    UNCHANGED("is there already"),
    REMOVED("removed");

    private final String text;

    Change(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Reads the manifest; an empty one if nothing is installed.
   *
   * @throws ToolException if it is damaged
   */
  InstallManifest manifest() throws IOException, ToolException {
    Path file = own.resolve("manifest.json");
    if (!Files.exists(file)) {
      return InstallManifest.none();
    }
    try {
      return InstallManifest.read(Files.readAllBytes(file));
    } catch (AccessDeniedException e) {
      throw new ToolException(
          file + " cannot be read as this user: run as the user who owns this Hadoop.", e);
    } catch (IOException e) {
      throw new ToolException(
          file
              + " cannot be read ("
              + e.getMessage()
              + "): remove it and all yarnext-*.jar below "
              + home.resolve("share/hadoop")
              + ", then install again.",
          e);
    }
  }

  /**
   * Adds roles to those installed, in the same version.
   *
   * @param force whether jars that were changed since their installation may be replaced
   * @return the effect by path of a jar
   * @throws ToolException if another version is installed, or the change is refused
   */
  Map<String, Change> install(Distribution from, Collection<HostRole> roles, boolean force)
      throws IOException, ToolException {
    return locked(
        () -> {
          InstallManifest now = manifest();
          if (!now.version().isEmpty() && !now.version().equals(from.version())) {
            throw new ToolException(
                String.format(
                    "Version %s is installed in %s, and this is version %s: two versions cannot be"
                        + " mixed. Use \"yarnext upgrade\" to replace it.",
                    now.version(), home, from.version()));
          }
          Set<HostRole> all = EnumSet.copyOf(roles);
          all.addAll(now.roles());
          return change(now, from.version(), all, from.jars(all), force);
        });
  }

  /**
   * Replaces the installed version, and adds roles.
   *
   * @param force whether jars that were changed since their installation may be replaced
   * @return the effect by path of a jar
   * @throws ToolException if nothing is installed, or the change is refused
   */
  Map<String, Change> upgrade(Distribution to, Collection<HostRole> roles, boolean force)
      throws IOException, ToolException {
    return locked(
        () -> {
          InstallManifest now = manifest();
          if (now.version().isEmpty()) {
            throw new ToolException(
                "Nothing is installed in " + home + ": use \"yarnext install\".");
          }
          Set<HostRole> all = EnumSet.noneOf(HostRole.class);
          all.addAll(roles);
          all.addAll(now.roles());
          return change(now, to.version(), all, to.jars(all), force);
        });
  }

  /**
   * Removes roles.
   *
   * @param roles the roles to remove; all if empty
   * @param force whether jars that were changed since their installation may be removed
   * @return the effect by path of a jar; empty if nothing was installed
   * @throws ToolException if the change is refused
   */
  Map<String, Change> uninstall(Collection<HostRole> roles, boolean force)
      throws IOException, ToolException {
    if (!Files.isDirectory(own)) {
      return new TreeMap<>();
    }
    return locked(
        () -> {
          InstallManifest now = manifest();
          Set<HostRole> left = EnumSet.noneOf(HostRole.class);
          left.addAll(now.roles());
          if (roles.isEmpty()) {
            left.clear();
          } else {
            left.removeAll(roles);
          }
          Map<String, PluginJar> kept = new TreeMap<>();
          for (PluginJar jar : now.jars().values()) {
            Set<HostRole> users = EnumSet.noneOf(HostRole.class);
            users.addAll(jar.roles());
            users.retainAll(left);
            if (!users.isEmpty()) {
              kept.put(jar.path(), jar.forRoles(users));
            }
          }
          return change(now, now.version(), left, kept, force);
        });
  }

  /** Makes the wanted jars the only ones. */
  private Map<String, Change> change(
      InstallManifest now,
      String version,
      Set<HostRole> roles,
      Map<String, PluginJar> wanted,
      boolean force)
      throws IOException, ToolException {
    refuseForeignJars(now);
    Map<String, Change> changes = new TreeMap<>();
    for (PluginJar jar : wanted.values()) {
      changes.put(jar.path(), isThere(jar) ? Change.UNCHANGED : Change.COPIED);
    }
    for (PluginJar jar : now.jars().values()) {
      Path file = home.resolve(jar.path());
      boolean isLeftAlone = changes.get(jar.path()) == Change.UNCHANGED;
      if (!isLeftAlone && now.isComplete() && !force && Files.exists(file) && !isThere(jar)) {
        throw new ToolException(
            file
                + " has been changed since it was installed: find out why, then repeat"
                + " with --force.");
      }
      if (!wanted.containsKey(jar.path())) {
        changes.put(jar.path(), Change.REMOVED);
      }
    }
    Path staging = own.resolve("staging");
    Map<String, Path> staged;
    Map<String, PluginJar> either = new TreeMap<>(now.jars());
    either.putAll(wanted);
    try {
      staged = stage(wanted, changes, staging);
      // A manifest names a role, also one that records that all are being removed.
      keep(new InstallManifest(version, roles.isEmpty() ? now.roles() : roles, false, either));
    } catch (IOException | ToolException e) {
      abandon(staging, e);
      throw e;
    }
    for (Map.Entry<String, Change> each : changes.entrySet()) {
      if (each.getValue() == Change.REMOVED) {
        Files.deleteIfExists(home.resolve(each.getKey()));
      }
    }
    for (Map.Entry<String, Path> each : staged.entrySet()) {
      Path target = home.resolve(each.getKey());
      InstalledFiles.createDirectory(target.getParent(), home.resolve("share/hadoop"));
      Files.move(
          each.getValue(),
          target,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    }
    InstalledFiles.deleteDirectory(staging);
    if (wanted.isEmpty()) {
      Files.deleteIfExists(own.resolve("manifest.json"));
    } else {
      keep(new InstallManifest(version, roles, true, wanted));
    }
    InstalledFiles.deleteIfEmpty(home.resolve(HostRole.GATEWAY.directory()));
    return changes;
  }

  private boolean isThere(PluginJar jar) throws IOException {
    Path file = home.resolve(jar.path());
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && PluginJar.sha512(file).equals(jar.sha512());
  }

  /** Throws if the class path has jars of the pack that the manifest does not name. */
  private void refuseForeignJars(InstallManifest now) throws IOException, ToolException {
    List<Path> foreign = new ArrayList<>();
    for (String directory : CLASS_PATH) {
      for (Path jar : jars(home.resolve(directory), "yarnext-*.jar")) {
        if (!now.jars().containsKey(directory + "/" + jar.getFileName())) {
          foreign.add(jar);
        }
      }
    }
    if (!foreign.isEmpty()) {
      throw new ToolException(
          "There are yarnext jars that this command did not copy: remove them first. " + foreign);
    }
  }

  /** Copies the new jars to the file system of the home, and verifies the copies. */
  private Map<String, Path> stage(
      Map<String, PluginJar> wanted, Map<String, Change> changes, Path staging)
      throws IOException, ToolException {
    Map<String, Path> staged = new TreeMap<>();
    for (PluginJar jar : wanted.values()) {
      if (changes.get(jar.path()) == Change.COPIED) {
        if (jar.source() == null) {
          throw new ToolException(jar.path() + " is missing: install again, or remove all roles.");
        }
        InstalledFiles.createDirectory(staging, home.resolve("share/hadoop"));
        Path copy = staging.resolve(jar.path().replace('/', '_'));
        Files.copy(jar.source(), copy, StandardCopyOption.REPLACE_EXISTING);
        DurableFile.force(copy);
        if (!PluginJar.sha512(copy).equals(jar.sha512())) {
          throw new ToolException(
              "The copy of " + jar.source() + " differs from it: check the disk, and repeat.");
        }
        InstalledFiles.setPermissions(copy, hadoopJar);
        staged.put(jar.path(), copy);
      }
    }
    return staged;
  }

  /** Removes what was staged by a change that failed before it began, such as on a full disk. */
  private void abandon(Path staging, Exception failure) {
    try {
      InstalledFiles.deleteDirectory(staging);
      Files.deleteIfExists(own.resolve(NEXT));
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void keep(InstallManifest manifest) throws IOException {
    Path next = own.resolve(NEXT);
    Files.deleteIfExists(next);
    DurableFile.write(next, manifest.write());
    InstalledFiles.setPermissions(next, hadoopJar);
    Files.move(
        next,
        own.resolve("manifest.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** A change made under the lock. */
  private interface Work {
    Map<String, Change> run() throws IOException, ToolException;
  }

  private Map<String, Change> locked(Work work) throws IOException, ToolException {
    for (Path each : new Path[] {home.resolve("share/hadoop"), home.resolve(CLASS_PATH[0])}) {
      if (!Files.isWritable(each)) {
        throw new ToolException(each + " cannot be written: run as the user who owns this Hadoop.");
      }
    }
    InstalledFiles.createDirectory(own, home.resolve("share/hadoop"));
    Path lock = own.resolve("lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = tryLock(channel)) {
      if (held == null) {
        throw new ToolException(
            "Another yarnext command is changing " + home + ": wait until it ends.");
      }
      return work.run();
    } finally {
      if (!Files.exists(own.resolve("manifest.json"))) {
        Files.deleteIfExists(lock);
        InstalledFiles.deleteIfEmpty(own);
      }
    }
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }
}
