// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.common.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.runner.JUnitCore;

/**
 * Settings of a host under which a test runs a JVM: language, time zone, network, security, order
 * of jars.
 */
public enum HostSetting {
  ENGLISH("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"),
  /** The upper case of i has a dot, and fractions a comma. */
  TURKISH("-Duser.language=tr", "-Duser.country=TR", "-Duser.timezone=Europe/Istanbul"),
  /** Numbers have other digits, and years another era. */
  THAI(
      "-Duser.language=th",
      "-Duser.country=TH",
      "-Duser.variant=TH",
      "-Duser.timezone=Asia/Bangkok"),
  /** Numbers have other digits, and it is tomorrow. */
  ARABIC("-Duser.language=ar", "-Duser.country=EG", "-Duser.timezone=Pacific/Kiritimati"),
  /** Unlike other tests, which have IPv4 only. */
  IPV6("-Djava.net.preferIPv6Addresses=true"),
  /**
   * There is no MD5 and no SHA-1, and a policy grants rights to the jars of the class path only.
   */
  SECURED(
      "-Djava.security.properties=" + written(FipsProvider.first()),
      "-Djava.security.manager",
      "-Djava.security.policy==" + written(grants())),
  /** The last jar comes first. */
  REVERSED_CLASS_PATH("-cp", reversed());

  private static final int TIMEOUT_SECONDS = 900;

  private final List<String> options;

  HostSetting(String... options) {
    this.options = Arrays.asList(options);
  }

  private static List<String> classPath() {
    return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
  }

  private static String reversed() {
    List<String> entries = classPath();
    Collections.reverse(entries);
    return String.join(File.pathSeparator, entries);
  }

  private static List<String> grants() {
    return classPath().stream()
        .map(Paths::get)
        .map(entry -> entry.toUri() + (Files.isDirectory(entry) ? "-" : ""))
        .map(url -> "grant codeBase \"" + url + "\" { permission java.security.AllPermission; };")
        .collect(Collectors.toList());
  }

  /** Writes a file for JVMs that this one starts. */
  private static Path written(List<String> lines) {
    try {
      Path file = Files.createTempFile("host-habit", ".txt");
      file.toFile().deleteOnExit();
      return Files.write(file, lines, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs JUnit tests, and fails with their output if one fails. */
  public void pass(Class<?>... tests) throws IOException, InterruptedException {
    run(JUnitCore.class, Arrays.stream(tests).map(Class::getName).toArray(String[]::new));
  }

  /**
   * Runs a program, and fails with its output if its exit status is not 0.
   *
   * @return what it printed
   */
  public String run(Class<?> main, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList("-Xmx512m", "-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add-opens"))
        .forEach(command::add);
    command.addAll(Arrays.asList("-cp", System.getProperty("java.class.path")));
    command.addAll(options); // the last class path counts
    command.add(main.getName());
    command.addAll(Arrays.asList(arguments));
    Path printed = Files.createTempFile("host-habit", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(printed.toFile())
              .start();
      boolean isOver = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (!isOver) {
        process.destroyForcibly();
      }
      String text = new String(Files.readAllBytes(printed), UTF_8);
      if (!isOver || process.exitValue() != 0) {
        throw new AssertionError(this + (isOver ? "" : ", too slow") + ":\n" + text);
      }
      return text;
    } finally {
      Files.delete(printed);
    }
  }
}
