// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
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

/**
 * The ResourceManager's answer to a node's report: approved amounts, and the usage of phases.
 * Immutable.
 */
public final class NodeAnswer {
  private static final NodeAnswer NOTHING = new Builder(false).build();

  private final boolean decided;
  private final long grants;
  private final int omitted;
  private final Set<String> applications;
  private final Map<JobPhase, PhaseUsage> phases;
  private final Map<String, Double> totals;
  private final Map<String, String> attempts;
  private final Map<ResourceKind, Map<String, Double>> approved;

  private NodeAnswer(Builder builder) {
    decided = builder.decided;
    grants = builder.grants;
    omitted = builder.omitted;
    applications = Collections.unmodifiableSet(new HashSet<>(builder.applications));
    phases = Collections.unmodifiableMap(new HashMap<>(builder.phases));
    totals = Collections.unmodifiableMap(new HashMap<>(builder.totals));
    attempts = Collections.unmodifiableMap(new HashMap<>(builder.attempts));
    approved = new EnumMap<>(ResourceKind.class);
    builder.approved.forEach(
        (kind, amounts) -> approved.put(kind, Collections.unmodifiableMap(new HashMap<>(amounts))));
  }

  /** Returns an answer without information or a decision. */
  public static NodeAnswer nothing() {
    return NOTHING;
  }

  /** Returns whether there is a decision; if not, nothing is approved and nothing is taken back. */
  public boolean isDecided() {
    return decided;
  }

  /** Returns {@link NodeUsageReport#grants} of the report that the decision is based on. */
  public long grants() {
    return grants;
  }

  /** Returns how many phases and tasks were dropped because of invalid values. */
  public int omitted() {
    return omitted;
  }

  /** Returns the ids of the node's applications that were submitted as MapReduce or Tez. */
  public Set<String> applications() {
    return applications;
  }

  /** Returns the usage of the phases of the node's tasks in the whole cluster. */
  public Map<JobPhase, PhaseUsage> phases() {
    return phases;
  }

  /**
   * Returns the estimated run time of tasks from start to end, in ms, by container; unknown ones
   * are missing.
   */
  public Map<String, Double> totals() {
    return totals;
  }

  /** Returns the attempt that the decisions about a container were made for; null if unknown. */
  public String attempt(String container) {
    return attempts.get(container);
  }

  /** Returns the known attempts by container. */
  Map<String, String> attempts() {
    return attempts;
  }

  /**
   * Returns the approved amounts by container, in millicores or bytes; containers without an entry
   * return to their tokens.
   */
  public Map<String, Double> approved(ResourceKind kind) {
    return approved.getOrDefault(kind, Collections.emptyMap());
  }

  /** Builds an answer; the later of two amounts for one container counts. */
  public static final class Builder {
    private final boolean decided;
    private final Set<String> applications = new HashSet<>();
    private final Map<JobPhase, PhaseUsage> phases = new HashMap<>();
    private final Map<String, Double> totals = new HashMap<>();
    private final Map<String, String> attempts = new HashMap<>();
    private final Map<ResourceKind, Map<String, Double>> approved =
        new EnumMap<>(ResourceKind.class);
    private long grants;
    private int omitted;

    /**
     * @param decided whether the answer is a decision
     */
    public Builder(boolean decided) {
      this.decided = decided;
    }

    /** Sets {@link NodeUsageReport#grants} of the report that the decision is based on. */
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
     * @param ms estimated run time from start to end
     */
    public Builder total(String container, double ms) {
      totals.put(container, ms);
      return this;
    }

    /** Sets the attempt that the decisions about a container are made for. */
    public Builder attempt(String container, String attempt) {
      attempts.put(container, attempt);
      return this;
    }

    public Builder approve(ResourceKind kind, String container, double amount) {
      approved.computeIfAbsent(kind, k -> new HashMap<>()).put(container, amount);
      return this;
    }

    /** Counts a phase or task that was dropped because of invalid values. */
    Builder leaveOut() {
      omitted++;
      return this;
    }

    public NodeAnswer build() {
      return new NodeAnswer(this);
    }
  }
}
