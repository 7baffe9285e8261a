// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.linkage;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/**
 * The classes of a class path's jars and directories, and those of Java itself. The first of two
 * classes of one name counts, as when daemons load them. Not thread-safe.
 */
public final class ClassPathIndex implements Closeable {
  private static final String SUFFIX = ".class";
  private static final ClassLoader PLATFORM = ClassLoader.getSystemClassLoader().getParent();

  private final List<JarFile> open = new ArrayList<>();
  private final Map<String, JarFile> inJars = new HashMap<>();
  private final Map<String, Path> inDirectories = new HashMap<>();
  private final Set<String> packages = new HashSet<>();

  /** Null for a class that is not there. */
  private final Map<String, ClassSummary> read = new HashMap<>();

  /**
   * Lists the classes.
   *
   * @param entries jars and directories, in order
   * @throws ZipException if one is neither; the message names it
   */
  public ClassPathIndex(Collection<Path> entries) throws IOException {
    try {
      for (Path entry : entries) {
        if (Files.isDirectory(entry)) {
          names(entry).forEach(name -> add(name, null, entry));
        } else {
          JarFile jar = jar(entry);
          open.add(jar);
          jar.stream().forEach(each -> add(className(each.getName()), jar, null));
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private static JarFile jar(Path file) throws IOException {
    try {
      return new JarFile(file.toFile());
    } catch (ZipException e) {
      throw (IOException)
          new ZipException(file + " is no jar: " + e.getMessage() + ".").initCause(e);
    }
  }

  private void add(String name, JarFile jar, Path directory) {
    if (name == null || inJars.containsKey(name) || inDirectories.containsKey(name)) {
      return;
    }
    if (jar == null) {
      inDirectories.put(name, directory);
    } else {
      inJars.put(name, jar);
    }
    packages.add(ClassSummary.packageOf(name));
  }

  /** Returns the internal names of the classes in a jar or directory, in order. */
  static Set<String> names(Path entry) throws IOException {
    List<String> files;
    if (Files.isDirectory(entry)) {
      try (Stream<Path> all = Files.walk(entry)) {
        files =
            all.map(file -> entry.relativize(file).toString().replace('\\', '/'))
                .collect(Collectors.toList());
      }
    } else {
      try (JarFile jar = new JarFile(entry.toFile())) {
        files = jar.stream().map(ZipEntry::getName).collect(Collectors.toList());
      }
    }
    return files.stream()
        .map(ClassPathIndex::className)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns a class file's internal name; null for any other file. */
  private static String className(String file) {
    boolean isClass =
        file.endsWith(SUFFIX) && !file.startsWith("META-INF/") && !file.endsWith("-info.class");
    return isClass ? file.substring(0, file.length() - SUFFIX.length()) : null;
  }

  /** Returns whether the class path has any class of a package, given with slashes. */
  boolean hasPackage(String name) {
    return packages.contains(name);
  }

  /** Returns whether a class belongs to Java itself. */
  static boolean isOfJava(String name) {
    return PLATFORM.getResource(name + SUFFIX) != null;
  }

  /** Opens a class of the class path or of Java; null if there is none. */
  InputStream open(String name) throws IOException {
    JarFile jar = inJars.get(name);
    if (jar != null) {
      return jar.getInputStream(jar.getEntry(name + SUFFIX));
    }
    Path directory = inDirectories.get(name);
    return directory == null
        ? PLATFORM.getResourceAsStream(name + SUFFIX)
        : Files.newInputStream(directory.resolve(name + SUFFIX));
  }

  /**
   * Returns a class by its internal name; null if there is none.
   *
   * @throws UncheckedIOException if it cannot be read
   */
  ClassSummary find(String name) {
    if (!read.containsKey(name)) {
      try {
        InputStream file = open(name);
        read.put(name, file == null ? null : ClassSummary.read(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return read.get(name);
  }

  @Override
  public void close() throws IOException {
    for (JarFile jar : open) {
      jar.close();
    }
  }
}
