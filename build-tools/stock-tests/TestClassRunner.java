// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs one class of tests and appends a line to a report for each event: what happened, the test's
 * name and, for a failure, its first line, separated by tabs. The report is complete up to the
 * moment in which this process is stopped.
 *
 * <p>Usage: {@code java TestClassRunner CLASS REPORT}.
 */
final class TestClassRunner implements TestExecutionListener {
  private final PrintStream report;

  /** Times that each name was started: JUnit does not keep names of parameterized tests apart. */
  private final Map<String, Integer> starts = new HashMap<>();

  /** The name in the report of each started test, by its unique id. */
  private final Map<String, String> names = new HashMap<>();

  private TestClassRunner(PrintStream report) {
    this.report = report;
  }

  public static void main(String[] args) throws Exception {
    PrintStream report =
        new PrintStream(
            Files.newOutputStream(Paths.get(args[1]), StandardOpenOption.APPEND), true, "UTF-8");
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(args[0]))
                .build(),
            new TestClassRunner(report));
    report.println("done\t");
    // Daemons leave threads behind. Hadoop's tests may have replaced what System.exit does.
    Runtime.getRuntime().halt(0);
  }

  @Override
  public synchronized void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      write("started", test, null);
    }
  }

  @Override
  public synchronized void executionSkipped(TestIdentifier test, String reason) {
    write("skipped", test, null);
  }

  @Override
  public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Throwable failure = result.getThrowable().orElse(null);
    if (failure != null) {
      failure.printStackTrace();
    }
    switch (result.getStatus()) {
      case SUCCESSFUL:
        if (test.isTest()) {
          write("passed", test, null);
        }
        break;
      case ABORTED:
        write("skipped", test, failure);
        break;
      default:
        write("failed", test, failure);
    }
  }

  private void write(String event, TestIdentifier test, Throwable failure) {
    String name =
        names.computeIfAbsent(
            test.getUniqueId(),
            id -> {
              String plain = word(test.getLegacyReportingName());
              int start = starts.merge(plain, 1, Integer::sum);
              return start == 1 ? plain : plain + " (" + start + ")";
            });
    report.println(event + "\t" + name + (failure == null ? "" : "\t" + word(failure.toString())));
  }

  private static String word(String text) {
    String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").trim();
    return line.length() > 300 ? line.substring(0, 300) + "…" : line;
  }
}
