// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.federation.policy.share.fairness;

import java.util.Arrays;

/**
 * Distributes the amounts of queues over sub-clusters, within each queue's demand and each
 * sub-cluster's room: a transportation problem. It first spreads in proportion, then solves the
 * rest exactly by Dinic's maximum flow.
 *
 * <p>Rows are queues, columns are sub-clusters. Amounts below one part in 10<sup>13</sup> of the
 * whole count as 0. Not thread-safe.
 */
public final class TransportationProblem {
  private static final int ROUNDS = 3;
  private static final double NEGLIGIBLE = 1e-13;
  private static final int UNREACHED = -1;

  private final int rows;
  private final int columns;
  private final double[] want;
  private final double[] left;
  private final double[] room;
  private final double[] flow;
  private final double negligible;

  private final int[] rowLevel;
  private final int[] columnLevel;
  private final int[] rowNext;
  private final int[] columnNext;
  private final int[] queue;
  private int lastLevel;

  /**
   * @param want largest amount for each row in each column, row by row; not copied, not changed
   * @param supply amount to place for each row
   * @param room capacity of each column, 0 or more
   */
  public TransportationProblem(double[] want, double[] supply, double[] room) {
    rows = supply.length;
    columns = room.length;
    this.want = want;
    left = supply.clone();
    this.room = room.clone();
    flow = new double[want.length];
    negligible = NEGLIGIBLE * Arrays.stream(supply).sum();
    rowLevel = new int[rows];
    columnLevel = new int[columns];
    rowNext = new int[rows];
    columnNext = new int[columns];
    queue = new int[rows + columns];
  }

  /**
   * Places as much as possible.
   *
   * @param preferred preferred amount for each row in each column, row by row; placed first
   * @return the amount that could not be placed
   */
  public double place(double[] preferred) {
    return place(preferred, want);
  }

  /**
   * Places as much as possible.
   *
   * @param preferred preferred amount for each row in each column, row by row; placed first
   * @param next amounts that are placed next, row by row
   * @return the amount that could not be placed
   */
  public double place(double[] preferred, double[] next) {
    boolean more = spread(preferred);
    for (int i = 0; i < ROUNDS && more; i++) {
      more = spread(i == 0 ? next : want);
    }
    boolean progress = true;
    while (findLevels() && progress) {
      progress = false;
      Arrays.fill(rowNext, 0);
      Arrays.fill(columnNext, 0);
      for (int r = 0; r < rows; r++) {
        if (left[r] > negligible) {
          double placed = fromRow(r, left[r]);
          left[r] -= placed;
          progress |= placed > 0;
        }
      }
    }
    double unplaced = 0;
    for (double l : left) {
      unplaced += l;
    }
    return unplaced;
  }

  /** Returns the amount placed for the row in the column; 0 or more. */
  public double flow(int row, int column) {
    return Math.max(0, flow[row * columns + column]); // rounding can leave it just below 0
  }

  /**
   * Returns, after {@link #place}, whether more supply for this row could still change the
   * placement.
   */
  boolean isShort(int row) {
    return rowLevel[row] != UNREACHED;
  }

  /** Returns, after {@link #place}, whether this is a full column that short rows compete for. */
  boolean isTight(int column) {
    return columnLevel[column] != UNREACHED;
  }

  /**
   * Makes one proportional round: rows spread their remaining supply over the given pattern, and
   * columns reduce what they receive to their room.
   *
   * @return false if no supply was left
   */
  private boolean spread(double[] pattern) {
    double[] factor = new double[rows];
    double[] load = new double[columns];
    boolean any = false;
    for (int r = 0; r < rows; r++) {
      if (left[r] > negligible) {
        any = true;
        double sum = 0;
        for (int c = 0, at = r * columns; c < columns; c++, at++) {
          sum += open(pattern, at, c);
        }
        factor[r] = sum > 0 ? Math.min(1, left[r] / sum) : 0;
        for (int c = 0, at = r * columns; c < columns; c++, at++) {
          load[c] += factor[r] * open(pattern, at, c);
        }
      }
    }
    if (!any) {
      return false;
    }
    double[] cut = new double[columns];
    for (int c = 0; c < columns; c++) {
      cut[c] = load[c] > room[c] ? room[c] / load[c] : 1;
    }
    double[] roomAfter = room.clone();
    for (int r = 0; r < rows; r++) {
      if (factor[r] > 0) {
        for (int c = 0, at = r * columns; c < columns; c++, at++) {
          double more = factor[r] * cut[c] * open(pattern, at, c);
          flow[at] += more;
          left[r] -= more;
          roomAfter[c] -= more;
        }
        left[r] = Math.max(0, left[r]);
      }
    }
    for (int c = 0; c < columns; c++) {
      room[c] = cut[c] < 1 ? 0 : Math.max(0, roomAfter[c]);
    }
    return true;
  }

  private double open(double[] pattern, int at, int column) {
    return room[column] > negligible ? Math.max(0, Math.min(pattern[at], want[at]) - flow[at]) : 0;
  }

  /**
   * Computes the breadth-first levels from rows with remaining supply; returns whether a column
   * with room is reachable.
   */
  private boolean findLevels() {
    Arrays.fill(rowLevel, UNREACHED);
    Arrays.fill(columnLevel, UNREACHED);
    int end = 0;
    for (int r = 0; r < rows; r++) {
      if (left[r] > negligible) {
        rowLevel[r] = 0;
        queue[end++] = r;
      }
    }
    lastLevel = Integer.MAX_VALUE;
    for (int head = 0; head < end; head++) {
      if (queue[head] < rows) {
        int r = queue[head];
        if (rowLevel[r] >= lastLevel) {
          break;
        }
        for (int c = 0, at = r * columns; c < columns; c++, at++) {
          if (columnLevel[c] == UNREACHED && want[at] - flow[at] > negligible) {
            columnLevel[c] = rowLevel[r] + 1;
            queue[end++] = rows + c;
            if (room[c] > negligible) {
              lastLevel = columnLevel[c];
            }
          }
        }
      } else {
        int c = queue[head] - rows;
        for (int r = 0; r < rows; r++) {
          if (rowLevel[r] == UNREACHED && flow[r * columns + c] > negligible) {
            rowLevel[r] = columnLevel[c] + 1;
            queue[end++] = r;
          }
        }
      }
    }
    return lastLevel < Integer.MAX_VALUE;
  }

  private double fromRow(int r, double amount) {
    double pushed = 0;
    for (; rowNext[r] < columns; rowNext[r]++) {
      int c = rowNext[r];
      int at = r * columns + c;
      double open = want[at] - flow[at];
      if (columnLevel[c] == rowLevel[r] + 1 && open > negligible) {
        double more = fromColumn(c, Math.min(amount - pushed, open));
        flow[at] += more;
        pushed += more;
        if (amount - pushed <= negligible) {
          return pushed;
        }
      }
    }
    return pushed;
  }

  private double fromColumn(int c, double amount) {
    if (columnLevel[c] == lastLevel) {
      double more = Math.min(amount, room[c]);
      room[c] -= more;
      return more;
    }
    double pushed = 0;
    for (; columnNext[c] < rows; columnNext[c]++) {
      int r = columnNext[c];
      int at = r * columns + c;
      if (rowLevel[r] == columnLevel[c] + 1 && flow[at] > negligible) {
        double more = fromRow(r, Math.min(amount - pushed, flow[at]));
        flow[at] -= more;
        pushed += more;
        if (amount - pushed <= negligible) {
          return pushed;
        }
      }
    }
    return pushed;
  }
}
