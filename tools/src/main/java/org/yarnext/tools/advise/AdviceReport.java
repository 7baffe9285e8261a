// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.advise.verdict.Advice;
import org.yarnext.tools.advise.verdict.FeatureGain;
import org.yarnext.tools.advise.verdict.Verdict;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.simulate.report.layout.BarChart;
import org.yarnext.tools.simulate.report.layout.HtmlPage;
import org.yarnext.tools.site.Feature;

/** Renders the advice as text, HTML and JSON. Immutable. */
final class AdviceReport {
  private static final int SHOWN_JOBS = 5;
  private static final List<String> HEAD =
      Collections.unmodifiableList(
          Arrays.asList(
              "feature", "stock", "with it", "ratio", "by seed", "worst job", "losers", "verdict"));

  private final AdviceBasis basis;
  private final Advice advice;

  AdviceReport(AdviceBasis basis, Advice advice) {
    this.basis = basis;
    this.advice = advice;
  }

  /** Returns the lines for a terminal. */
  List<String> lines() {
    List<String> lines = new ArrayList<>(basis.lines());
    lines.add("");
    List<List<String>> table = new ArrayList<>();
    table.add(HEAD);
    simulated().forEach(verdict -> table.add(row(verdict)));
    if (table.size() > 1) {
      lines.addAll(TextTable.aligned(table));
      lines.add("");
    }
    for (Verdict verdict : advice.verdicts()) {
      lines.add(verdict.name() + ": " + verdict.reason());
      if (verdict.gain() != null) {
        details(verdict.gain(), lines);
      }
    }
    lines.add("");
    lines.add("Confidence: " + text(advice.calibration().confidence()) + ".");
    lines.add(advice.calibration().toString());
    basis.profileLines().forEach(lines::add);
    if (basis.measured() != null) {
      lines.add(basis.measured().toString());
    }
    List<String> omitted = basis.omitted().lines();
    lines.add(omitted.isEmpty() ? "Nothing was left out." : "Left out:");
    omitted.forEach(line -> lines.add("  " + line));
    lines.add("");
    lines.add(advice.conclusion());
    lines.replaceAll(TerminalText::of); // users choose names of jobs and files
    return lines;
  }

  private List<Verdict> simulated() {
    return advice.verdicts().stream()
        .filter(verdict -> verdict.gain() != null)
        .collect(Collectors.toList());
  }

  private static List<String> row(Verdict verdict) {
    FeatureGain gain = verdict.gain();
    return Arrays.asList(
        verdict.name(),
        seconds(gain.stockMs()),
        seconds(gain.featureMs()),
        number(gain.ratio()),
        number(gain.minRatio()) + "-" + number(gain.maxRatio()),
        number(gain.jobs().get(gain.jobs().size() - 1).ratio()),
        String.valueOf(gain.losers().size()),
        text(verdict.kind()));
  }

  private static void details(FeatureGain gain, List<String> lines) {
    if (gain.byQueue().size() > 1) {
      lines.add(
          "  by queue: "
              + gain.byQueue().entrySet().stream()
                  .map(queue -> queue.getKey() + " " + number(queue.getValue()))
                  .collect(Collectors.joining(", ")));
    }
    gain.jobs().stream()
        .filter(job -> job.ratio() < Verdict.MAX_RATIO)
        .limit(SHOWN_JOBS)
        .forEach(job -> lines.add("  gains: " + job(job)));
    gain.losers().stream().limit(SHOWN_JOBS).forEach(job -> lines.add("  loses: " + job(job)));
  }

  private static String job(FeatureGain.Job job) {
    return String.format(
        Locale.ROOT,
        "%s of %s in %s, %.1f s to %.1f s",
        shortened(job.job.name()),
        shortened(job.job.user()),
        job.job.queue(),
        job.stockMs / 1e3,
        job.featureMs / 1e3);
  }

  private static String shortened(String name) {
    return name.length() > 80 ? name.substring(0, 77) + "..." : name;
  }

