// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.lang.reflect.Field;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.Test;
import org.yarnext.benchmarks.docs.ProductSources.Call;
import org.yarnext.common.conf.ConfigurationKey;
import org.yarnext.common.conf.ConfigurationSchema;
import org.yarnext.common.decision.DecisionReason;
import org.yarnext.tools.explain.ReasonRegistry;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The pages of docs/reference are what the code declares; {@code -Dyarnext.docs.update=true} writes
 * them.
 */
public class ReferencePagesTest {
  private static final Path PAGES = Paths.get("..", "docs", "reference");
  private static final Pattern FEATURE = Pattern.compile("org\\.yarnext\\.(\\w+)\\..*");

  @Test
  public void keysPageMatchesTheCode() throws Exception {
    Map<String, ConfigurationSchema> sets = new TreeMap<>();
    for (Class<?> found : classesWith("static final ConfigurationSchema KEYS =")) {
      Field keys = found.getDeclaredField("KEYS");
      keys.setAccessible(true);
      sets.put(feature(found.getName()), (ConfigurationSchema) keys.get(null));
    }
    StringBuilder page = new StringBuilder();
    sets.forEach((feature, keys) -> page.append("## " + feature + "\n\n" + keyTable(keys) + "\n"));
    GeneratedPage.check(PAGES.resolve("keys.md"), page.toString().trim() + "\n");
  }

  /** Returns a row for each key, in the order of declaration. */
  private static String keyTable(ConfigurationSchema keys) {
    StringBuilder table =
        new StringBuilder("| key | default | bounds | unit | takes effect | meaning |\n")
            .append("|---|---|---|---|---|---|\n");
    for (ConfigurationKey<?> key : keys.keys()) {
      String value = key.defaultText();
      table
          .append("| `" + key.name() + "` | ")
          .append(value.isEmpty() ? "(empty)" : "`" + GeneratedPage.cell(value) + "`")
          .append(" | " + GeneratedPage.cell(key.boundsText()))
          .append(" | " + (key.unit().isEmpty() ? "-" : GeneratedPage.cell(key.unit())))
          .append(" | " + (key.isLive() ? "on refresh" : "on restart"))
          .append(" | " + GeneratedPage.cell(key.doc()) + " |\n");
    }
    return table.toString();
  }

  @Test
  public void reasonsPageMatchesTheCode() throws Exception {
    Map<String, StringBuilder> byFeature = new TreeMap<>();
    for (Class<?> found : classesWith(" implements DecisionReason {")) {
      StringBuilder section =
          byFeature.computeIfAbsent(
              feature(found.getName()),
              feature ->
                  new StringBuilder(
                      "## " + feature + "\n\n| reason | meaning | without it |\n|---|---|---|\n"));
      for (Object reason : found.getEnumConstants()) {
        String code = ((DecisionReason) reason).code();
        String text = GeneratedPage.cell(((DecisionReason) reason).text());
        String stock = GeneratedPage.cell(((DecisionReason) reason).stock());
        section.append(
            "| `" + code + "` | " + text + " | " + (stock.isEmpty() ? "-" : stock) + " |\n");
      }
    }
    GeneratedPage.check(PAGES.resolve("reasons.md"), String.join("\n", byFeature.values()));
  }

  /** Explain looks up what stock does in the registry, which must have every reason. */
  @Test
  public void explainKnowsEveryReason() throws Exception {
    assertEquals(
        new HashSet<>(classesWith(" implements DecisionReason {")),
        new HashSet<>(ReasonRegistry.REASONS));
  }

