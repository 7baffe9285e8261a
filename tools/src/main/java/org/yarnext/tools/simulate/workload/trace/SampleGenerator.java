// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tools.simulate.workload.trace;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.distribution.AbstractRealDistribution;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.yarnext.tools.ToolException;

/**
 * Draws the values of one quantity of a generated trace: a constant, a normal or log-normal
 * distribution, or weighted values. The same seed gives the same numbers as in YARN's own
 * generator. Not thread-safe.
 */
final class SampleGenerator {
  static final double MAX = 1e15;

  private final JDKRandomGenerator random;
  private final double constant;
  private final AbstractRealDistribution distribution;
  private final List<Double> discrete;
  private final List<Double> weights;

  private SampleGenerator(
      JDKRandomGenerator random,
      double constant,
      AbstractRealDistribution distribution,
      List<Double> discrete,
      List<Double> weights) {
    this.random = random;
    this.constant = constant;
    this.distribution = distribution;
    this.discrete = discrete;
    this.weights = weights;
  }

  static SampleGenerator constant(double value) {
    return new SampleGenerator(null, value, null, null, null);
  }

  /**
   * Reads a quantity.
   *
   * @param key of a number, or of an object with {@code val}, {@code std} and {@code dist}, or with
   *     {@code discrete} and {@code weights}
   * @return null if it is missing
   */
  static SampleGenerator of(TraceRecord json, String key, JDKRandomGenerator random)
      throws ToolException {
    if (json.isNumber(key)) {
      return constant(json.real(key, 0, -MAX, MAX));
    }
    TraceRecord sample = json.object(key);
    if (sample == null) {
      return null;
    }
    boolean isDiscrete = sample.has("discrete") || sample.has("weights");
    if (sample.has("val") == isDiscrete
        || isDiscrete && sample.has("std")
        || sample.has("dist") && !sample.has("std")) {
      throw sample.refused(
          "it is neither val, nor val and std with or without dist, nor discrete with or without"
              + " weights",
          "give one of these");
    }
    if (isDiscrete) {
      return discrete(sample, random);
    }
    double value = sample.real("val", 0, -MAX, MAX);
    return sample.has("std")
        ? drawn(value, sample.real("std", 0, 0, MAX), isNormal(sample), random)
        : constant(value);
  }

  private static boolean isNormal(TraceRecord sample) throws ToolException {
    String name = sample.text("dist", "LOGNORM");
    if (!name.equals("LOGNORM") && !name.equals("NORM")) {
      throw sample.refused("dist=" + TraceRecord.shortened(name), "make it LOGNORM or NORM");
    }
    return name.equals("NORM");
  }

  private static SampleGenerator discrete(TraceRecord sample, JDKRandomGenerator random)
      throws ToolException {
    List<Double> values = numbers(sample, "discrete", -MAX);
    List<Double> weights = new ArrayList<>();
    if (sample.has("weights")) {
      weights = numbers(sample, "weights", 0);
    } else {
      for (int i = 0; i < values.size(); i++) {
        weights.add(1.0);
      }
    }
    if (values.isEmpty() || weights.size() != values.size()) {
      throw sample.refused(
          values.size() + " values of discrete and " + weights.size() + " weights",
          "give one weight for each value");
    }
    checkSum(sample, "weights", weights);
    return new SampleGenerator(random, 0, null, values, weights);
  }

  private static List<Double> numbers(TraceRecord sample, String key, double min)
      throws ToolException {
    List<Double> numbers = new ArrayList<>();
    for (TraceRecord each : sample.scalars(key)) {
      if (!each.has(key)) {
        throw sample.refused(key + " has a value that is not a number", "correct it");
      }
      numbers.add(each.real(key, 0, min, MAX));
    }
    return numbers;
  }

  /**
   * @throws ToolException if the sum of the weights is 0
   */
  static void checkSum(TraceRecord json, String key, List<Double> weights) throws ToolException {
    if (!(weights.stream().mapToDouble(Double::doubleValue).sum() > 0)) {
      throw json.refused("the sum of " + key + " is 0", "give one above 0");
    }
  }

  /**
   * Returns a distribution; a constant if the mean is not above 0.
   *
   * @param deviation 0 for a sixth of the mean
   */
  static SampleGenerator drawn(
      double mean, double deviation, boolean normal, JDKRandomGenerator random) {
    if (mean <= 0) {
      return constant(mean);
    }
    double std = deviation == 0 ? mean / 6 : deviation;
    AbstractRealDistribution made;
    if (normal) {
      made = new NormalDistribution(mean, std);
    } else {
      double variance = Math.log1p(std * std / (mean * mean));
      // The variance rounds to 0 if the deviation is very small relative to the mean.
      double sigma = Math.max(1e-12, Math.sqrt(variance));
      made = new LogNormalDistribution(Math.log(mean) - 0.5 * variance, sigma);
    }
    made.reseedRandomGenerator(random.nextLong());
    return new SampleGenerator(random, 0, made, null, null);
  }

  double next() {
    return distribution != null
        ? distribution.sample()
        : discrete != null ? discrete.get(weighted(weights, random)) : constant;
  }

  /**
   * Returns a random index, by weights.
   *
   * @param weights weight of each index; 0 or more, and at least one above 0
   */
  static int weighted(List<Double> weights, JDKRandomGenerator random) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double drawn = random.nextDouble() * sum;
    double current = 0;
    for (int i = 0; i < weights.size(); i++) {
      current += weights.get(i);
      if (current > drawn) {
        return i;
      }
    }
    return weights.size() - 1;
  }
}
