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
package org.yarnext.minicluster.bench;

/** How many guaranteed containers are wanted at a time, as a share of the cluster's slots. */
enum GuaranteedDemand {
  /** The paper's stable load of 70 %. */
  STEADY {
    @Override
    double share(double seconds, double interval) {
      return 0.7;
    }
  },

  /** Nearly all for a quarter of each interval, little for the rest. */
  BURSTS {
    @Override
    double share(double seconds, double interval) {
      return seconds % interval < interval / 4 ? 0.9 : 0.1;
    }
  };

  /**
   * The share wanted.
   *
   * @param seconds since the start of the load
   * @param interval from one burst to the next, in seconds
   */
  abstract double share(double seconds, double interval);
}
