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
 * Creates a second build of the plugin jars from the same sources, with a higher version and one
 * changed file format. The second build writes the run times that a NodeManager has learned in
 * format 2, and reads formats 1 and 2. The current build knows only format 1. Stateless.
 */
public final class LaterBuild {

  public static final String VERSION = "99.0.0";

  /** Name of the file with the changed format, below the recovery directory of a NodeManager. */
  public static final String CHANGED_FILE = "estimates.json";

  public static final int CHANGED_FORMAT = 2;

  private static final String MODULE = "yarnext-mercury-nm";
  private static final String SOURCE =
      "yarn-mercury-nm/src/main/java/org/yarnext/mercury/nm/store/RunTimeEstimateStore.java";

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
    compile(checkout.resolve(SOURCE), work, changed);
    Map<String, Path> later = new TreeMap<>();
    for (Map.Entry<String, Path> module : modules.entrySet()) {
      Path jar = work.resolve(module.getKey() + "-" + VERSION + ".jar");
      try (FileSystem old = FileSystems.newFileSystem(module.getValue(), (ClassLoader) null)) {
        Path root = old.getPath("/");
        pack(root, module.getKey().equals(MODULE) ? changed : root, jar);
      }
      later.put(module.getKey(), jar);
    }
    return later;
  }

  /** Compiles the changed source. */
  private static void compile(Path original, Path work, Path classes) throws IOException {
    String text = new String(Files.readAllBytes(original), UTF_8);
    text = replaced(text, "int VERSION = 1;", "int VERSION = " + CHANGED_FORMAT + ";");
    text = replaced(text, "asInt() != VERSION", "asInt() > VERSION");
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

  private static String replaced(String text, String from, String to) throws IOException {
    String replaced = text.replace(from, to);
    if (replaced.equals(text)) {
      throw new IOException("There is no \"" + from + "\" in " + SOURCE + ".");
    }
    return replaced;
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
