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
package org.yarnext.mercury.policy;

import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;

/**
 * Estimates the run time of containers about which nothing is known: the mean of the last finished
 * containers of all applications. Thread-safe.
 */
public final class DefaultRunTimeEstimator {
  /** Maximum number of remembered finished containers. */
  static final int WINDOW = 128;

  /** Minimum number of finished containers for a typical run time. */
  static final int LEAST = 8;

  private final DescriptiveStatistics lately = new DescriptiveStatistics(WINDOW);

  /** Records a container that ran to its end; a negative run time is ignored. */
  public synchronized void observe(long runMs) {
    if (runMs >= 0) {
      lately.addValue(runMs);
    }
  }

  /** Returns the mean run time in ms; NaN while too few have finished. */
  public synchronized double meanMs() {
    return lately.getN() < LEAST ? Double.NaN : lately.getMean();
  }
}
