// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.daemons.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FileUtil;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.yarnext.tools.ExitCode;
import org.yarnext.tools.cli.Yarnext;

/**
 * An unpacked distribution and its commands. It is either that of an archive, whose commands run in
 * processes of their own, or one built from the modules on this JVM's class path, so that a source
 * tree needs no archive. The latter is reduced to the plugin jars by role and the configuration
 * samples, and its commands run in this JVM. Not thread-safe.
 */
public final class UnpackedDistribution {

  private static final String HOME = "yarnext.home";
  private static final String LIB = "lib/";
  private static final String PROGRAM = "bin/yarnext";

  /** Programs that {@link #PROGRAM} may use besides Java. Maven is not among them. */
  private static final List<String> PROGRAMS =
      Collections.unmodifiableList(
          Arrays.asList(
              "bash",
              "sh",
              "awk",
              "cat",
              "dirname",
              "grep",
              "head",
              "locale",
              "ls",
              "readlink",
              "sed"));

  private static final String GROUP = "org.yarnext:";

  private final Path home;

  /** The only directory of programs that a distribution of an archive finds; null for others. */
  private final Path path;

  private UnpackedDistribution(Path home, Path path) {
    this.home = home;
    this.path = path;
  }

  /**
   * Unpacks an archive of the distribution.
   *
   * @param directory a new directory, in which the archive's own one is created
   */
  public static UnpackedDistribution ofArchive(Path archive, Path directory) throws IOException {
    FileUtil.unTar(archive.toFile(), Files.createDirectories(directory).toFile());
    try (Stream<Path> files = Files.list(directory)) {
      Path home =
          files
              .filter(file -> Files.isExecutable(file.resolve(PROGRAM)))
              .findFirst()
              .orElseThrow(() -> new IOException(archive + " has no directory with " + PROGRAM));
      return new UnpackedDistribution(home.toAbsolutePath(), path(directory.toAbsolutePath()));
    }
  }

  /**
   * Creates a distribution of the current build.
   *
   * @param checkout root of the source tree, whose assembly file assigns the modules to roles
   */
  public static UnpackedDistribution make(Path checkout, Path home) throws IOException {
    return make(checkout, home, modules(Files.createDirectories(home.resolve("modules"))));
  }

  /** Creates a distribution of a {@link LaterBuild}. */
  public static UnpackedDistribution makeLater(Path checkout, Path home) throws IOException {
    Path work = Files.createDirectories(home.resolve("modules"));
    return make(checkout, home, LaterBuild.of(modules(work), checkout, work.resolve("later")));
  }

  /** Creates a directory with links to the programs of this host that the commands may use. */
  private static Path path(Path directory) throws IOException {
    Path path = Files.createDirectory(directory.resolve("programs"));
    for (String name : PROGRAMS) {
      Path program = Paths.get("/usr/bin", name);
      Files.createSymbolicLink(
          path.resolve(name), Files.exists(program) ? program : Paths.get("/bin", name));
    }
    return path;
  }

  private static UnpackedDistribution make(Path checkout, Path home, Map<String, Path> modules)
      throws IOException {
    UnpackedDistribution made = new UnpackedDistribution(home, null);
    roles(checkout.resolve("distribution/src/main/assembly/distribution.xml"))
        .forEach((directory, names) -> made.link(directory, names, modules));
    Path samples = checkout.resolve("conf-samples");
    try (Stream<Path> files = Files.walk(samples)) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        Path to = home.resolve("conf-samples").resolve(samples.relativize(file).toString());
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    return made;
  }

  /** Returns names of artifacts by directory, from the assembly file. */
  private static Map<String, List<String>> roles(Path assembly) throws IOException {
    Map<String, List<String>> roles = new LinkedHashMap<>();
    try {
      Document document =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(assembly.toFile());
      NodeList sets = document.getElementsByTagName("dependencySet");
      for (int i = 0; i < sets.getLength(); i++) {
        Element set = (Element) sets.item(i);
        String directory = text(set, "outputDirectory").get(0);
        List<String> names =
            text(set, "include").stream()
                .filter(name -> name.startsWith(GROUP) && !name.endsWith("*"))
                .map(name -> name.substring(GROUP.length()))
                .collect(Collectors.toList());
        if (directory.startsWith(LIB) && !names.isEmpty()) {
          roles.put(directory, names);
        }
      }
      return roles;
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(assembly + " cannot be read", e);
    }
  }

  private static List<String> text(Element parent, String name) {
    NodeList elements = parent.getElementsByTagName(name);
    return Stream.iterate(0, i -> i + 1)
        .limit(elements.getLength())
        .map(i -> elements.item(i).getTextContent().trim())
        .collect(Collectors.toList());
  }

  /**
   * Returns the modules' jars by artifact. Packs a jar for each module that is on the class path as
   * a directory of classes.
   */
  private static Map<String, Path> modules(Path made) throws IOException {
    Map<String, Path> modules = new TreeMap<>();
    String version = "0.0.0";
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Paths.get(entry).toAbsolutePath();
      String file = path.getFileName().toString();
      if (file.matches("yarnext-[a-z-]+-\\d.*\\.jar") && !file.endsWith("-tests.jar")) {
        modules.put(file.replaceFirst("-\\d.*", ""), path);
      } else if (path.endsWith("target/classes")) {
        String module = path.getParent().getParent().getFileName().toString();
        String artifact = module.startsWith("yarn-") ? "yarnext" + module.substring(4) : module;
        artifact = artifact.startsWith("yarnext-") ? artifact : "yarnext-" + artifact;
        Path jar = made.resolve(artifact + "-" + version + ".jar");
        LaterBuild.pack(path, path, jar);
        modules.put(artifact, jar);
      }
    }
    return modules;
  }

  private void link(String directory, List<String> names, Map<String, Path> modules) {
    try {
      Path to = Files.createDirectories(home.resolve(directory));
      for (String name : names) {
        Path jar = modules.get(name);
        if (jar == null) {
          throw new IOException(name + " is not on the class path");
        }
        StockHadoop.link(jar, to.resolve(jar.getFileName()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Output and exit status of a command. */
  public static final class Answer {
    public final int status;
    public final String text;

    Answer(int status, String text) {
      this.status = status;
      this.text = text;
    }
  }

  /** Runs a command of {@code bin/yarnext}. */
  public Answer run(String... command) {
    return path == null ? runHere(command) : runProgram(command);
  }

  /** Runs the program as on a host without Maven, sources and Hadoop. */
  private Answer runProgram(String... command) {
    List<String> line = new ArrayList<>();
    line.add(home.resolve(PROGRAM).toString());
    Collections.addAll(line, command);
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.directory(home.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", path.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String said = IOUtils.toString(process.getInputStream(), UTF_8);
      return new Answer(process.waitFor(), said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Answer runHere(String... command) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said, true);
    String before = System.setProperty(HOME, home.toString());
    try {
      return new Answer(Yarnext.run(writer, writer, command), said.toString());
    } finally {
      if (before == null) {
        System.clearProperty(HOME);
      } else {
        System.setProperty(HOME, before);
      }
    }
  }

  /**
   * Runs a command that must succeed. Returns its output.
   *
   * @throws IllegalStateException if it does not succeed
   */
  public String done(String... command) {
    Answer answer = run(command);
    if (answer.status != ExitCode.DONE) {
      throw new IllegalStateException(
          "yarnext "
              + String.join(" ", command)
              + " ended with "
              + answer.status
              + ":\n"
              + answer.text);
    }
    return answer.text;
  }
}
