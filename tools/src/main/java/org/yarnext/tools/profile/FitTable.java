// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.yarnext.elastic.policy.model.ElasticityModel;
import org.yarnext.elastic.policy.model.FitQuality;
import org.yarnext.elastic.policy.model.SawToothModel;
import org.yarnext.elastic.policy.model.StepModel;
import org.yarnext.tools.TerminalText;
import org.yarnext.tools.chart.TextTable;
import org.yarnext.tools.profile.fit.ClassFit;

/** Table of the results of fitting each class of tasks, with their remarks. Stateless. */
final class FitTable {
  private static final List<String> HEAD =
      Arrays.asList("job", "task", "runs", "sizes, MB", "ideal, MB", "model", "error, %");

  private FitTable() {}

  /** Returns the lines of the table, without line breaks. */
  static List<String> lines(List<ClassFit> fits) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    fits.forEach(fit -> rows.add(row(fit)));
    List<String> lines = new ArrayList<>(TextTable.leftAligned(rows));
    for (ClassFit fit : fits) {
      for (String remark : fit.remarks()) {
        lines.add(TerminalText.of(fit.tasks() + ": " + remark)); // users write their settings
      }
    }
    return lines;
  }

  private static List<String> row(ClassFit fit) {
    List<String> row = new ArrayList<>();
    row.add(fit.tasks().jobs());
    row.add(fit.tasks().task());
    row.add(String.valueOf(fit.runs()));
    row.add(fit.sizesMb().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    if (fit.profile() == null) {
      row.addAll(Arrays.asList("-", "none", "-"));
    } else {
      row.add(String.valueOf(fit.profile().model().idealMemoryMb()));
      row.add(model(fit.profile().model()));
      row.add(error(fit.profile().quality()));
    }
    return row;
  }

  private static String model(ElasticityModel model) {
    if (model instanceof StepModel) {
      StepModel step = (StepModel) model;
      return text("step: %.1f s, under-sized x%.2f", step.idealMs() / 1000, step.penalty());
    }
    SawToothModel saw = (SawToothModel) model;
    String rate =
        saw.spillMbPerSecond() == SawToothModel.UNLIMITED
            ? "spilling costs no time"
            : text("spilling at %.1f MB/s", saw.spillMbPerSecond());
    return text("saw-tooth: %.1f s, ", saw.idealMs() / 1000) + rate;
  }

  private static String error(FitQuality quality) {
    return quality.runs() == 0
        ? "not known"
        : text(
            "%.1f, worst %.1f of %d",
            100 * quality.medianError(), 100 * quality.worstError(), quality.runs());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
