// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.yarnext.tools.site.Feature;

/** Verdicts about all features, and the resulting advice. Immutable. */
public final class Advice {
  private final List<Verdict> verdicts;
  private final Calibration calibration;
  private final Set<Feature> features;

  /**
   * @param verdicts in the order in which they are shown
   */
  public Advice(List<Verdict> verdicts, Calibration calibration) {
    this.verdicts = Collections.unmodifiableList(new ArrayList<>(verdicts));
    this.calibration = calibration;
    Set<Feature> chosen = EnumSet.noneOf(Feature.class);
    boolean[] isElastic = {true, false};
    for (boolean elastic : isElastic) {
      // Variants of one feature exclude each other; one without conditions comes first.
      verdicts.stream()
          .filter(verdict -> verdict.kind() == Verdict.Kind.RECOMMENDED)
          .filter(v -> (v.candidate().feature() == Feature.ELASTIC) == elastic)
          .min(
              Comparator.<Verdict>comparingInt(v -> v.candidate().isComplete() ? 0 : 1)
                  .thenComparingDouble(v -> v.gain().ratio()))
          .ifPresent(v -> chosen.add(v.candidate().feature()));
    }
    this.features = Collections.unmodifiableSet(chosen);
  }

  public List<Verdict> verdicts() {
    return verdicts;
  }

  public Calibration calibration() {
    return calibration;
  }

  /** Returns the features to enable in shadow; may be empty. */
  public Set<Feature> features() {
    return features;
  }

  /** Returns the verdict in one sentence. */
  public String conclusion() {
    if (features.isEmpty()) {
      boolean mixed = verdicts.stream().anyMatch(v -> v.kind() == Verdict.Kind.MIXED);
      return mixed
          ? "No feature is recommended: what helps the average job harms too many others."
          : "No feature is recommended: none that could be simulated would help these jobs.";
    }
    List<String> names = new ArrayList<>();
    features.forEach(feature -> names.add(feature.text()));
    return "Recommended, in shadow first: " + String.join(", ", names) + ".";
  }
}
