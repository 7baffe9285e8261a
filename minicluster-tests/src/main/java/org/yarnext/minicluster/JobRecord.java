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
package org.yarnext.minicluster;

import java.io.Serializable;
import java.util.Collections;
import java.util.List;

/** A shell job that has ended; milliseconds from the start of the scenario. */
public final class JobRecord implements Serializable {

  private static final long serialVersionUID = 1;

  public final String name;
  public final long submittedMs;
  public final List<AttemptRecord> attempts;

  public JobRecord(String name, long submittedMs, List<AttemptRecord> attempts) {
    this.name = name;
    this.submittedMs = submittedMs;
    this.attempts = Collections.unmodifiableList(attempts);
  }

  public long endMs() {
    return attempts.stream().mapToLong(a -> a.endMs).max().orElse(submittedMs);
  }

  /** From submission to the end of its last task. */
  public double latencySeconds() {
    return (endMs() - submittedMs) / 1000.0;
  }
}
