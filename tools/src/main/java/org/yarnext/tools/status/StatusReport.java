// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.status;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yarnext.tools.Finding;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.cluster.ClusterDaemon;
import org.yarnext.tools.cluster.JmxPage;

/** Report of a snapshot and its findings, as text or JSON. */
final class StatusReport {
  private static final int WORST = 5;
  private static final int NAMES = 3;
  private static final String QUEUE = "Mercury";
  private static final String WAIT = "QueueWaitMillis";

  private static final Comparator<FeatureBean> LONGEST_WAIT =
      Comparator.comparingLong((FeatureBean bean) -> -bean.number(WAIT))
          .thenComparing(bean -> bean.daemon().address());

  private final StatusSnapshot snapshot;
  private final List<FeatureBean> beans;
  private final List<Finding> findings;

  /**
   * @param beans the beans to show
   * @param findings of those beans and of the daemons
   */
  StatusReport(StatusSnapshot snapshot, List<FeatureBean> beans, List<Finding> findings) {
    this.snapshot = snapshot;
    this.beans = beans;
    this.findings = grouped(findings);
  }

  /** Returns one finding for all places with the same problem, the worst severity first. */
  private static List<Finding> grouped(List<Finding> findings) {
    Map<String, List<Finding>> same = new LinkedHashMap<>();
    for (Finding each : findings) {
      String key = each.severity() + each.problem() + each.fix();
      same.computeIfAbsent(key, any -> new ArrayList<>()).add(each);
    }
    return same.values().stream()
        .map(
            group -> {
              Finding first = group.get(0);
              return Finding.of(
                  first.severity(),
                  names(group.stream().map(Finding::place).collect(Collectors.toList())),
                  first.problem(),
                  first.fix());
            })
        .sorted(Comparator.comparing(Finding::severity))
        .collect(Collectors.toList());
  }

  private static String names(List<String> names) {
    String first = names.stream().limit(NAMES).collect(Collectors.joining(", "));
    return names.size() > NAMES ? first + " and " + (names.size() - NAMES) + " more" : first;
  }

  /** Returns the lines of the report. */
  List<String> lines(int limit, boolean perNode) {
    List<String> lines = new ArrayList<>();
    lines.add(TerminalText.of(verdict())); // daemons name their versions
    if (!beans.isEmpty()) {
      lines.add("");
      lines.addAll(TextTable.aligned(features()));
      lines.add("");
      lines.addAll(TextTable.aligned(numbers()));
    }
    List<List<String>> nodes = perNode ? daemons(limit) : waits();
    if (nodes.size() > 1) {
      lines.add("");
      lines.addAll(TextTable.aligned(nodes));
    }
    if (!findings.isEmpty()) {
      lines.add("");
      findings.stream().limit(limit).forEach(finding -> lines.add(finding.toString()));
      if (findings.size() > limit) {
        lines.add(findings.size() - limit + " more findings: raise --limit to see them.");
      }
    }
    if (!snapshot.errors().isEmpty()) {
      lines.add("");
      lines.add(
          "Not reached ("
              + snapshot.errors().size()
              + "): "
              + snapshot.errors().keySet().stream()
                  .limit(limit)
                  .map(daemon -> TerminalText.of(daemon.toString()))
                  .collect(Collectors.joining(", "))
              + (snapshot.errors().size() > limit ? " and others." : "."));
    }
    return lines;
  }

  /** Returns the first line: whether the cluster is healthy, and what runs. */
  String verdict() {
    int status = Finding.status(findings);
    Map<Finding.Severity, Long> counts =
        findings.stream()
            .collect(Collectors.groupingBy(Finding::severity, TreeMap::new, Collectors.counting()));
    String word = status == 0 ? "Healthy" : status == 1 ? "Warnings" : "Errors";
    Map<ClusterDaemon.Kind, Long> kinds =
        snapshot.pages().keySet().stream()
            .collect(
                Collectors.groupingBy(ClusterDaemon::kind, TreeMap::new, Collectors.counting()));
    List<String> parts = new ArrayList<>();
    kinds.forEach((kind, count) -> parts.add(kind.text() + " " + count));
    TreeSet<String> versions = new TreeSet<>();
    for (JmxPage page : snapshot.pages().values()) {
      versions.addAll(page.packVersions());
    }
    return word
        + ": "
        + (parts.isEmpty() ? "no daemon answers" : String.join(", ", parts))
        + (versions.isEmpty() ? "" : "; yarnext " + String.join(", ", versions))
        + (counts.isEmpty()
            ? "."
            : "; "
                + counts.entrySet().stream()
                    .map(
                        count ->
                            count.getValue()
                                + " "
                                + count.getKey().name().toLowerCase(Locale.ROOT)
                                + (count.getValue() == 1 ? "" : "s"))
                    .collect(Collectors.joining(", "))
                + ".");
  }

  private Map<String, List<FeatureBean>> byName() {
    return beans.stream()
        .collect(
            Collectors.groupingBy(
                bean -> bean.feature() + " " + bean.name(), TreeMap::new, Collectors.toList()));
  }

