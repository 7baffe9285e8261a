// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.minicluster.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;

/**
 * A daemon in a JVM of its own, with a configuration directory and a log file. It can be killed
 * without warning and started again, and does not outlive this JVM. Not for use by several threads
 * at once.
 */
public final class DaemonProcess {

  private static final long START_TIMEOUT_MS = 90_000;
  private static final long STOP_TIMEOUT_S = 60;
  private static final int TAIL_LINES = 60;

  private final String name;
  private final Path dir;
  private final int heapMb;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private String classPath;
  private final Thread onExit = new Thread(this::kill, "killing a daemon");
  private Process process;

  /** One that is not started yet and works below {@code dir}. */
  public DaemonProcess(String name, Path dir, int heapMb) throws IOException {
    this.name = name;
    this.dir = Files.createDirectories(dir);
    this.heapMb = heapMb;
    Files.createDirectories(confDir());
    writeLogging(confDir());
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /** Has a daemon log to its output, and show metrics that are not older than 50 ms. */
  public static void writeLogging(Path confDir) throws IOException {
    // By default /jmx shows values that are up to ten seconds old.
    Files.write(
        confDir.resolve("hadoop-metrics2.properties"), Arrays.asList("*.periodMillis=50"), UTF_8);
    Files.write(
        confDir.resolve("log4j.properties"),
        Arrays.asList(
            "log4j.rootLogger=INFO, out",
            // A line for each question to /jmx.
            "log4j.logger.http.requests=WARN",
            "log4j.appender.out=org.apache.log4j.ConsoleAppender",
            "log4j.appender.out.layout=org.apache.log4j.PatternLayout",
            "log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %p %c{1} [%t] %m%n"),
        UTF_8);
  }

  private Path confDir() {
    return dir.resolve("conf");
  }

  /** Adds options of its JVM. */
  public DaemonProcess options(String... more) {
    options.addAll(Arrays.asList(more));
    return this;
  }

  /** Replaces the class path of this JVM, which it has by default, behind its own directory. */
  public DaemonProcess classPath(String entries) {
    classPath = entries;
    return this;
  }

  /** Sets a variable of its environment, from its next start. */
  public DaemonProcess environment(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Writes a file of the configuration directory. */
  public void configure(String file, Configuration site) throws IOException {
    try (OutputStream out = Files.newOutputStream(confDir().resolve(file))) {
      site.writeXml(out);
    }
  }

  /** Starts it; it is not ready before {@link #await} returns. */
  public void start(Class<?> main, String... arguments) throws IOException {
    start(main.getName(), Arrays.asList(arguments));
  }

  /** Starts a main class, which this JVM need not have. */
  public void start(String main, List<String> arguments) throws IOException {
    String entries = classPath == null ? ContainerClassPath.jar().toString() : classPath;
    List<String> command =
        new ArrayList<>(
            Arrays.asList(
                // Java 8 tells nobody the number of a process: the shell does, and becomes it.
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                pidFile().toString(),
                System.getProperty("java.home") + "/bin/java",
                "-Xmx" + heapMb + "m",
                // It lives for a minute.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-XX:-UsePerfData",
                "-Djava.net.preferIPv4Stack=true",
                // It is killed and leaves there what it unpacks.
                "-Djava.io.tmpdir=" + Files.createDirectories(dir.resolve("tmp")),
                // Guice, on JDK 17.
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                confDir() + File.pathSeparator + entries));
    command.addAll(options);
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            // Not below its own directory, where only containers work.
            .directory(dir.getParent().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().putAll(environment);
    process = builder.start();
  }

  /** Waits until it is ready. */
  public void await(BooleanSupplier ready) {
    Await.until(
        () -> name + " to start" + (process.isAlive() ? "" : ", it ended") + tail(),
        START_TIMEOUT_MS,
        () -> !process.isAlive() || ready.getAsBoolean());
    if (!process.isAlive()) {
      throw new IllegalStateException(name + " ended by itself" + tail());
    }
  }

  /**
   * Waits until it ends by itself.
   *
   * @return its exit status
   * @throws IllegalStateException if it does not end in time
   */
  public int awaitEnd(long timeoutMs) {
    Await.until(() -> name + " to end" + tail(), timeoutMs, () -> !process.isAlive());
    return process.exitValue();
  }

  public boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Writes a byte to its standard input. */
  public void tell(int command) throws IOException {
    process.getOutputStream().write(command);
    process.getOutputStream().flush();
  }

  private Path pidFile() {
    return dir.resolve("pid");
  }

  /** Stops all of its threads as they are: connections to it hang, and are not refused. */
  public void hang() throws IOException {
    signal("STOP");
  }

  /** Ends {@link #hang}. */
  public void goOn() throws IOException {
    signal("CONT");
  }

  private void signal(String signal) throws IOException {
    String pid = new String(Files.readAllBytes(pidFile()), UTF_8).trim();
    Process kill = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException(name + " could not be sent " + signal);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As {@code kill} does, and as {@code kill -9} if it does not end in a minute. */
  public void terminate() {
    Process running = process;
    if (running == null) {
      return;
    }
    running.destroy();
    try {
      running.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }

  /** As {@code kill -9} does, also if it hangs; does nothing if it does not run. */
  public void kill() {
    Process running = process;
    process = null;
    if (running == null) {
      return;
    }
    running.destroyForcibly();
    try {
      if (!running.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " survived a kill -9.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Of all its lives. */
  public Path log() {
    return dir.resolve("daemon.log");
  }

  /** The end of the log, to be put behind a message. */
  public String tail() {
    try {
      List<String> lines = Files.readAllLines(log());
      int from = Math.max(0, lines.size() - TAIL_LINES);
      return "\n" + log() + " ends:\n" + String.join("\n", lines.subList(from, lines.size()));
    } catch (IOException e) {
      return "\n" + log() + " cannot be read: " + e;
    }
  }

  /** Kills it for good. The files stay. */
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
