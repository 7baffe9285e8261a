/*
 * Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in
 * compliance with the License. You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software distributed under the License is
 * distributed on an "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or
 * implied. See the License for the specific language governing permissions and limitations under the
 * License.
 */
package org.yarnext.tez.policy;

/**
 * What one attempt's progress says of its run time: elapsed time, and what is left at the pace
 * since its progress began. The time before, in which its container started and waited, is no pace.
 * Nor is what follows a leap: where the first report came late and high, the average over all of
 * its time is the faster of the two, and counts. Keeps what was said first in each tenth. Not
 * thread-safe.
 */
public final class ProgressReports {
  static final int TENTHS = 10;

  /** Less progress than this says nothing. */
  private static final double LEAST = 0.02;

  private final double[] saidMs = new double[TENTHS];
  private double lastIdleMs;
  private double firstMs;
  private double firstProgress;

  /**
   * A report.
   *
   * @param progress 0 to 1; anything else is passed over
   * @param elapsedMs since it was submitted; not less than in the report before
   * @return how long it will have run in all by this, in ms; NaN if that cannot be said
   */
  public double add(double progress, double elapsedMs) {
    if (!(progress >= LEAST && progress <= 1)) {
      if (progress >= 0 && progress < LEAST && firstProgress == 0) {
        lastIdleMs = elapsedMs;
      }
      return Double.NaN;
    }
    if (firstProgress == 0) {
      firstProgress = progress;
      firstMs = elapsedMs;
    }
    double pace =
        progress - firstProgress >= LEAST && elapsedMs > firstMs
            ? (progress - firstProgress) / (elapsedMs - firstMs)
            : progress / (elapsedMs - lastIdleMs);
    if (!(pace > 0) || Double.isInfinite(pace)) {
      return Double.NaN;
    }
    double byAverage = elapsedMs / progress;
    double byPace = elapsedMs + (1 - progress) / pace;
    double totalMs = Math.min(byPace, byAverage);
    int tenth = tenth(progress);
    if (saidMs[tenth] == 0) {
      saidMs[tenth] = totalMs;
    }
    return totalMs;
  }

  static int tenth(double progress) {
    return Math.min(TENTHS - 1, (int) (progress * TENTHS));
  }

  /** What was said first in a tenth, in ms; 0 if nothing was. */
  double saidMs(int tenth) {
    return saidMs[tenth];
  }
}
