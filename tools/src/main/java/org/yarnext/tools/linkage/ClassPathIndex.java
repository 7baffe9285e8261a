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
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Index of the classes in a class path's jars and directories, and of Java's own. Of several
 * classes of one name the first one counts, as in a class loader. Not thread-safe.
 */
public final class ClassPathIndex implements Closeable {
  private static final String SUFFIX = ".class";
  private static final String SIGNATURE = "(?i)META-INF/[^/]+\\.SF";
  private static final ClassLoader PLATFORM = ClassLoader.getSystemClassLoader().getParent();

  private final List<JarFile> open = new ArrayList<>();
  private final Map<String, ClassFile> files = new HashMap<>();
  private final Set<String> names = new TreeSet<>();
  private final Set<String> packages = new HashSet<>();

  /** Reason why other jars may not add classes, sealed or signed, by package with slashes. */
  private final Map<String, String> closed = new HashMap<>();

  /** Null for a class that is not there. */
  private final Map<String, ClassSummary> read = new HashMap<>();

  /** A place that a class is read from. */
  private interface ClassFile {
    InputStream open() throws IOException;
  }

  /**
   * Lists the classes.
   *
   * @param examined jars and directories whose classes are checked
   * @param others the other jars and directories, in order
   * @throws ZipException if one is neither; the message names it
   */
  public ClassPathIndex(Collection<Path> examined, Collection<Path> others) throws IOException {
    try {
      for (Path entry : examined) {
        names.addAll(add(entry));
      }
      for (Path entry : others) {
        Set<String> own = new HashSet<>();
        add(entry).forEach(name -> own.add(ClassSummary.packageOf(name)));
        packages.addAll(own);
        if (!Files.isDirectory(entry)) {
          addClosed(open.get(open.size() - 1), own);
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Adds a jar or directory, and returns the internal names of its classes. */
  private Set<String> add(Path entry) throws IOException {
    Set<String> found = new TreeSet<>();
    if (Files.isDirectory(entry)) {
      try (Stream<Path> all = Files.walk(entry)) {
        all.forEach(
            file ->
                add(
                    entry.relativize(file).toString().replace('\\', '/'),
                    () -> Files.newInputStream(file),
                    found));
      }
    } else {
      JarFile jar = jar(entry);
      open.add(jar);
      jar.stream().forEach(each -> add(each.getName(), () -> jar.getInputStream(each), found));
    }
    return found;
  }

  /** Notes which packages of a jar are sealed or signed. */
  private void addClosed(JarFile jar, Set<String> own) throws IOException {
    Manifest manifest = jar.getManifest();
    if (manifest == null) {
      return;
    }
    boolean isSigned = jar.stream().anyMatch(each -> each.getName().matches(SIGNATURE));
    for (String name : own) {
      Attributes its = manifest.getAttributes(name + "/");
      String sealed = its == null ? null : its.getValue(Attributes.Name.SEALED);
      if (sealed == null) {
        sealed = manifest.getMainAttributes().getValue(Attributes.Name.SEALED);
      }
      if ("true".equalsIgnoreCase(sealed)) {
        closed.putIfAbsent(name, "sealed in " + jar.getName());
      } else if (isSigned) {
        closed.putIfAbsent(name, "signed in " + jar.getName());
      }
    }
  }

  private static JarFile jar(Path file) throws IOException {
    try {
      return new JarFile(file.toFile());
    } catch (ZipException e) {
      throw (IOException)
          new ZipException(file + " is not a jar: " + e.getMessage() + ".").initCause(e);
    }
  }

  private void add(String path, ClassFile file, Set<String> found) {
    String name = className(path);
    if (name != null) {
      found.add(name);
      files.putIfAbsent(name, file);
    }
  }

  /** Returns a class file's internal name; null for any other file. */
  private static String className(String file) {
    boolean isClass =
        file.endsWith(SUFFIX) && !file.startsWith("META-INF/") && !file.endsWith("-info.class");
    return isClass ? file.substring(0, file.length() - SUFFIX.length()) : null;
  }

  /** Returns the internal names of the examined classes, in order. */
  Set<String> examined() {
    return Collections.unmodifiableSet(names);
  }

  /** Returns whether the class path has a class, given by its internal name. */
  public boolean has(String name) {
    return files.containsKey(name);
  }

  /** Returns whether the others have any class of a package, given with slashes. */
  boolean hasPackage(String name) {
    return packages.contains(name);
  }

  /**
   * Returns how a jar of the others forbids classes of other jars in a package: that it is sealed
   * or signed there; null if none does.
   *
   * @param name the package, with slashes
   */
  String closed(String name) {
    return closed.get(name);
  }

  /** Returns whether a class belongs to Java itself. */
  static boolean isOfJava(String name) {
    return PLATFORM.getResource(name + SUFFIX) != null;
  }

  /** Opens a class of the class path or of Java; null if there is none. */
  InputStream open(String name) throws IOException {
    ClassFile file = files.get(name);
    return file == null ? PLATFORM.getResourceAsStream(name + SUFFIX) : file.open();
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
