// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.steering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Centres of the clusters of k-means. Immutable. */
final class KMeansCentres {
  private final double[][] centres;

  KMeansCentres(List<double[]> centres) {
    this.centres = centres.toArray(new double[0][]);
  }

  /** Parses the text of {@link #toString}. */
  static KMeansCentres parse(String text) {
    List<double[]> centres = new ArrayList<>();
    for (String line : text.split(";")) {
      centres.add(point(line));
    }
    return new KMeansCentres(centres);
  }

  /** Parses a point from an input line. */
  static double[] point(String line) {
    String[] parts = line.split(",");
    double[] point = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      point[i] = Double.parseDouble(parts[i]);
    }
    return point;
  }

  /** Formats a point as an input line. */
  static String line(double[] point) {
    return Arrays.stream(point).mapToObj(Double::toString).collect(Collectors.joining(","));
  }

  int size() {
    return centres.length;
  }

  /** Returns a copy with another centre for one cluster. */
  KMeansCentres with(int cluster, double[] centre) {
    List<double[]> changed = new ArrayList<>(Arrays.asList(centres));
    changed.set(cluster, centre);
    return new KMeansCentres(changed);
  }

  /** Returns the cluster with the nearest centre, the first one if there are several. */
  int nearest(double[] point) {
    int nearest = 0;
    double min = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length; c++) {
      double distance = 0;
      for (int i = 0; i < point.length; i++) {
        double d = point[i] - centres[c][i];
        distance += d * d;
      }
      if (distance < min) {
        min = distance;
        nearest = c;
      }
    }
    return nearest;
  }

  @Override
  public String toString() {
    return Arrays.stream(centres).map(KMeansCentres::line).collect(Collectors.joining(";"));
  }
}
