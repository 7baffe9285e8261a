// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons;

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
 * A Hadoop home of unmodified jars: those of this JVM's class path, or of another Hadoop home,
 * which itself is not touched.
 */
public final class StockHadoop {

  /** Names the Hadoop of a host, to daemons and to containers. */
  static final String VARIABLE = "HADOOP_HOME";

  private static final String SHARE = "share/hadoop";

  /** What the scripts of Hadoop put on the class path of YARN's daemons. */
  private static final List<String> CLASS_PATH =
      Collections.unmodifiableList(
          Arrays.asList(
              "common/lib", "common", "hdfs", "hdfs/lib", "mapreduce", "yarn", "yarn/lib"));

  /** Of what is on this JVM's class path and in no Hadoop. */
  private static final List<String> FOREIGN =
      Collections.unmodifiableList(
          Arrays.asList(
              "/yarnext-",
              "/org/apache/tez/",
              "/org/asynchttpclient/",
              "/org/codehaus/jackson/",
              "/com/sun/jersey/jersey-json/",
              "/hadoop-minicluster/",
              "/info/picocli/",
              "/junit/",
              "/org/hamcrest/",
              "/org/mockito/",
              "/com/tngtech/",
              "-tests.jar"));

  private final Path home;

  private StockHadoop(Path home) {
    this.home = home;
  }

  /** Makes one of the jars of Maven's repository that are on this JVM's class path. */
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

  /** Makes one of the jars of another one. */
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

  /** Makes a second name of a file, or a copy where the file system has no such names. */
  static void link(Path file, Path name) throws IOException {
    try {
      Files.createLink(name, file.toRealPath());
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, name);
    }
  }

  public Path home() {
    return home;
  }

  /** As the scripts of Hadoop give it to {@code java}, without a configuration directory. */
  public String classPath() {
    return join(home.toString(), File.pathSeparator);
  }

  /** The same for {@code yarn.application.classpath}: that of the host where a container runs. */
  static String applicationClassPath() {
    return join("$" + VARIABLE, ",");
  }

  private static String join(String root, String separator) {
    return CLASS_PATH.stream()
        .map(each -> root + "/" + SHARE + "/" + each + "/*")
        .collect(Collectors.joining(separator));
  }

  /** The jar with the word count. */
  Path examples() throws IOException {
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

  /** All directories and files below one, these with their SHA-512. */
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
