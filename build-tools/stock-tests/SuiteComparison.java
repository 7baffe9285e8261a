// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Compares the results of the same tests on stock and with the pack. A test that passed on stock and
 * did not pass with the pack must be explained: in a file with a line for each, its class and name or
 * a prefix of them that ends in {@code *}, a tab, and the reason. A test that passed in one of several
 * runs has passed, and is listed.
 */
final class SuiteComparison {
  private static final String[] HEADER = {
    "module",
    "classes",
    "tests run",
    "passed on stock",
    "passed with the pack",
    "differences",
    "explained"
  };

  /** The reason for each test or prefix. */
  private final Map<String, String> explanations = new LinkedHashMap<>();
  private final Map<String, ComparedClass> classes = new TreeMap<>();

  /** The tests of one class. */
  private static final class ComparedClass {
    int tests;
    int stock;
    int pack;
    final List<String> gained = new ArrayList<>();
    final List<String> unsteady = new ArrayList<>();
    final List<String> unfinished = new ArrayList<>();
    final List<String> open = new ArrayList<>();
    final List<String> outdated = new ArrayList<>();
    final Map<String, String> explained = new LinkedHashMap<>();
  }

  SuiteComparison(Path explained) throws IOException {
    for (String line : Files.readAllLines(explained)) {
      if (!line.startsWith("#") && !line.trim().isEmpty()) {
        String[] parts = line.split("\t", 2);
        explanations.put(parts[0], parts[1]);
      }
    }
  }

  /**
   * Takes the runs of a class in place of what it had before; returns the differences, in whichever
   * direction, that are not explained.
   */
  int add(String name, List<ClassReport> stockRuns, List<ClassReport> packRuns) {
    ComparedClass compared = new ComparedClass();
    Map<String, Boolean> stock = passed(name, "on stock", stockRuns, compared);
    Map<String, Boolean> pack = passed(name, "with the pack", packRuns, compared);
    Set<String> tests = new LinkedHashSet<>(stock.keySet());
    tests.addAll(pack.keySet());
    for (String test : tests) {
      boolean onStock = stock.getOrDefault(test, false);
      boolean withPack = pack.getOrDefault(test, false);
      compared.tests++;
      compared.stock += onStock ? 1 : 0;
      compared.pack += withPack ? 1 : 0;
      String fullName = name + "#" + test;
      if (onStock && !withPack) {
        String why = explanation(fullName);
        if (why == null) {
          compared.open.add(fullName);
        } else {
          compared.explained.put(fullName, why);
        }
      } else if (withPack && !onStock) {
        compared.gained.add(fullName);
      } else if (withPack && explanations.containsKey(fullName)) {
        compared.outdated.add(fullName);
      }
    }
    classes.put(name, compared);
    return compared.open.size() + compared.gained.size();
  }

  /** The tests that ran, with true for those that passed in a run; those that were skipped are left out. */
  private static Map<String, Boolean> passed(
      String name, String where, List<ClassReport> runs, ComparedClass compared) {
    Map<String, Boolean> passed = new LinkedHashMap<>();
    Set<String> failed = new LinkedHashSet<>();
    for (ClassReport run : runs) {
      run.results.forEach(
          (test, result) -> {
            if (result != ClassReport.Result.SKIPPED) {
              boolean hasPassed = result == ClassReport.Result.PASSED;
              passed.merge(test, hasPassed, Boolean::logicalOr);
              if (!hasPassed) {
                failed.add(test);
              }
            }
          });
      if (run.earlyEnd() != null) {
        compared.unfinished.add(name + " " + where + ": " + run.earlyEnd());
      }
    }
    failed.stream()
        .filter(passed::get)
        .forEach(test -> compared.unsteady.add(name + "#" + test + " " + where));
    return passed;
  }

  private String explanation(String test) {
    for (Map.Entry<String, String> e : explanations.entrySet()) {
      String name = e.getKey();
      if (name.endsWith("*")
          ? test.startsWith(name.substring(0, name.length() - 1))
          : test.equals(name)) {
        return e.getValue();
      }
    }
    return null;
  }

  /** A line about a class. */
  String summary(String name) {
    ComparedClass c = classes.get(name);
    return String.format(
        "%s: %d of %d passed on stock, %d with the pack%s%s%s",
        name.substring(name.lastIndexOf('.') + 1),
        c.stock,
        c.tests,
        c.pack,
        c.open.isEmpty() ? "" : ", " + c.open.size() + " not explained",
        c.unsteady.isEmpty() ? "" : ", " + c.unsteady.size() + " unsteady",
        c.unfinished.isEmpty() ? "" : ", did not finish");
  }

  /** True if something ran and all differences are explained. */
  boolean isClean() {
    return sum(c -> c.stock) > 0 && all(c -> c.open).isEmpty();
  }

  /** Writes {@code result.txt} and {@code result.md}. */
  void write(Path directory, Properties settings) throws IOException {
    Files.write(
        directory.resolve("result.txt"), text(settings).getBytes(StandardCharsets.UTF_8));
    Files.write(
        directory.resolve("result.md"), markdown(settings).getBytes(StandardCharsets.UTF_8));
  }

  private String[] row(Properties settings) {
    int explained = classes.values().stream().mapToInt(c -> c.explained.size()).sum();
    int open = all(c -> c.open).size();
    return new String[] {
      settings.getProperty("module") + " " + settings.getProperty("version"),
      String.valueOf(classes.size()),
      String.valueOf(sum(c -> c.tests)),
      String.valueOf(sum(c -> c.stock)),
      String.valueOf(sum(c -> c.pack)),
      String.valueOf(explained + open),
      String.valueOf(explained)
    };
  }

  String markdown(Properties settings) {
    return "| " + String.join(" | ", HEADER) + " |\n|---|---|---|---|---|---|---|\n| "
        + String.join(" | ", row(settings)) + " |\n";
  }

  String text(Properties settings) {
    StringBuilder text = new StringBuilder("\n");
    String[] row = row(settings);
    for (int i = 0; i < row.length; i++) {
      text.append(String.format("%-22s %s%n", HEADER[i], row[i]));
    }
    Map<String, List<String>> explained = new LinkedHashMap<>();
    classes.values().stream()
        .flatMap(c -> c.explained.entrySet().stream())
        .forEach(e -> explained.computeIfAbsent(e.getValue(), w -> new ArrayList<>()).add(e.getKey()));
    explained.forEach((why, tests) -> list(text, "Explained (" + why + ")", tests));
    list(text, "Passed on stock alone, not explained", all(c -> c.open));
    list(text, "Explained, but passed on both", all(c -> c.outdated));
    list(text, "Passed with the pack alone", all(c -> c.gained));
    list(text, "Passed in one of several runs", all(c -> c.unsteady));
    list(text, "Did not finish", all(c -> c.unfinished));
    return text.toString();
  }

  private static void list(StringBuilder text, String title, List<String> entries) {
    if (!entries.isEmpty()) {
      text.append(title).append(": ").append(entries.size()).append('\n');
      entries.forEach(e -> text.append("  ").append(e).append('\n'));
    }
  }

  private int sum(ToIntFunction<ComparedClass> number) {
    return classes.values().stream().mapToInt(number).sum();
  }

  private List<String> all(Function<ComparedClass, List<String>> list) {
    return classes.values().stream().flatMap(c -> list.apply(c).stream()).collect(Collectors.toList());
  }
}
