// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Verdict on whether a feature is worth trying, with its reason. Immutable. */
public final class Verdict {
  /** Maximum ratio of the average job's time for which a feature is worth trying. */
  public static final double MAX_RATIO = 0.95;

  private static final double MAX_QUEUE_RATIO = 1.05;
  private static final double MAX_LOSERS = 0.05;

  /** Kind of a verdict. */
  public enum Kind {
    RECOMMENDED,
    /** The average job gains, and too many others lose. */
    MIXED,
    NO_GAIN,
    /** It could not be simulated. */
    NOT_JUDGED
  }

  private final String name;
  private final CandidateFeature candidate;
  private final FeatureGain gain;
  private final Kind kind;
  private final String reason;

  private Verdict(
      String name, CandidateFeature candidate, FeatureGain gain, Kind kind, String reason) {
    this.name = name;
    this.candidate = candidate;
    this.gain = gain;
    this.kind = kind;
    this.reason = reason;
  }

  /**
   * Returns the verdict about a feature that was not simulated.
   *
   * @param reason a sentence, with what to do instead
   */
  public static Verdict notJudged(String name, String reason) {
    return new Verdict(name, null, null, Kind.NOT_JUDGED, reason);
  }

  /** Judges a feature by its simulated gain. */
  public static Verdict of(CandidateFeature candidate, FeatureGain gain) {
    List<FeatureGain.Job> losers = gain.losers();
    String change = percent(gain.ratio());
    Kind kind;
    String reason;
    Map<String, Double> losingQueues =
        gain.byQueue().entrySet().stream()
            .filter(queue -> queue.getValue() > MAX_QUEUE_RATIO)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (gain.ratio() > MAX_RATIO || gain.maxRatio() >= 1) {
      kind = Kind.NO_GAIN;
      reason =
          String.format(
              Locale.ROOT,
              "The average job takes %s (%.2f to %.2f times as long by seed), which is not worth"
                  + " it.",
              change,
              gain.minRatio(),
              gain.maxRatio());
    } else if (gain.unfinished() > 0
        || losers.size() > MAX_LOSERS * gain.jobs().size()
        || !losingQueues.isEmpty()) {
      kind = Kind.MIXED;
      reason =
          "The average job takes "
              + change
              + ", but "
              + (gain.unfinished() > 0
                  ? gain.unfinished() + " jobs do not finish."
                  : !losingQueues.isEmpty()
                      ? "jobs of the queues " + losingQueues.keySet() + " take longer."
                      : losers.size()
                          + " of "
                          + gain.jobs().size()
                          + " jobs take more than 20 % longer.");
    } else {
      kind = Kind.RECOMMENDED;
      reason =
          "The average job takes "
              + change
              + (losers.isEmpty()
                  ? ", and none takes more than 20 % longer."
                  : ", and " + losers.size() + " jobs take more than 20 % longer.");
    }
    if (candidate.condition() != null && kind != Kind.NO_GAIN) {
      reason += " For that, " + candidate.condition() + ".";
    }
    return new Verdict(candidate.name(), candidate, gain, kind, reason);
  }

  private static String percent(double ratio) {
    double percent = 100 * (ratio - 1);
    return Math.abs(percent) < 0.5
        ? "as long as with stock"
        : String.format(
            Locale.ROOT, "%.0f %% %s", Math.abs(percent), percent < 0 ? "less time" : "more time");
  }

  /** Returns the name of the feature or combination. */
  public String name() {
    return name;
  }

  /** Returns the simulated candidate; null if nothing was simulated. */
  public CandidateFeature candidate() {
    return candidate;
  }

  /** Returns the simulated gain; null if nothing was simulated. */
  public FeatureGain gain() {
    return gain;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the reason in one or two sentences. */
  public String reason() {
    return reason;
  }
}