  /** The classes of the product in whose source a text stands, by simple name. */
  private static Collection<Class<?>> classesWith(String text) throws Exception {
    Map<String, Class<?>> found = new TreeMap<>();
    for (String module : ProductSources.MODULES) {
      Path sources = Paths.get("..", module, "src", "main", "java");
      for (Path file : ProductSources.files(sources, ".java")) {
        if (new String(Files.readAllBytes(file), UTF_8).contains(text)) {
          String name = sources.relativize(file).toString().replace('/', '.');
          Class<?> named = Class.forName(name.substring(0, name.length() - ".java".length()));
          found.put(named.getSimpleName() + " " + named.getName(), named);
        }
      }
    }
    return found.values();
  }

  @Test
  public void commandsPageMatchesTheCode() throws Exception {
    StringBuilder page = new StringBuilder();
    CommandLines.all().forEach((name, command) -> usage("yarnext " + name, command, page));
    GeneratedPage.check(PAGES.resolve("cli.md"), page.toString().trim() + "\n");
  }

  private static void usage(String name, CommandLine command, StringBuilder page) {
    String text =
        Arrays.stream(command.getUsageMessage(Ansi.OFF).split("\n"))
            .map(line -> line.replaceAll("\\s+$", ""))
            .collect(joining("\n"));
    page.append("## " + name + "\n\n```text\n" + text + "\n```\n\n");
    command.getSubcommands().forEach((sub, line) -> usage(name + " " + sub, line, page));
  }

  /** The script starts each command that the page has, and no other. */
  @Test
  public void scriptStartsExactlyTheDocumentedCommands() throws Exception {
    String script = new String(Files.readAllBytes(Paths.get("..", "bin", "yarnext")), UTF_8);
    String cases = script.substring(script.indexOf("case $command in"));
    Matcher names = Pattern.compile("(?m)^  ([a-z| -]+)\\)").matcher(cases);
    TreeSet<String> started = new TreeSet<>();
    while (names.find()) {
      started.addAll(Arrays.asList(names.group(1).split(" \\| ")));
    }
    started.removeAll(Arrays.asList("help", "--help", "-h"));
    TreeSet<String> declared = new TreeSet<>(CommandLines.all().keySet());
    declared.removeIf(name -> name.contains(" "));
    assertEquals(declared, started);
  }

  /** A health check that reads a metric by a former name reads 0 for ever. */
  @Test
  public void statusReadsMetricsThatExist() throws Exception {
    Set<String> metrics = new HashSet<>();
    MetricsPage.beans()
        .forEach(
            (bean, names) -> {
              metrics.add(bean);
              metrics.addAll(names);
            });
    // Stock's own.
    metrics.add("ContainersKilled");
    Set<String> unknown = new TreeSet<>();
    int read = 0;
    for (String reader : new String[] {"status", "settings"}) {
      Path sources = Paths.get("..", "tools/src/main/java/org/yarnext/tools", reader);
      try (DirectoryStream<Path> files = Files.newDirectoryStream(sources, "*.java")) {
        for (Path file : files) {
          Matcher names =
              Pattern.compile("\"([A-Z][a-z]+(?:[A-Z][a-z]*)+)\"")
                  .matcher(new String(Files.readAllBytes(file), UTF_8));
          while (names.find()) {
            read++;
            boolean periodic = metrics.contains(names.group(1) + "AgeMillis");
            if (!periodic && !metrics.contains(names.group(1))) {
              unknown.add(names.group(1));
            }
          }
        }
      }
    }
    assertEquals(Collections.emptySet(), unknown);
    assertTrue("only " + read + " names found", read > 40);
  }

