// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.Test;
import org.yarnext.benchmarks.daemons.DashboardQueries;

/**
 * The queries of the Grafana dashboards and of the Prometheus alerts name only metrics of the
 * reference page, as Hadoop's Prometheus endpoint calls them, and each alert names a page that says
 * what to do.
 */
public class DashboardsTest {
  private static final Path DASHBOARDS = Paths.get("..", "dashboards");
  private static final Path ALERTS = DASHBOARDS.resolve("alerts.yml");
  private static final List<String> WITH_LABELS =
      Arrays.asList(
          "Decision_WAIT_LIMIT_applied",
          "Decision_WAIT_LIMIT_shadow",
          "Hook_mercury_change_Calls",
          "Hook_mercury_change_MaxMicros");
  private static final Pattern RELABEL =
      Pattern.compile("regex: '(.+)'\\s+target_label: (\\w+)(?:\\s+replacement: '(.+)')?");
  private static final Pattern RUNBOOK =
      Pattern.compile("runbook_url: \"\\S*/(docs/[\\w./-]+\\.md)(?:#([\\w-]+))?\"");

  /** The metrics as Hadoop's endpoint calls them, and as the example of a scrape does. */
  private static Set<String> exported() throws Exception {
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    Set<String> names = new HashSet<>();
    for (Map.Entry<String, Set<String>> bean : MetricsPage.beans().entrySet()) {
      for (String metric : bean.getValue()) {
        names.add(sink.prometheusName(bean.getKey(), metric));
      }
      for (String metric : WITH_LABELS) {
        names.add(scraped(sink.prometheusName(bean.getKey(), metric)).get("__name__"));
      }
    }
    return names;
  }

  /** Returns the labels of a metric after the rules of the example of a scrape. */
  private static Map<String, String> scraped(String name) throws Exception {
    Map<String, String> labels = new TreeMap<>();
    labels.put("__name__", name);
    String text = new String(Files.readAllBytes(DASHBOARDS.resolve("prometheus.yml")), UTF_8);
    Matcher rules = RELABEL.matcher(text);
    while (rules.find()) {
      Matcher matcher = Pattern.compile(rules.group(1)).matcher(labels.get("__name__"));
      if (matcher.matches()) {
        String replacement = rules.group(3) == null ? "$1" : rules.group(3);
        labels.put(rules.group(2), matcher.replaceFirst(replacement.replaceAll("[{}]", "")));
      }
    }
    return labels;
  }

  /** Returns the names of the pack's metrics in a query: those that begin with a bean's name. */
  private static Set<String> used(String query, Set<String> exported) throws Exception {
    PrometheusMetricsSink sink = new PrometheusMetricsSink();
    String beans =
        MetricsPage.beans().keySet().stream()
            .map(bean -> sink.prometheusName(bean, ""))
            .collect(joining("|"));
    Set<String> found = new TreeSet<>();
    Matcher names = Pattern.compile("\\b(?:" + beans + ")_[a-z0-9_]+").matcher(query);
    while (names.find()) {
      found.add(names.group());
    }
    Matcher patterns = Pattern.compile("__name__=~\"([^\"]+)\"").matcher(query);
    while (patterns.find()) {
      Pattern pattern = Pattern.compile(patterns.group(1));
      exported.stream().filter(name -> pattern.matcher(name).matches()).forEach(found::add);
    }
    return found;
  }

  private static void assertExported(DashboardQueries.Query query, Set<String> exported)
      throws Exception {
    Set<String> used = used(query.expression, exported);
    assertTrue("asks for no metric of the pack: " + query, !used.isEmpty());
    used.removeAll(exported);
    assertEquals(query.toString(), new TreeSet<>(), used);
  }

  @Test
  public void reasonsAndHooksAreLabels() throws Exception {
    Set<String> labels = new TreeSet<>();
    for (String metric : WITH_LABELS) {
      labels.add(scraped(new PrometheusMetricsSink().prometheusName("Mercury", metric)).toString());
    }
    assertEquals(
        "[{__name__=mercury_decisions, effect=applied, reason=wait_limit},"
            + " {__name__=mercury_decisions, effect=shadow, reason=wait_limit},"
            + " {__name__=mercury_hook_calls, hook=mercury_change},"
            + " {__name__=mercury_hook_max_micros, hook=mercury_change}]",
        labels.toString());
    assertEquals(
        Collections.singletonMap("__name__", "mercury_guard_state"),
        scraped("mercury_guard_state"));
  }

  @Test
  public void dashboardsShowExportedMetrics() throws Exception {
    Set<String> exported = exported();
    Set<String> uids = new HashSet<>();
    List<DashboardQueries.Query> queries = DashboardQueries.panels(DASHBOARDS);
    for (DashboardQueries.Query query : queries) {
      assertExported(query, exported);
    }
    for (Path file : ProductSources.files(DASHBOARDS, ".json")) {
      JsonNode board = new ObjectMapper().readTree(Files.readAllBytes(file));
      assertTrue(file + " has its own uid", uids.add(board.path("uid").asText()));
      for (JsonNode panel : board.path("panels")) {
        assertTrue(file + ", " + panel + " has queries", panel.path("targets").size() > 0);
      }
    }
    assertEquals("an overview and one a feature", 6, uids.size());
    assertTrue(queries.size() + " queries", queries.size() > 50);
  }

  @Test
  public void alertsWatchExportedMetrics() throws Exception {
    Set<String> exported = exported();
    List<DashboardQueries.Query> alerts = DashboardQueries.alerts(ALERTS);
    for (DashboardQueries.Query alert : alerts) {
      assertExported(alert, exported);
    }
    String text = new String(Files.readAllBytes(ALERTS), UTF_8);
    assertEquals("all alerts", text.split("- alert:").length - 1, alerts.size());
    assertTrue(alerts.size() + " alerts", alerts.size() > 10);
  }

  @Test
  public void eachAlertNamesThePageThatSaysWhatToDo() throws Exception {
    String text = new String(Files.readAllBytes(ALERTS), UTF_8);
    Matcher runbooks = RUNBOOK.matcher(text);
    int found = 0;
    while (runbooks.find()) {
      Path page = Paths.get("..").resolve(runbooks.group(1));
      assertTrue(page + " exists", Files.exists(page));
      if (runbooks.group(2) != null) {
        assertTrue(
            runbooks.group() + " is a heading",
            new MarkdownPage(page).anchors.contains(runbooks.group(2)));
      }
      found++;
    }
    assertEquals("one an alert", text.split("- alert:").length - 1, found);
  }
}
