// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * The fairest division among siblings by definition, with linear programs: raise the least share
 * for its weight as far as it goes, fix those that cannot have more, and go on with the others.
 */
final class FairnessOracle {
  private static final double CLOSE = 1e-7;

  private final double[] weight;
  private final double[][] want;
  private final double[] room;
  private final int rows;
  private final int columns;

  FairnessOracle(double[] weight, double[][] want, double[] room) {
    this.weight = weight;
    this.want = want;
    this.room = room;
    rows = weight.length;
    columns = room.length;
  }

  /** Total of each sibling. */
  double[] totals() {
    double[] total = new double[rows];
    boolean[] fixed = new boolean[rows];
    for (int left = rows; left > 0; ) {
      double level = solve(total, fixed, -1, 0);
      int before = left;
      for (int r = 0; r < rows; r++) {
        if (!fixed[r] && solve(total, fixed, r, level) <= level * weight[r] + CLOSE) {
          total[r] = level * weight[r];
          fixed[r] = true;
          left--;
        }
      }
      if (left == before) {
        throw new AssertionError("the linear programs fix nobody at level " + level);
      }
    }
    return total;
  }

  /**
   * Variables: what each row gets in each column, then the level.
   *
   * @param maximised the row whose total is made largest at the given level; -1 for the level
   *     itself
   */
  private double solve(double[] total, boolean[] fixed, int maximised, double level) {
    int n = rows * columns + 1;
    List<LinearConstraint> constraints = new ArrayList<>();
    for (int r = 0; r < rows; r++) {
      double[] sum = new double[n];
      Arrays.fill(sum, r * columns, (r + 1) * columns, 1);
      if (fixed[r]) {
        constraints.add(new LinearConstraint(sum, Relationship.GEQ, total[r] - CLOSE / 100));
      } else if (maximised < 0) {
        sum[n - 1] = -weight[r];
        constraints.add(new LinearConstraint(sum, Relationship.GEQ, 0));
      } else {
        constraints.add(
            new LinearConstraint(sum, Relationship.GEQ, level * weight[r] - CLOSE / 100));
      }
      for (int c = 0; c < columns; c++) {
        double[] one = new double[n];
        one[r * columns + c] = 1;
        constraints.add(new LinearConstraint(one, Relationship.LEQ, want[r][c]));
      }
    }
    for (int c = 0; c < columns; c++) {
      double[] sum = new double[n];
      for (int r = 0; r < rows; r++) {
        sum[r * columns + c] = 1;
      }
      constraints.add(new LinearConstraint(sum, Relationship.LEQ, room[c]));
    }
    double[] goal = new double[n];
    if (maximised < 0) {
      goal[n - 1] = 1;
    } else {
      Arrays.fill(goal, maximised * columns, (maximised + 1) * columns, 1);
    }
    return maximum(goal, constraints);
  }

  /** How much of what leaves are to get altogether finds a place, at most. */
  static double placeable(ShareView view, double[] amounts) {
    int[] leaves = view.queues().leaves();
    int width = view.subClusters();
    int n = leaves.length * width;
    List<LinearConstraint> constraints = new ArrayList<>();
    double[][] columns = new double[width][n];
    for (int i = 0; i < leaves.length; i++) {
      double[] row = new double[n];
      Arrays.fill(row, i * width, (i + 1) * width, 1);
      constraints.add(new LinearConstraint(row, Relationship.LEQ, amounts[leaves[i]]));
      for (int s = 0; s < width; s++) {
        double[] one = new double[n];
        one[i * width + s] = 1;
        constraints.add(new LinearConstraint(one, Relationship.LEQ, view.demand(leaves[i], s)));
        columns[s][i * width + s] = 1;
      }
    }
    for (int s = 0; s < width; s++) {
      constraints.add(new LinearConstraint(columns[s], Relationship.LEQ, view.capacity(s)));
    }
    double[] goal = new double[n];
    Arrays.fill(goal, 1);
    return maximum(goal, constraints);
  }

  private static double maximum(double[] goal, List<LinearConstraint> constraints) {
    return new SimplexSolver(1e-9, 10, 1e-12)
        .optimize(
            new MaxIter(10_000),
            new LinearObjectiveFunction(goal, 0),
            new LinearConstraintSet(constraints),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true))
        .getValue();
  }
}
