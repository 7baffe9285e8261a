// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.site;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.yarnext.tools.ToolException;

/** A directory of Hadoop configuration files, as named by HADOOP_CONF_DIR. */
public final class SiteDirectory {
  public static final String CORE = "core-site.xml";
  public static final String YARN = "yarn-site.xml";
  public static final String MAPRED = "mapred-site.xml";
  public static final String TEZ = "tez-site.xml";
  public static final String CAPACITY = "capacity-scheduler.xml";

  /** File names in the order in which a process that reads all of them does so. */
  private static final String[] FILES = {CORE, YARN, CAPACITY, MAPRED, TEZ};

  /** Hadoop's default values, read once as there are thousands. */
  private static final class Defaults {
    static final Configuration CONF = new Configuration(false);

    static {
      for (String name :
          new String[] {"core-default.xml", "yarn-default.xml", "mapred-default.xml"}) {
        URL resource = Configuration.class.getClassLoader().getResource(name);
        if (resource != null) {
          CONF.addResource(resource);
        }
      }
    }
  }

  private final Path path;

  private SiteDirectory(Path path) {
    this.path = path;
  }

  /**
   * Opens a directory.
   *
   * @throws ToolException if it is not a directory
   */
  public static SiteDirectory at(Path path) throws ToolException {
    if (!Files.isDirectory(path)) {
      throw ToolException.misuse(
          path + " is not a directory: give a configuration directory such as HADOOP_CONF_DIR.");
    }
    return new SiteDirectory(path);
  }

  public Path path() {
    return path;
  }

  /**
   * Returns a directory and all files and directories below it, sorted. Links are followed: a
   * configuration directory is often one.
   */
  public static List<Path> tree(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      return all.sorted().collect(Collectors.toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the names of the files that may contain keys of the pack. */
  public static List<String> names() {
    return Collections.unmodifiableList(Arrays.asList(FILES));
  }

  /** Returns Hadoop's default values; not to be changed. */
  public static Configuration defaults() {
    return Defaults.CONF;
  }

  /**
   * Reads the existing files that may contain keys of the pack, by name.
   *
   * @throws ToolException if a file is not a configuration file
   */
  public Map<String, SiteFile> files() throws IOException, ToolException {
    Map<String, SiteFile> files = new TreeMap<>();
    for (String name : FILES) {
      Path file = path.resolve(name);
      if (Files.exists(file)) {
        try {
          files.put(name, SiteFile.read(file.toString(), Files.readAllBytes(file)));
        } catch (FileSystemException e) {
          throw e;
        } catch (IOException e) { // such as a directory, without the file
          throw new ToolException(file + " cannot be read (" + e.getMessage() + ").", e);
        }
      }
    }
    return files;
  }

  /**
   * Returns the values of the files, with variables, includes and final keys as Hadoop resolves
   * them. Hadoop drops a key with an empty value element; the pack's own keys have the value ""
   * here if no file sets them, as the pack's daemons read them.
   *
   * @param withDefaults whether to include Hadoop's defaults
   * @throws ToolException if Hadoop cannot read the files
   */
  public Configuration values(Map<String, SiteFile> files, boolean withDefaults)
      throws ToolException {
    Configuration conf = new Configuration(false);
    if (withDefaults) {
      conf.addResource(Defaults.CONF);
    }
    for (String name : FILES) {
      SiteFile file = files.get(name);
      if (file != null) {
        // Includes are resolved relative to this name.
        conf.addResource(
            new ByteArrayInputStream(file.bytes()),
            path.resolve(name).toAbsolutePath().toString(),
            false);
      }
    }
    try {
      conf.size();
    } catch (RuntimeException e) {
      throw new ToolException("Hadoop cannot read " + path + ": " + e.getMessage(), e);
    }
    for (SiteFile file : files.values()) {
      for (SiteEntry entry : file.entries()) {
        String value = entry.value();
        boolean isEmpty = value == null || value.isEmpty();
        if (isEmpty && StartupChecks.isOurs(entry.name()) && conf.get(entry.name()) == null) {
          conf.set(entry.name(), "");
        }
      }
    }
    return conf;
  }
}