  @Test
  public void metricsPageMatchesTheCode() throws Exception {
    Map<String, String> beans = new LinkedHashMap<>();
    Map<String, List<String>> rows = new LinkedHashMap<>();
    List<String> common = new ArrayList<>();
    List<String> decisions = new ArrayList<>();
    List<Call> calls = ProductSources.calls();
    for (Call call : calls) {
      if (call.name.equals("new FeatureMetrics") && !call.argument(0).contains("{}")) {
        beans.putIfAbsent(call.argument(0), call.argument(1));
        rows.putIfAbsent(call.argument(0), new ArrayList<>());
      } else if (call.name.equals("new DecisionLog") && !call.argument(3).contains("{}")) {
        decisions.add("| `" + call.argument(3) + "` | " + daemon(call.argument(2)) + " |\n");
      }
    }
    for (Call call : calls) {
      if (call.name.equals("counter") || call.name.equals("gauge")) {
        if (call.module.equals("common")) {
          addOnce(common, call.on.equals("reader") ? "" : row(call));
        } else if (call.argument(0).matches(".*[A-Za-z].*")) {
          addOnce(rows.get(bean(call, calls)), row(call));
        }
      } else if (call.name.equals("show") && call.argument(1).matches("[A-Z]\\w+")) {
        String run = "| `" + call.argument(1) + "AgeMillis`, `" + call.argument(1) + "Failures` | ";
        addOnce(rows.get(bean(call, calls)), run + "both | Of periodic work, as above |\n");
      }
    }
    StringBuilder page = new StringBuilder();
    page.append("## In every bean\n\n" + table(common));
    rows.forEach(
        (bean, shown) ->
            page.append("\n## " + bean + "\n\n" + beans.get(bean) + ".\n\n" + table(shown)));
    page.append(
        "\n## Decisions\n\nNames under which [`/yarnext/decisions`](../how-to/read-a-decision.md) shows them.\n\n| name | daemon |\n|---|---|\n");
    page.append(decisions.stream().distinct().collect(joining()));
    GeneratedPage.check(MetricsPage.PATH, page.toString());
  }

  /** Hadoop's own: {@code GcTimeMillis}, {@code AllocatedMB}. */
  @Test
  public void metricNamesEndInHadoopsUnits() throws Exception {
    Set<String> others = new TreeSet<>();
    MetricsPage.beans()
        .forEach(
            (bean, names) ->
                names.stream()
                    .filter(name -> name.matches(".*(Ms|Msec|Mb|MiB|Mega[Bb]ytes|Milliseconds)"))
                    .forEach(name -> others.add(bean + " " + name)));
    assertEquals(Collections.emptySet(), others);
  }

  private static void addOnce(List<String> rows, String row) {
    if (!row.isEmpty() && !rows.contains(row)) {
      rows.add(row);
    }
  }

  private static String row(Call call) {
    String name = call.argument(0).replace("{}", "…");
    return name.matches(".*[A-Za-z].*")
        ? "| `" + name + "` | " + call.name + " | " + GeneratedPage.cell(call.argument(1)) + " |\n"
        : "";
  }

  private static String table(List<String> rows) {
    return rows.isEmpty()
        ? "It has only the metrics of every bean.\n"
        : "| metric | kind | meaning |\n|---|---|---|\n" + String.join("", rows);
  }

  private static String daemon(String text) {
    return text.equals("{}") ? "ResourceManager or NodeManager" : text;
  }

  /** The bean whose metrics are made in that class, else in its package or the nearest one. */
  private static String bean(Call call, List<Call> calls) {
    List<Call> made =
        calls.stream()
            .filter(c -> c.name.equals("new FeatureMetrics") && !c.argument(0).contains("{}"))
            .filter(c -> c.module.equals(call.module))
            .collect(toList());
    for (Call metrics : made) {
      if (metrics.inClass.equals(call.inClass)) {
        return metrics.argument(0);
      }
    }
    for (String in = call.packageName;
        in.contains(".");
        in = in.substring(0, in.lastIndexOf('.'))) {
      for (Call metrics : made) {
        if ((metrics.packageName + ".").startsWith(in + ".")) {
          return metrics.argument(0);
        }
      }
    }
    throw new AssertionError(call.inClass + " declares " + call.argument(0) + " for no bean");
  }

  private static String feature(String className) {
    Matcher feature = FEATURE.matcher(className);
    if (!feature.matches()) {
      throw new AssertionError(className);
    }
    return feature.group(1);
  }
}
