// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The centres of the clusters that k-means looks for. Immutable. */
final class Centres {
  private final double[][] centres;

  Centres(List<double[]> centres) {
    this.centres = centres.toArray(new double[0][]);
  }

  /** Reads what {@link #toString} wrote. */
  static Centres parse(String text) {
    List<double[]> centres = new ArrayList<>();
    for (String line : text.split(";")) {
      centres.add(point(line));
    }
    return new Centres(centres);
  }

  /** A point as it stands on a line of the input. */
  static double[] point(String line) {
    String[] parts = line.split(",");
    double[] point = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      point[i] = Double.parseDouble(parts[i]);
    }
    return point;
  }

  /** A point as it stands on a line of the input. */
  static String line(double[] point) {
    return Arrays.stream(point).mapToObj(Double::toString).collect(Collectors.joining(","));
  }

  int size() {
    return centres.length;
  }

  /** The same with another centre of one cluster. */
  Centres with(int cluster, double[] centre) {
    List<double[]> changed = new ArrayList<>(Arrays.asList(centres));
    changed.set(cluster, centre);
    return new Centres(changed);
  }

  /** The cluster whose centre is nearest; the first of several. */
  int nearest(double[] point) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length; c++) {
      double distance = 0;
      for (int i = 0; i < point.length; i++) {
        double d = point[i] - centres[c][i];
        distance += d * d;
      }
      if (distance < least) {
        least = distance;
        nearest = c;
      }
    }
    return nearest;
  }

  @Override
  public String toString() {
    return Arrays.stream(centres).map(Centres::line).collect(Collectors.joining(";"));
  }
}
