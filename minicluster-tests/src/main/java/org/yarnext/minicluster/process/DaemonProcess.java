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
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;

/**
 * A daemon in its own JVM, with a configuration directory and a log file. It can be killed without
 * warning and started again, and does not outlive this JVM. Not thread-safe.
 */
public final class DaemonProcess {

  private static final long START_TIMEOUT_MS = 90_000;
  private static final long STOP_TIMEOUT_S = 60;
  private static final int TAIL_LINES = 60;
  private static final String LOCAL_HOST = "127.0.0.1";

  private final String name;
  private final Path dir;
  private final int heapMb;
  private final List<String> options = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private String classPath;
  private String javaHome = System.getProperty("java.home");
  private int jmxPort;
  private JMXConnector jmx;
  private final Thread onExit = new Thread(this::kill, "killing a daemon");
  private Process process;

  /**
   * Creates a daemon without starting it.
   *
   * @param dir directory of its files
   * @param heapMb maximum heap in MB
   */
  public DaemonProcess(String name, Path dir, int heapMb) throws IOException {
    this.name = name;
    this.dir = Files.createDirectories(dir);
    this.heapMb = heapMb;
    Files.createDirectories(confDir());
    writeLogging(confDir());
    Runtime.getRuntime().addShutdownHook(onExit);
  }

  /**
   * Writes a configuration with which a daemon logs to its output and shows metrics that are at
   * most 50 ms old.
   */
  private static void writeLogging(Path confDir) throws IOException {
    // By default /jmx shows values that are up to ten seconds old.
    Files.write(
        confDir.resolve("hadoop-metrics2.properties"), Arrays.asList("*.periodMillis=50"), UTF_8);
    Files.write(
        confDir.resolve("log4j.properties"),
        Arrays.asList(
            "log4j.rootLogger=INFO, out",
            // Otherwise there is a line for each request of /jmx.
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

  /** Opens the MBeans of its JVM to this host, without authentication. See {@link #beans}. */
  public DaemonProcess openBeans() throws IOException {
    jmxPort = FreePorts.on(LOCAL_HOST);
    return options(
        "-Djava.rmi.server.hostname=" + LOCAL_HOST,
        "-Dcom.sun.management.jmxremote.host=" + LOCAL_HOST,
        "-Dcom.sun.management.jmxremote.port=" + jmxPort,
        "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
        "-Dcom.sun.management.jmxremote.authenticate=false",
        "-Dcom.sun.management.jmxremote.ssl=false");
  }

  /**
   * Returns a connection to the MBeans of its JVM. Requires {@link #openBeans} before the start.
   */
  @SuppressWarnings("BanJNDI") // The peer is our own process, and Java offers no other way.
  public MBeanServerConnection beans() throws IOException {
    if (jmx == null) {
      String url = "service:jmx:rmi:///jndi/rmi://" + LOCAL_HOST + ":" + jmxPort + "/jmxrmi";
      jmx = JMXConnectorFactory.connect(new JMXServiceURL(url));
    }
    return jmx.getMBeanServerConnection();
  }

  /**
   * Sets the entries that follow the configuration directory on its class path. Default: the class
   * path of this JVM.
   */
  public DaemonProcess classPath(String entries) {
    classPath = entries;
    return this;
  }

  /** Sets the Java that runs it and its containers, as of the next start. Default: this JVM's. */
  public DaemonProcess javaHome(Path home) {
    javaHome = home.toString();
    return environment("JAVA_HOME", javaHome);
  }

  /** Sets an environment variable, as of the next start. */
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

  /** Starts the daemon. It is ready once {@link #await} has returned. */
  public void start(Class<?> main, String... arguments) throws IOException {
    start(main.getName(), Arrays.asList(arguments));
  }

  /** Starts a main class by name, which need not be on this JVM's class path. */
  public void start(String main, List<String> arguments) throws IOException {
    String entries = classPath == null ? ContainerClassPath.jar().toString() : classPath;
    List<String> command =
        new ArrayList<>(
            Arrays.asList(
                // Java 8 does not expose the process id: the shell writes it, and then becomes the
                // daemon.
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                pidFile().toString(),
                javaHome + "/bin/java",
                "-Xmx" + heapMb + "m",
                // The daemon runs for about a minute.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:-BytecodeVerificationRemote",
                "-XX:-UsePerfData",
                "-Djava.net.preferIPv4Stack=true",
                // When killed, the daemon leaves unpacked files in its temporary directory.
                "-Djava.io.tmpdir=" + Files.createDirectories(dir.resolve("tmp")),
                // Required by Guice on JDK 17, and unknown to Java 8.
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-cp",
                confDir() + File.pathSeparator + entries));
    command.addAll(options);
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            // Only containers may work below the daemon's own directory: they are found by it.
            .directory(dir.getParent().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
    builder.environment().putAll(environment);
    process = builder.start();
  }

  /**
   * Waits until {@code ready} returns true.
   *
   * @throws IllegalStateException if the daemon ends, or is not ready in time
   */
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
   * Waits until the daemon ends by itself.
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

  /** Writes a byte to the daemon's standard input. */
  public void tell(int command) throws IOException {
    process.getOutputStream().write(command);
    process.getOutputStream().flush();
  }

  private Path pidFile() {
    return dir.resolve("pid");
  }

  /** Suspends the process: connections to it hang instead of being refused. */
  public void hang() throws IOException {
    signal("STOP");
  }

  /** Resumes the process after {@link #hang}. */
  public void resume() throws IOException {
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

  /**
   * Ends the daemon as {@code kill} does, or as {@code kill -9} if it does not end within a minute.
   */
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

  /**
   * Kills the daemon as {@code kill -9} does, even if it hangs. Does nothing if it is not running.
   */
  public void kill() {
    Process running = process;
    process = null;
    if (running == null) {
      return;
    }
    running.destroyForcibly();
    try {
      if (!running.waitFor(STOP_TIMEOUT_S, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " survived a kill -9.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    IOUtils.cleanupWithLogger(null, jmx); // its threads and its connection
    jmx = null;
  }

  /** Returns the log file, which all processes of the daemon append to. */
  public Path log() {
    return dir.resolve("daemon.log");
  }

  /** Returns the end of the log, for use in an error message. */
  public String tail() {
    try {
      List<String> lines = Files.readAllLines(log());
      int from = Math.max(0, lines.size() - TAIL_LINES);
      return "\n" + log() + " ends:\n" + String.join("\n", lines.subList(from, lines.size()));
    } catch (IOException e) {
      return "\n" + log() + " cannot be read: " + e;
    }
  }

  /** Kills the daemon for good. The files remain. */
  public void close() {
    kill();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
