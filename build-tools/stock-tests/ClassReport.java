// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of a class of tests. Its file begins with the key of the run, a text that
 * stays the same as long as the run would give the same results. The lines of {@link
 * TestClassRunner} follow and, once the process has ended, how it ended and after how many seconds.
 */
final class ClassReport {
  enum Result {
    PASSED,
    FAILED,
    SKIPPED
  }

  private static final String KEY = "key\t";
  private static final String END = "end\t";

  /** Results of the tests by name, in the order in which they started. */
  final Map<String, Result> results = new LinkedHashMap<>();

  private final String key;

  /** {@code finished}, or why the process ended before; null while it runs. */
  private String end;

  private int seconds;

  private ClassReport(String key) {
    this.key = key;
  }

  /** The report in a file; an empty one if there is none. */
  static ClassReport read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return new ClassReport("");
    }
    List<String> lines = Files.readAllLines(file);
    boolean hasKey = !lines.isEmpty() && lines.get(0).startsWith(KEY);
    ClassReport report = new ClassReport(hasKey ? lines.get(0).substring(KEY.length()) : "");
    for (String line : lines) {
      report.add(line.split("\t"));
    }
    return report;
  }

  private void add(String[] words) {
    switch (words[0]) {
      case "passed":
        results.put(words[1], Result.PASSED);
        break;
      case "started": // and still running when the process is stopped
      case "failed":
        results.put(words[1], Result.FAILED);
        break;
      case "skipped":
        results.put(words[1], Result.SKIPPED);
        break;
      case "end":
        end = words[1];
        seconds = Integer.parseInt(words[2]);
        break;
      default:
        break;
    }
  }

  static String firstLine(String key) {
    return KEY + key + "\n";
  }

  static String lastLine(String how, long seconds) {
    return END + how + "\t" + seconds + "\n";
  }

  /** True if the process has ended, in whatever way, in a run with this key. */
  boolean isOf(String wantedKey) {
    return end != null && key.equals(wantedKey);
  }

  /** How the process ended, if not by itself after the last test; otherwise null. */
  String earlyEnd() {
    return "finished".equals(end) ? null : end;
  }

  int seconds() {
    return seconds;
  }
}
