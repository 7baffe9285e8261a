// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Creates a second build of the plugin jars from the same sources, with a higher version and three
 * changed formats: the run times that a NodeManager has learned, the division of an application's
 * requests over sub-clusters in its AMRMProxy, and a sub-cluster's report of demand in ZooKeeper.
 * The second build reads both formats of each, the current one only its own. Stateless.
 */
public final class LaterBuild {

  public static final String VERSION = "99.0.0";

  /** Name of the file with the changed format, below the recovery directory of a NodeManager. */
  public static final String CHANGED_FILE = "estimates.json";

  public static final int CHANGED_FORMAT = 2;

  /** A source file with a changed format. */
  private enum Change {
    RUN_TIMES(
        "yarn-mercury-nm",
        "mercury/nm/store/RunTimeEstimateStore.java",
        "int VERSION = 1;",
        "int VERSION = " + CHANGED_FORMAT + ";",
        "asInt() != VERSION",
        "asInt() > VERSION"),
    SPLIT(
        "yarn-federation-policies",
        "federation/amrmproxy/ledger/SplitStateCodec.java",
        "int VERSION = 1;",
        "int VERSION = " + CHANGED_FORMAT + ";",
        "version != VERSION",
        "version > VERSION"),
    DEMAND(
        "yarn-federation-policies",
        "federation/store/ShareStore.java",
        "byte TWO_PARTS = 2;",
        "byte TWO_PARTS = 3;",
        "record.data()[0] != TWO_PARTS",
        "record.data()[0] != 2 && record.data()[0] != TWO_PARTS");

    final String module;
    final String source;
    private final String[] texts;

    Change(String module, String source, String... texts) {
      this.module = module;
      this.source = module + "/src/main/java/org/yarnext/" + source;
      this.texts = texts;
    }

    String changed(String text) throws IOException {
      String changed = text;
      for (int i = 0; i < texts.length; i += 2) {
        if (!changed.contains(texts[i])) {
          throw new IOException("There is no \"" + texts[i] + "\" in " + source + ".");
        }
        changed = changed.replace(texts[i], texts[i + 1]);
      }
      return changed;
    }
  }

  private LaterBuild() {}

  /**
   * Creates the jars.
   *
   * @param modules jars of the current build by artifact
   * @param checkout root of the source tree
   * @param work directory for the jars
   * @return the new jars by artifact
   */
  public static Map<String, Path> of(Map<String, Path> modules, Path checkout, Path work)
      throws IOException {
    Path changed = Files.createDirectories(work.resolve("classes"));
    for (Change change : Change.values()) {
      compile(change, checkout, work, Files.createDirectories(changed.resolve(change.module)));
    }
    Map<String, Path> later = new TreeMap<>();
    for (Map.Entry<String, Path> module : modules.entrySet()) {
      Path jar = work.resolve(module.getKey() + "-" + VERSION + ".jar");
      try (FileSystem old = FileSystems.newFileSystem(module.getValue(), (ClassLoader) null)) {
        Path root = old.getPath("/");
        Path own = changed.resolve(module.getKey().replaceFirst("^yarnext-", "yarn-"));
        pack(root, Files.exists(own) ? own : root, jar);
      }
      later.put(module.getKey(), jar);
    }
    return later;
  }

  private static void compile(Change change, Path checkout, Path work, Path classes)
      throws IOException {
    Path original = checkout.resolve(change.source);
    String text = change.changed(new String(Files.readAllBytes(original), UTF_8));
    Path source =
        Files.write(work.resolve(original.getFileName().toString()), text.getBytes(UTF_8));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("A JDK is needed to compile " + source + ": point JAVA_HOME at one.");
    }
    int status =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-cp",
            System.getProperty("java.class.path"),
            "-source",
            "8",
            "-target",
            "8",
            "-d",
            classes.toString(),
            source.toString());
    if (status != 0) {
      throw new IOException(source + " cannot be compiled.");
    }
  }

  /**
   * Packs classes into a jar without a manifest.
   *
   * @param changed directory whose files replace those of the same name; may be {@code classes}
   *     itself
   */
  public static void pack(Path classes, Path changed, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      List<Path> all = files.filter(Files::isRegularFile).collect(Collectors.toList());
      for (Path each : all) {
        String name = classes.relativize(each).toString().replace('\\', '/');
        if (!name.equals("META-INF/MANIFEST.MF")) {
          out.putNextEntry(new ZipEntry(name));
          Path other = changed.resolve(name);
          Files.copy(Files.exists(other) ? other : each, out);
        }
      }
    }
  }
}
