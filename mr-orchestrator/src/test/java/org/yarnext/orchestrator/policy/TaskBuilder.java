// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy;

/** Makes tasks for tests: guaranteed ones of 1,000 millicores and 1,000 bytes, half way through. */
public final class TaskBuilder {
  private final String container;
  private String node = "n1";
  private String job = "A";
  private boolean guaranteed = true;
  private double elapsedMs = 60_000;
  private double progress = 0.5;
  private ResourceShare cpu = ResourceShare.of(500, 1000);
  private ResourceShare memory = ResourceShare.of(500, 1000);

  private TaskBuilder(String container) {
    this.container = container;
  }

  public static TaskBuilder task(String container) {
    return new TaskBuilder(container);
  }

  public TaskBuilder on(String name) {
    node = name;
    return this;
  }

  public TaskBuilder of(String name) {
    job = name;
    return this;
  }

  public TaskBuilder opportunistic() {
    guaranteed = false;
    return this;
  }

  /** Sets the elapsed time; the progress is unknown. */
  public TaskBuilder since(double ms) {
    return at(ms, Double.NaN);
  }

  public TaskBuilder at(double ms, double now) {
    elapsedMs = ms;
    progress = now;
    return this;
  }

  /** Started a minute ago and runs this long in all, which must be above a minute. */
  public TaskBuilder total(double ms) {
    return at(60_000, 60_000 / ms);
  }

  public TaskBuilder cpu(ResourceShare share) {
    cpu = share;
    return this;
  }

  public TaskBuilder cpuUsed(double used) {
    return cpu(ResourceShare.of(used, 1000));
  }

  public TaskBuilder memory(ResourceShare share) {
    memory = share;
    return this;
  }

  public TaskView view() {
    return new TaskView(
        container,
        node,
        "application_" + job,
        new JobPhase(job, "MAP"),
        guaranteed,
        elapsedMs,
        progress,
        cpu,
        memory);
  }
}