  private static String seconds(double ms) {
    return String.format(Locale.ROOT, "%.1f s", ms / 1e3);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String text(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the advice as JSON. */
  String json() throws JsonProcessingException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("conclusion", advice.conclusion());
    all.put(
        "recommended", advice.features().stream().map(Feature::text).collect(Collectors.toList()));
    List<Object> verdicts = new ArrayList<>();
    advice.verdicts().forEach(verdict -> verdicts.add(json(verdict)));
    all.put("features", verdicts);
    all.put("confidence", text(advice.calibration().confidence()));
    Map<String, Object> calibration = new LinkedHashMap<>();
    calibration.put("jobs", advice.calibration().jobs());
    putNumber(calibration, "medianRatio", advice.calibration().median());
    putNumber(calibration, "tenthPercentile", advice.calibration().quantile(0.1));
    putNumber(calibration, "ninetiethPercentile", advice.calibration().quantile(0.9));
    all.put("calibration", calibration);
    if (basis.measured() != null) {
      putNumber(all, "measuredRatio", basis.measured().ratio());
    }
    all.put("basis", basis.lines());
    all.put("profiles", basis.profileLines());
    all.put("omitted", basis.omitted().counts());
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(all);
  }

  private static Map<String, Object> json(Verdict verdict) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", verdict.name());
    json.put("verdict", text(verdict.kind()));
    json.put("reason", verdict.reason());
    FeatureGain gain = verdict.gain();
    if (gain != null) {
      putNumber(json, "stockSeconds", gain.stockMs() / 1e3);
      putNumber(json, "seconds", gain.featureMs() / 1e3);
      putNumber(json, "ratio", gain.ratio());
      putNumber(json, "minRatio", gain.minRatio());
      putNumber(json, "maxRatio", gain.maxRatio());
      putNumber(json, "worstJob", gain.jobs().get(gain.jobs().size() - 1).ratio());
      json.put(
          "losers", gain.losers().stream().map(AdviceReport::job).collect(Collectors.toList()));
      json.put("unfinished", gain.unfinished());
      json.put("queues", gain.byQueue());
    }
    return json;
  }

  /** JSON has no NaN. */
  private static void putNumber(Map<String, Object> json, String name, double value) {
    json.put(name, Double.isFinite(value) ? (Object) (Math.round(value * 1e4) / 1e4) : null);
  }

  /** Writes report.html and advice.json; returns their names. */
  List<String> write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve("advice.json"), json().getBytes(UTF_8));
    HtmlPage page = new HtmlPage("What yarnext would do for this cluster", Collections.emptyList());
    List<Verdict> shown = simulated();
    if (!shown.isEmpty()) {
      page.group(advice.conclusion(), figures(shown));
    }
    Files.write(directory.resolve("report.html"), page.end(lines()).getBytes(UTF_8));
    return Arrays.asList("report.html", "advice.json");
  }

  private static List<String> figures(List<Verdict> shown) {
    List<String> labels = shown.stream().map(Verdict::name).collect(Collectors.toList());
    List<String> systems = Arrays.asList("stock", "with the feature");
    List<String> queues = new ArrayList<>(shown.get(0).gain().byQueue().keySet());
    List<String> figures = new ArrayList<>();
    figures.add(
        BarChart.figure(
            "Average job time",
            "seconds",
            labels,
            HtmlPage.colours(systems),
            (label, system) -> {
              FeatureGain gain = shown.get(label).gain();
              return (system.equals("stock") ? gain.stockMs() : gain.featureMs()) / 1e3;
            }));
    figures.add(
        BarChart.figure(
            "Job time relative to stock, by queue",
            "",
            queues,
            HtmlPage.colours(labels),
            (queue, name) ->
                shown
                    .get(labels.indexOf(name))
                    .gain()
                    .byQueue()
                    .getOrDefault(queues.get(queue), 0.0)));
    return figures;
  }
}
