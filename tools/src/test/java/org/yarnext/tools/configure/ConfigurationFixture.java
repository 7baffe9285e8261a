// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.configure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.rules.TemporaryFolder;
import org.yarnext.tools.CommandRun;

/** A directory of configuration that commands are run on. */
public final class ConfigurationFixture extends TemporaryFolder {
  public static final Path SAMPLES = Paths.get("..", "conf-samples");

  private String homeBefore;

  @Override
  protected void before() throws Throwable {
    super.before();
    homeBefore = System.getProperty("yarnext.home");
    System.setProperty("yarnext.home", "..");
  }

  @Override
  protected void after() {
    if (homeBefore == null) {
      System.clearProperty("yarnext.home");
    } else {
      System.setProperty("yarnext.home", homeBefore);
    }
    super.after();
  }

  /** The directory. */
  public Path conf() throws IOException {
    return Files.createDirectories(getRoot().toPath().resolve("conf"));
  }

  public Path file(String name) throws IOException {
    return conf().resolve(name);
  }

  public void write(String name, String text) throws IOException {
    Files.write(file(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a file with these properties: a key, its value, the next key and so on. */
  public void properties(String name, String... pairs) throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    for (int i = 0; i < pairs.length; i += 2) {
      xml.append(
          String.format(
              "  <property>\n    <name>%s</name>\n    <value>%s</value>\n  </property>\n",
              pairs[i], pairs[i + 1]));
    }
    write(name, xml + "</configuration>\n");
  }

  public CommandRun configure(String... args) throws IOException {
    return CommandRun.of(
        Stream.concat(
                Stream.of("configure", "--from", conf().toString(), "--in-place"), Stream.of(args))
            .toArray(String[]::new));
  }

  /** Returns the values that Hadoop reads from a file, without defaults. */
  public static Map<String, String> values(Path file) throws IOException {
    Map<String, String> values = new TreeMap<>();
    if (Files.exists(file)) {
      Configuration conf = new Configuration(false);
      conf.addResource(file.toUri().toURL());
      conf.forEach(entry -> values.put(entry.getKey(), conf.getRaw(entry.getKey())));
    }
    return values;
  }

  /** All files, by name. */
  public Map<String, String> tree() throws IOException {
    Map<String, String> tree = new TreeMap<>();
    try (Stream<Path> files = Files.walk(conf())) {
      for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
        String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        tree.put(conf().relativize(file).toString(), bytes);
      }
    }
    return tree;
  }
}
