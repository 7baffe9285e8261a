// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Divides the capacities of several sub-clusters among siblings: weighted max-min fair in the
 * siblings' totals, as far as each has demand where there is room.
 *
 * <p>The amounts that sets of siblings can get form a polymatroid, so the decomposition of
 * Fujishige and Groenevelt finds the one fair division. It fills by weight as if sub-clusters did
 * not matter, and tries to place the result. If that fails, a minimum cut separates the siblings
 * that want too much of some sub-clusters from the others. The former get all of those sub-clusters
 * and all they want elsewhere, the latter the rest, and both parts are divided in the same way.
 * There are fewer cuts than sub-clusters.
 *
 * <p>An instance is used once. Not thread-safe.
 */
public final class SiblingFairness {
  /** Amount that may stay unplaced due to rounding, as a fraction of the whole. */
  private static final double ROUNDING = 1e-9;

  /**
   * Largest difference between sums of the same amounts in another order, as a fraction of the
   * whole.
   */
  private static final double ORDER = 1e-12;

  private final double[] weight;
  private final double[] want;
  private final double[] preferred;
  private final double[] granted;
  private final int width;

  /** Remaining room of each sub-cluster. */
  private double[] room;

  /** Amount that each sibling has already. */
  private final double[] base;

  /**
   * @param weight weight of each sibling, above 0
   * @param want largest amount for each sibling in each sub-cluster, row by row
   * @param preferred preferred amount for each sibling in each sub-cluster, row by row
   * @param width number of sub-clusters
   */
  public SiblingFairness(double[] weight, double[] want, double[] preferred, int width) {
    this.weight = weight;
    this.want = want;
    this.preferred = preferred;
    this.width = width;
    granted = new double[want.length];
    base = new double[weight.length];
  }

  /**
   * Divides the capacities.
   *
   * @param available capacity of each sub-cluster, 0 or more
   * @return the amount for each sibling in each sub-cluster, row by row
   */
  public double[] divide(double[] available) {
    room = available.clone();
    divide(all(weight.length), all(width));
    return granted;
  }

  private void divide(int[] rows, int[] columns) {
    int[] contended = contended(rows, columns);
    if (rows.length == 1) {
      for (int c : contended) {
        granted[rows[0] * width + c] = room[c];
      }
    } else if (rows.length > 1 && contended.length > 0) {
      divideContended(rows, contended);
    }
  }

  /**
   * Returns the columns with some room but not enough for all rows. Where there is enough, grants
   * all.
   */
  private int[] contended(int[] rows, int[] columns) {
    int[] contended = new int[columns.length];
    int many = 0;
    for (int c : columns) {
      double wantedInColumn = 0;
      for (int r : rows) {
        wantedInColumn += want[r * width + c];
      }
      if (wantedInColumn * (1 - ORDER) <= room[c]) {
        for (int r : rows) {
          grantAll(r, c);
        }
      } else if (room[c] > 0) {
        contended[many++] = c;
      }
    }
    return Arrays.copyOf(contended, many);
  }

  private void divideContended(int[] rows, int[] columns) {
    double[] cell = cell(want, rows, columns);
    double[] wanted = new double[rows.length];
    for (int i = 0, at = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++, at++) {
        wanted[i] += cell[at];
      }
    }
    double[] rooms = HierarchicalWaterFilling.pick(room, columns);
    double total = Arrays.stream(rooms).sum();
    double[] fair =
        WaterFilling.fill(
            HierarchicalWaterFilling.pick(weight, rows),
            HierarchicalWaterFilling.pick(base, rows),
            wanted,
            total);
    if (columns.length == 1) {
      for (int i = 0; i < rows.length; i++) {
        granted[rows[i] * width + columns[0]] = fair[i];
      }
      return;
    }
    TransportationProblem transport = new TransportationProblem(cell, fair, rooms);
    double unplaced = transport.place(cell(preferred, rows, columns));
    int[] tight = select(columns, true, transport::isTight);
    if (unplaced <= ROUNDING * total || tight.length == 0 || tight.length == columns.length) {
      for (int i = 0; i < rows.length; i++) {
        for (int j = 0; j < columns.length; j++) {
          granted[rows[i] * width + columns[j]] = transport.flow(i, j);
        }
      }
      return;
    }
    int[] loose = select(columns, false, transport::isTight);
    int[] greedy = select(rows, true, transport::isShort);
    for (int r : greedy) {
      for (int c : loose) {
        grantAll(r, c);
      }
    }
    divide(greedy, tight);
    divide(select(rows, false, transport::isShort), loose);
  }

  private void grantAll(int row, int column) {
    double all = want[row * width + column];
    granted[row * width + column] = all;
    base[row] += all;
    room[column] = Math.max(0, room[column] - all);
  }

  private double[] cell(double[] matrix, int[] rows, int[] columns) {
    double[] cell = new double[rows.length * columns.length];
    for (int i = 0, at = 0; i < rows.length; i++) {
      for (int j = 0; j < columns.length; j++, at++) {
        cell[at] = matrix[rows[i] * width + columns[j]];
      }
    }
    return cell;
  }

  private static int[] all(int n) {
    int[] numbers = new int[n];
    for (int i = 0; i < n; i++) {
      numbers[i] = i;
    }
    return numbers;
  }

  private static int[] select(int[] from, boolean wanted, IntPredicate test) {
    int[] found = new int[from.length];
    int many = 0;
    for (int i = 0; i < from.length; i++) {
      if (test.test(i) == wanted) {
        found[many++] = from[i];
      }
    }
    return Arrays.copyOf(found, many);
  }
}