  private List<List<String>> features() {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("feature", "daemons", "mode", "tripped", "trips", "fallbacks"));
    byName()
        .forEach(
            (name, group) ->
                table.add(
                    Arrays.asList(
                        name,
                        String.valueOf(group.size()),
                        modes(group),
                        String.valueOf(
                            group.stream().filter(bean -> bean.number("GuardState") != 0).count()),
                        String.valueOf(sum(group, "GuardTrips")),
                        String.valueOf(sum(group, "GuardFallbacks")))));
    return table;
  }

  private static String modes(List<FeatureBean> group) {
    Map<String, Long> modes =
        group.stream()
            .collect(Collectors.groupingBy(FeatureBean::mode, TreeMap::new, Collectors.counting()));
    return modes.size() == 1
        ? modes.keySet().iterator().next()
        : modes.entrySet().stream()
            .map(mode -> mode.getKey() + " " + mode.getValue())
            .collect(Collectors.joining(", "));
  }

  private static long sum(List<FeatureBean> group, String metric) {
    return group.stream().mapToLong(bean -> bean.number(metric)).sum();
  }

  private List<List<String>> numbers() {
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("metric", "sum", "median", "max"));
    for (StatusMetric metric : StatusMetric.ALL) {
      long[] values =
          beans.stream()
              .filter(metric::isOf)
              .mapToLong(bean -> bean.number(metric.metric()))
              .sorted()
              .toArray();
      if (values.length > 0) {
        table.add(
            Arrays.asList(
                metric.bean() + " " + metric.metric(),
                String.valueOf(Arrays.stream(values).sum()),
                String.valueOf(values[(values.length - 1) / 2]),
                String.valueOf(values[values.length - 1])));
      }
    }
    return table;
  }

  /** Returns a table of the nodes whose queues wait longest. */
  private List<List<String>> waits() {
    List<List<String>> table = new ArrayList<>();
    table.add(
        Arrays.asList(
            "node, longest wait first", "wait ms", "queued", "running", "beyond", "shed"));
    beans.stream()
        .filter(bean -> bean.name().equals(QUEUE) && bean.has(WAIT))
        .sorted(LONGEST_WAIT)
        .limit(WORST)
        .forEach(
            bean ->
                table.add(
                    Arrays.asList(
                        bean.daemon().address(),
                        String.valueOf(bean.number(WAIT)),
                        String.valueOf(bean.number("QueuedContainers")),
                        String.valueOf(bean.number("RunningOpportunistic")),
                        String.valueOf(bean.number("OverallocatedContainers")),
                        String.valueOf(bean.number("ContainersShed")))));
    return table;
  }

  /** Returns a table with a line for each daemon, the longest wait first. */
  private List<List<String>> daemons(int limit) {
    Map<ClusterDaemon, List<FeatureBean>> byDaemon = new LinkedHashMap<>();
    beans.stream()
        .sorted(LONGEST_WAIT)
        .forEach(
            bean -> byDaemon.computeIfAbsent(bean.daemon(), any -> new ArrayList<>()).add(bean));
    List<List<String>> table = new ArrayList<>();
    table.add(Arrays.asList("daemon", "yarnext", "trips", "wait ms", "queued", "features"));
    byDaemon.entrySet().stream()
        .limit(limit)
        .forEach(
            entry -> {
              List<FeatureBean> of = entry.getValue();
              JmxPage page = snapshot.pages().get(entry.getKey());
              boolean hasQueue = of.stream().anyMatch(bean -> bean.has(WAIT));
              table.add(
                  Arrays.asList(
                      entry.getKey().toString(),
                      page == null ? "" : String.join(" ", page.packVersions()),
                      String.valueOf(sum(of, "GuardTrips")),
                      hasQueue ? String.valueOf(sum(of, WAIT)) : "",
                      hasQueue ? String.valueOf(sum(of, "QueuedContainers")) : "",
                      of.stream()
                          .map(bean -> bean.name() + " " + bean.mode())
                          .sorted()
                          .collect(Collectors.joining(", "))));
            });
    return table;
  }

  /** Returns the report as a JSON object with all beans, findings and errors. */
  ObjectNode json() {
    ObjectNode all = new ObjectMapper().createObjectNode();
    all.put("verdict", verdict());
    all.put("status", Finding.status(findings));
    all.putArray("daemons");
    snapshot
        .pages()
        .forEach(
            (daemon, page) -> {
              ObjectNode one = all.withArray("daemons").addObject();
              one.put("kind", daemon.kind().text());
              one.put("address", daemon.address());
              one.put("yarnext", String.join(",", page.packVersions()));
              one.put("hadoop", String.join(",", page.hadoopVersions()));
            });
    all.putArray("features");
    for (FeatureBean bean : beans) {
      ObjectNode one = all.withArray("features").addObject();
      one.put("feature", bean.feature());
      one.put("bean", bean.name());
      one.put("daemon", bean.daemon().toString());
      one.put("mode", bean.mode());
      ObjectNode metrics = one.putObject("metrics");
      bean.numbers().forEach(metrics::put);
    }
    all.putArray("findings");
    findings.forEach(finding -> finding.write(all.withArray("findings")));
    ObjectNode errors = all.putObject("notReached");
    snapshot.errors().forEach((daemon, error) -> errors.put(daemon.toString(), error));
    return all;
  }
}
