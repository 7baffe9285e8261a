// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.advise.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.yarnext.tools.site.Feature;
import org.yarnext.tools.site.StockScheduler;

/**
 * A feature, or a combination of features, that is simulated and compared with stock. Immutable.
 */
public final class CandidateFeature {
  /** Name of over-allocation in tables. */
  public static final String OVERALLOCATION = "mercury + over-allocation";

  /** Simulated stock system that Mercury is compared with. */
  public static final String STOCK_OF_MERCURY = "stock-guaranteed";

  /** Containers start at once, since recorded run times include their start. */
  private static final String[] RECORDED_TIMES = {
    "yarnext.simulate.start-ms", "0", "yarnext.simulate.master-start-ms", "0"
  };

  private static final String OPPORTUNISTIC =
      "jobs must request opportunistic containers themselves";

  private final String name;
  private final Feature feature;
  private final String system;
  private final String baseline;
  private final Map<String, String> keys;
  private final String condition;

  private CandidateFeature(
      String name,
      Feature feature,
      String system,
      String baseline,
      String condition,
      String... keys) {
    this.name = name;
    this.feature = feature;
    this.system = system;
    this.baseline = baseline;
    this.condition = condition;
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < keys.length; i += 2) {
      all.put(keys[i], keys[i + 1]);
    }
    this.keys = Collections.unmodifiableMap(all);
  }

  /**
   * Returns the candidates that can be simulated.
   *
   * @param scheduler the operator's
   * @param hasProfiles whether any task is elastic
   */
  public static List<CandidateFeature> all(StockScheduler scheduler, boolean hasProfiles) {
    List<CandidateFeature> all = new ArrayList<>();
    if (scheduler.elasticClass() != null && hasProfiles) {
      String stock = stock(scheduler);
      all.add(new CandidateFeature("elastic", Feature.ELASTIC, "elastic-" + stock, stock, null));
      all.add(
          new CandidateFeature(
              "elastic + fair finish",
              Feature.ELASTIC,
              "elastic-" + stock + "-finish",
              stock,
              "name the policy for the leaf queues by hand (docs/concepts/elastic.md)"));
    }
    all.add(
        mercury(
            "mercury-hybrid",
            Feature.MERCURY_HYBRID,
            "mercury-central",
            null,
            "yarn.mercury.hybrid.policy",
            "hybrid-GQ(10s, 80%)",
            "yarn.mercury.hybrid.guaranteed-after-losses",
            "3"));
    all.add(mercury("mercury", Feature.MERCURY, "mercury-central", OPPORTUNISTIC));
    all.add(
        mercury(
            "mercury-distributed",
            Feature.MERCURY_DISTRIBUTED,
            "mercury-distributed",
            OPPORTUNISTIC));
    return all;
  }

  /**
   * Returns over-allocation, which starts opportunistic containers in resources that others do not
   * use.
   *
   * @param memoryUse mean part of their memory that tasks use, 0 to 1
   * @param cpuUse mean part of their vcores that tasks use, 0 to 1
   */
  public static CandidateFeature overallocation(double memoryUse, double cpuUse) {
    return mercury(
        OVERALLOCATION,
        Feature.MERCURY,
        "mercury-central",
        OPPORTUNISTIC
            + ", and yarn.mercury.overallocation.mode be on (docs/how-to/use-idle-capacity.md)",
        "yarn.mercury.overallocation.mode",
        "on",
        "yarnext.simulate.memory-use",
        use(memoryUse),
        "yarnext.simulate.cpu-use",
        use(cpuUse));
  }

  /** Returns a part as the simulator reads it; the simulator takes 1 as unknown. */
  private static String use(double part) {
    return String.format(Locale.ROOT, "%.2f", Math.max(0.01, Math.min(0.99, part)));
  }

  private static CandidateFeature mercury(
      String name, Feature feature, String system, String condition, String... keys) {
    List<String> all = new ArrayList<>();
    Collections.addAll(all, keys);
    // The value in the samples, which yarnext configure would write.
    Collections.addAll(all, "yarn.mercury.placement.max-queue-wait", "9s");
    // Unmodified applications declare no run times.
    Collections.addAll(all, "yarnext.simulate.declare", "false");
    Collections.addAll(all, RECORDED_TIMES);
    return new CandidateFeature(
        name, feature, system, STOCK_OF_MERCURY, condition, all.toArray(new String[0]));
  }

  /**
   * Returns the simulated system of a stock scheduler; for one that is not simulated a plain one.
   */
  public static String stock(StockScheduler scheduler) {
    switch (scheduler) {
      case FAIR:
        return "fair";
      case CAPACITY:
        return "capacity";
      default:
        return STOCK_OF_MERCURY;
    }
  }

  /** Returns the keys of a stock system. */
  public static Map<String, String> keysOfStock() {
    Map<String, String> keys = new TreeMap<>();
    for (int i = 0; i < RECORDED_TIMES.length; i += 2) {
      keys.put(RECORDED_TIMES[i], RECORDED_TIMES[i + 1]);
    }
    return keys;
  }

  /** Returns the name in tables. */
  public String name() {
    return name;
  }

  /** Returns the feature to enable. */
  public Feature feature() {
    return feature;
  }

  /** Returns the name of the simulated system. */
  public String system() {
    return system;
  }

  /** Returns the name of the stock system to compare with. */
  public String baseline() {
    return baseline;
  }

  /** Returns keys of the simulated run. */
  public Map<String, String> keys() {
    return keys;
  }

  /** Returns the condition of the gain besides enabling the feature; null if there is none. */
  public String condition() {
    return condition;
  }

  /** Returns whether enabling the feature is enough. */
  public boolean isComplete() {
    return condition == null;
  }
}
