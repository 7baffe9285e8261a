// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs classes of Hadoop's tests one after the other, each in a process of its own on stock and then
 * with the pack, and compares the results. A class that takes too long is stopped. A class that was
 * run before with the same key is not run again. A class with a difference, in whichever direction,
 * that is not explained is run once more on both, to find the tests that do not give the same result
 * each time.
 *
 * <p>Usage: {@code java StockSuite DIRECTORY PATTERN...}; the directory is made by {@code
 * build-tools/stock-suite}. Ends with 1 if a difference is not explained.
 */
final class StockSuite {
  private static final int RUNS = 2;

  private final Path work;
  private final Properties settings = new Properties();
  private Process process;

  private StockSuite(Path work) throws IOException {
    this.work = work;
    try (InputStream in = Files.newInputStream(work.resolve("suite.properties"))) {
      settings.load(in);
    }
  }

  public static void main(String[] args) throws Exception {
    StockSuite suite = new StockSuite(Paths.get(args[0]));
    List<String> classes = suite.classes(Arrays.asList(args).subList(1, args.length));
    if (classes.isEmpty()) {
      System.err.println("stock-suite: no class of tests has such a name");
      System.exit(2);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(suite::stop));
    System.exit(suite.run(classes) ? 0 : 1);
  }

  /** Classes with a name that Hadoop runs as tests, whose simple name matches a pattern. */
  private List<String> classes(List<String> patterns) throws IOException {
    Path root = work.resolve("stock/classes");
    List<Pattern> wanted =
        patterns.stream()
            .map(p -> Pattern.compile(p.replace("*", ".*")))
            .collect(Collectors.toList());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(f -> f.getFileName().toString().matches("Test[^$]*\\.class"))
          .map(f -> root.relativize(f).toString().replace('/', '.').replaceAll("\\.class$", ""))
          .filter(
              c ->
                  wanted.isEmpty()
                      || wanted.stream()
                          .anyMatch(p -> p.matcher(c.substring(c.lastIndexOf('.') + 1)).matches()))
          .sorted(Comparator.comparing(c -> c))
          .collect(Collectors.toList());
    }
  }

  private boolean run(List<String> classes) throws IOException, InterruptedException {
    SuiteComparison comparison = new SuiteComparison(Paths.get(settings.getProperty("explained")));
    long pending = 0;
    for (String name : classes) {
      pending += isDone(name, 1) ? 0 : 1;
    }
    System.out.println(
        classes.size() + " classes, " + (classes.size() - pending) + " of them run before");
    long startNanos = System.nanoTime();
    long ran = 0;
    for (int i = 0; i < classes.size(); i++) {
      String name = classes.get(i);
      boolean isNew = !isDone(name, 1);
      runOnBoth(name, 1);
      if (comparison.add(name, reports(name, "stock"), reports(name, "pack")) > 0) {
        for (int run = 2; run <= RUNS; run++) {
          runOnBoth(name, run);
        }
        comparison.add(name, reports(name, "stock"), reports(name, "pack"));
      }
      if (isNew) {
        ran++;
        pending--;
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
        System.out.printf(
            "%d/%d %s; %s%n",
            i + 1, classes.size(), comparison.summary(name), left(pending * seconds / ran));
      }
      // After each class, so that a stop loses nothing.
      comparison.write(work, settings);
    }
    System.out.print(comparison.text(settings));
    return comparison.isClean();
  }

  private static String left(long seconds) {
    return seconds < 60 ? "nearly done" : "about " + (seconds + 59) / 60 + " min left";
  }

  private boolean isDone(String name, int run) throws IOException {
    for (String half : Arrays.asList("stock", "pack")) {
      if (!ClassReport.read(report(name, half, run)).isOf(settings.getProperty(half + ".key"))) {
        return false;
      }
    }
    return true;
  }

  private void runOnBoth(String name, int run) throws IOException, InterruptedException {
    for (String half : Arrays.asList("stock", "pack")) {
      String key = settings.getProperty(half + ".key");
      if (!ClassReport.read(report(name, half, run)).isOf(key)) {
        run(name, half, run, key);
      }
    }
  }

  private Path report(String name, String half, int run) {
    return work.resolve(half + "/reports/" + name + "." + run + ".tsv");
  }

  /** All reports of a class that belong to its current key. */
  private List<ClassReport> reports(String name, String half) throws IOException {
    List<ClassReport> reports = new ArrayList<>();
    for (int run = 1; run <= RUNS; run++) {
      ClassReport report = ClassReport.read(report(name, half, run));
      if (report.isOf(settings.getProperty(half + ".key"))) {
        reports.add(report);
      }
    }
    return reports;
  }

  private void run(String name, String half, int run, String key)
      throws IOException, InterruptedException {
    Path report = report(name, half, run);
    Path log = work.resolve(half + "/logs/" + name + "." + run + ".log");
    Path directory = work.resolve(half + "/directory");
    deleteAll(directory);
    for (String made : Arrays.asList("tmp", "log", "test-dir")) {
      Files.createDirectories(directory.resolve(made));
    }
    Files.createDirectories(report.getParent());
    Files.createDirectories(log.getParent());
    Files.write(report, ClassReport.firstLine(key).getBytes(StandardCharsets.UTF_8));

    long startNanos = System.nanoTime();
    long timeout = Long.parseLong(settings.getProperty("timeout"));
    String how;
    process = start(name, half, report, log, directory);
    if (process.waitFor(timeout, TimeUnit.SECONDS)) {
      boolean done = Files.readAllLines(report).contains("done\t");
      how = done ? "finished" : "ended with status " + process.exitValue();
    } else {
      how = "stopped after " + timeout + " s";
    }
    stop();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNanos);
    Files.write(
        report,
        ClassReport.lastLine(how, seconds).getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.APPEND);
    deleteAll(directory);
    if (!ClassReport.read(report).results.containsValue(ClassReport.Result.FAILED)) {
      // Logs of a class can have 80 MB.
      Files.delete(log);
    }
  }

  private Process start(String name, String half, Path report, Path log, Path directory)
      throws IOException {
    Path classes = work.resolve(half + "/classes");
    String pack = half.equals("pack") ? settings.getProperty("pack") + ":" : "";
    List<String> command = new ArrayList<>();
    command.add(Paths.get(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Arrays.asList(settings.getProperty("java.options").split(" +")));
    command.add("-Duser.name=" + settings.getProperty("user"));
    command.add("-Dhadoop.tmp.dir=" + directory.resolve("tmp"));
    command.add("-Djava.io.tmpdir=" + directory.resolve("tmp"));
    command.add("-Dhadoop.log.dir=" + directory.resolve("log"));
    command.add("-Dtest.build.dir=" + directory.resolve("test-dir"));
    command.add("-Dtest.build.data=" + directory.resolve("test-dir"));
    command.add("-Dtest.cache.data=" + classes);
    command.add("-Dtest.build.classes=" + classes);
    command.add("-Djava.security.krb5.conf=" + classes.resolve("krb5.conf"));
    command.add("-cp");
    command.add(
        classes + ":" + work.resolve("tools") + ":" + pack + settings.getProperty("class.path"));
    command.add("TestClassRunner");
    command.add(name);
    command.add(report.toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    // As in Hadoop's build.
    builder.environment().put("MALLOC_ARENA_MAX", "4");
    // Tests of queues by user expect one whose name is not that of the root queue.
    builder.environment().put("HADOOP_USER_NAME", settings.getProperty("user"));
    return builder
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .redirectInput(ProcessBuilder.Redirect.from(Paths.get("/dev/null").toFile()))
        .start();
  }

  /** Stops the process that runs and those that it started. */
  private void stop() {
    Process current = process;
    if (current != null) {
      current.descendants().forEach(ProcessHandle::destroyForcibly);
      current.destroyForcibly();
      current.onExit().join();
    }
  }

  /** Deletes a directory as far as that is possible: a process that a test left may still write. */
  private static void deleteAll(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }
}
