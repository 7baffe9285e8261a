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
package org.yarnext.mercury.nm;

import java.util.Map;
import org.yarnext.mercury.policy.RunTimeEstimates;
import org.yarnext.mercury.policy.TypicalRun;

/**
 * The run times a node has learnt, shared between the dispatcher thread, which reads and learns,
 * and the thread that saves them. Thread-safe.
 */
final class LearntEstimates {
  private final RunTimeEstimates estimates;
  private long changes;

  LearntEstimates(long defaultMs, int maxApplications) {
    this.estimates = new RunTimeEstimates(defaultMs, maxApplications, new TypicalRun());
  }

  synchronized RunTimeEstimates.Estimate estimate(
      String application, int priority, Long declaredMs) {
    return estimates.estimate(application, priority, declaredMs);
  }

  synchronized void observe(String application, int priority, long runMs) {
    estimates.observe(application, priority, runMs);
    changes++;
  }

  synchronized void forget(String application) {
    estimates.forget(application);
    changes++;
  }

  synchronized Map<String, Map<Integer, double[]>> learnt() {
    return estimates.learnt();
  }

  synchronized int applications() {
    return estimates.applications();
  }

  /** Counts what was learnt or forgotten, so that a saver knows whether there is anything new. */
  synchronized long changes() {
    return changes;
  }
}
