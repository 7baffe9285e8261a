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
package org.yarnext.orchestrator.rpc;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.yarnext.orchestrator.policy.JobPhase;
import org.yarnext.orchestrator.policy.ResourceKind;
import org.yarnext.orchestrator.policy.estimate.PhaseUsage;

/** Answer of the ResourceManager to a node's report. Immutable. */
public final class NodeAnswer {
  private static final NodeAnswer NOTHING = new Builder(false).build();

  private final boolean decided;
  private final long grants;
  private final int leftOut;
  private final Set<String> applications;
  private final Map<JobPhase, PhaseUsage> phases;
  private final Map<String, Double> totals;
  private final Map<String, String> attempts;
  private final Map<ResourceKind, Map<String, Double>> approved;

  private NodeAnswer(Builder builder) {
    decided = builder.decided;
    grants = builder.grants;
    leftOut = builder.leftOut;
    applications = Collections.unmodifiableSet(new HashSet<>(builder.applications));
    phases = Collections.unmodifiableMap(new HashMap<>(builder.phases));
    totals = Collections.unmodifiableMap(new HashMap<>(builder.totals));
    attempts = Collections.unmodifiableMap(new HashMap<>(builder.attempts));
    approved = new EnumMap<>(ResourceKind.class);
    builder.approved.forEach(
        (kind, amounts) -> approved.put(kind, Collections.unmodifiableMap(new HashMap<>(amounts))));
  }

  /** That nothing is known and nothing to be done. */
  public static NodeAnswer nothing() {
    return NOTHING;
  }

  /** Whether there is a decision; if not, nothing is approved and nothing is taken back. */
  public boolean isDecided() {
    return decided;
  }

  /** The {@link NodeUsageReport#grants} of the report that was decided on. */
  public long grants() {
    return grants;
  }

  /** Of how many phases and tasks what was told could not be true. */
  public int leftOut() {
    return leftOut;
  }

  /** The ids of those on the node that were submitted as MapReduce or Tez. */
  public Set<String> applications() {
    return applications;
  }

  /** What the phases of the node's tasks use in the whole cluster. */
  public Map<JobPhase, PhaseUsage> phases() {
    return phases;
  }

  /**
   * How long tasks run from start to end by their progress, in ms, by container; those of which it
   * is not known are missing.
   */
  public Map<String, Double> totals() {
    return totals;
  }

  /** Of which task of a container the rest is told; null if that is not known. */
  public String attempt(String container) {
    return attempts.get(container);
  }

  /** The same of all containers of which it is known. */
  Map<String, String> attempts() {
    return attempts;
  }

  /**
   * What containers are to have, in millicores or bytes, by container; those without an entry what
   * their tokens say.
   */
  public Map<String, Double> approved(ResourceKind kind) {
    return approved.getOrDefault(kind, Collections.emptyMap());
  }

  /** Puts an answer together; the later of two amounts for one container counts. */
  public static final class Builder {
    private final boolean decided;
    private final Set<String> applications = new HashSet<>();
    private final Map<JobPhase, PhaseUsage> phases = new HashMap<>();
    private final Map<String, Double> totals = new HashMap<>();
    private final Map<String, String> attempts = new HashMap<>();
    private final Map<ResourceKind, Map<String, Double>> approved =
        new EnumMap<>(ResourceKind.class);
    private long grants;
    private int leftOut;

    /**
     * @param decided whether what it holds is a decision
     */
    public Builder(boolean decided) {
      this.decided = decided;
    }

    /** What the node had granted when it was decided. */
    public Builder on(long number) {
      grants = number;
      return this;
    }

    public Builder application(String application) {
      applications.add(application);
      return this;
    }

    public Builder phase(JobPhase phase, PhaseUsage usage) {
      phases.put(phase, usage);
      return this;
    }

    /**
     * @param ms from its start to its end
     */
    public Builder total(String container, double ms) {
      totals.put(container, ms);
      return this;
    }

    /** The task of a container of which something is told. */
    public Builder attempt(String container, String attempt) {
      attempts.put(container, attempt);
      return this;
    }

    public Builder approve(ResourceKind kind, String container, double amount) {
      approved.computeIfAbsent(kind, k -> new HashMap<>()).put(container, amount);
      return this;
    }

    /** What was told of one phase or task cannot be true. */
    Builder leaveOut() {
      leftOut++;
      return this;
    }

    public NodeAnswer build() {
      return new NodeAnswer(this);
    }
  }
}
