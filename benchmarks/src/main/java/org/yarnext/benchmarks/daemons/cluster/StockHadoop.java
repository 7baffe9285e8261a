// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A Hadoop home of unmodified jars, taken from this JVM's class path or from another Hadoop home.
 * The source is not changed.
 */
public final class StockHadoop {

  /** Environment variable of the Hadoop home, for daemons and containers. */
  public static final String VARIABLE = "HADOOP_HOME";

  private static final String SHARE = "share/hadoop";

  /** Directories that Hadoop's scripts add to the class path of YARN's daemons. */
  private static final List<String> CLASS_PATH =
      Collections.unmodifiableList(
          Arrays.asList(
              "common/lib", "common", "hdfs", "hdfs/lib", "mapreduce", "yarn", "yarn/lib"));

  /** Parts of paths of jars that are on this JVM's class path but not in Hadoop. */
  private static final List<String> FOREIGN =
      Collections.unmodifiableList(
          Arrays.asList(
              "/yarnext-",
              "/org/apache/tez/",
              "/org/asynchttpclient/",
              "/org/codehaus/jackson/",
              "/com/sun/jersey/jersey-json/",
              "/hadoop-minicluster/",
              "/hadoop-minikdc/",
              "/info/picocli/",
              "/at/yawk/lz4/",
              "/com/github/luben/",
              "/com/ning/",
              "/junit/",
              "/org/hamcrest/",
              "/org/mockito/",
              "/com/tngtech/",
              "-tests.jar"));

  private final Path home;
  private Path javaHome = Paths.get(System.getProperty("java.home"));

  private StockHadoop(Path home) {
    this.home = home;
  }

  /** Creates a home from the jars of Maven's repository on this JVM's class path. */
  public static StockHadoop ofClassPath(Path home) throws IOException {
    StockHadoop hadoop = new StockHadoop(home);
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      String path = entry.replace(File.separatorChar, '/');
      if (path.endsWith(".jar") && FOREIGN.stream().noneMatch(path::contains)) {
        Path jar = Paths.get(entry).toAbsolutePath();
        hadoop.add(jar, directory(jar.getFileName().toString()));
      }
    }
    hadoop.makeDirectories();
    return hadoop;
  }

  /** Creates a home from the jars of another one. */
  public static StockHadoop like(Path other, Path home) throws IOException {
    StockHadoop hadoop = new StockHadoop(home);
    for (String directory : CLASS_PATH) {
      Path from = other.resolve(SHARE).resolve(directory);
      if (Files.isDirectory(from)) {
        for (Path jar : list(from)) {
          if (jar.getFileName().toString().endsWith(".jar")) {
            hadoop.add(jar, directory);
          }
        }
      }
    }
    hadoop.makeDirectories();
    return hadoop;
  }

  private static String directory(String jar) {
    for (String part : new String[] {"yarn", "mapreduce", "hdfs"}) {
      if (jar.startsWith("hadoop-" + part + "-")) {
        return part;
      }
    }
    return jar.matches("hadoop-(common|nfs|registry)-.*") ? "common" : "common/lib";
  }

  private void makeDirectories() throws IOException {
    for (String directory : CLASS_PATH) {
      Files.createDirectories(home.resolve(SHARE).resolve(directory));
    }
  }

  private void add(Path jar, String directory) throws IOException {
    Path to = Files.createDirectories(home.resolve(SHARE).resolve(directory));
    link(jar, to.resolve(jar.getFileName()));
  }

  /** Creates a hard link to a file, or a copy if the file system has no hard links. */
  public static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file.toRealPath());
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, name);
    }
  }

  public Path home() {
    return home;
  }

  /** Returns the Java that runs its daemons, clients and containers; default: this JVM's. */
  public Path javaHome() {
    return javaHome;
  }

  /** Sets the Java that runs it. */
  public StockHadoop javaHome(Path java) {
    javaHome = java;
    return this;
  }

  /**
   * Returns the class path that Hadoop's scripts pass to {@code java}, without a configuration
   * directory.
   */
  public String classPath() {
    return join(home.toString(), File.pathSeparator);
  }

  /**
   * Returns the class path as a value of {@code yarn.application.classpath}, relative to the Hadoop
   * home of the container's host.
   */
  public static String applicationClassPath() {
    return join("$" + VARIABLE, ",");
  }

  private static String join(String root, String separator) {
    return CLASS_PATH.stream()
        .map(each -> root + "/" + SHARE + "/" + each + "/*")
        .collect(Collectors.joining(separator));
  }

  /** Returns the jar of the MapReduce examples. */
  public Path examples() throws IOException {
    return list(home.resolve(SHARE).resolve("mapreduce")).stream()
        .filter(jar -> jar.getFileName().toString().startsWith("hadoop-mapreduce-examples-"))
        .findFirst()
        .orElseThrow(() -> new IOException("There are no examples of MapReduce in " + home));
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().collect(Collectors.toList());
    }
  }

  /**
   * Returns all directories and files below a directory by relative path, files with their SHA-512.
   */
  public static Map<String, String> tree(Path root) throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.collect(Collectors.toList())) {
        tree.put(
            root.relativize(file).toString(),
            Files.isDirectory(file)
                ? "directory"
                : DigestUtils.sha512Hex(Files.readAllBytes(file)));
      }
    }
    return tree;
  }
}
