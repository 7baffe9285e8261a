// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Compares the results of the same tests on stock and with the pack. A test that passed on stock and
 * did not pass with the pack must be explained: in a file with a line for each, its name or a prefix
 * of its name that ends in {@code *}, a tab, and the reason.
 *
 * <p>Usage: {@code java ResultComparison.java STOCK PACK EXPLAINED}, with the two directories of
 * Surefire's reports. Ends with 1 if a difference is not explained.
 */
final class ResultComparison {
  private enum Result {
    PASSED,
    FAILED,
    SKIPPED
  }

  private ResultComparison() {}

  public static void main(String[] args) throws Exception {
    Map<String, Result> stock = read(Paths.get(args[0]));
    Map<String, Result> pack = read(Paths.get(args[1]));
    Map<String, String> explanations = explanations(Paths.get(args[2]));
    System.out.println("| | tests | passed | failed | skipped |");
    System.out.println("|---|---|---|---|---|");
    print("stock", stock);
    print("with the pack", pack);

    Map<String, List<String>> explained = new LinkedHashMap<>();
    List<String> open = new ArrayList<>();
    stock.forEach(
        (test, result) -> {
          if (result == Result.PASSED && pack.get(test) != Result.PASSED) {
            String why = explanation(test, explanations);
            if (why == null) {
              open.add(test + (pack.containsKey(test) ? "" : " (did not run)"));
            } else {
              explained.computeIfAbsent(why, w -> new ArrayList<>()).add(test);
            }
          }
        });
    long gained =
        pack.entrySet().stream()
            .filter(e -> e.getValue() == Result.PASSED && stock.get(e.getKey()) == Result.FAILED)
            .count();
    System.out.println();
    System.out.println("Passed with the pack alone: " + gained);
    System.out.println("Passed on stock alone, explained:");
    explained.forEach(
        (why, tests) -> {
          System.out.println("  " + why + ": " + tests.size());
          tests.forEach(test -> System.out.println("    " + test));
        });
    System.out.println("Passed on stock alone, not explained: " + open.size());
    open.forEach(test -> System.out.println("  " + test));
    System.exit(open.isEmpty() && !stock.isEmpty() ? 0 : 1);
  }

  private static void print(String name, Map<String, Result> results) {
    System.out.printf(
        "| %s | %d | %d | %d | %d |%n",
        name,
        results.size(),
        count(results, Result.PASSED),
        count(results, Result.FAILED),
        count(results, Result.SKIPPED));
  }

  private static long count(Map<String, Result> results, Result result) {
    return results.values().stream().filter(r -> r == result).count();
  }

  private static String explanation(String test, Map<String, String> explanations) {
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

  private static Map<String, String> explanations(Path file) throws IOException {
    Map<String, String> explanations = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#") && !line.trim().isEmpty()) {
        String[] parts = line.split("\t", 2);
        explanations.put(parts[0], parts[1]);
      }
    }
    return explanations;
  }

  private static Map<String, Result> read(Path directory)
      throws IOException, ParserConfigurationException, SAXException {
    List<Path> reports;
    try (Stream<Path> files = Files.list(directory)) {
      reports =
          files
              .filter(f -> f.getFileName().toString().matches("TEST-.*\\.xml"))
              .collect(Collectors.toList());
    }
    Map<String, Result> results = new TreeMap<>();
    for (Path report : reports) {
      NodeList cases =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(report.toFile())
              .getElementsByTagName("testcase");
      for (int i = 0; i < cases.getLength(); i++) {
        Element test = (Element) cases.item(i);
        Result result =
            has(test, "failure") || has(test, "error")
                ? Result.FAILED
                : has(test, "skipped") ? Result.SKIPPED : Result.PASSED;
        results.merge(
            test.getAttribute("classname") + "#" + test.getAttribute("name"),
            result,
            (a, b) -> a == Result.FAILED ? a : b);
      }
    }
    return results;
  }

  private static boolean has(Element test, String child) {
    return test.getElementsByTagName(child).getLength() > 0;
  }
}
