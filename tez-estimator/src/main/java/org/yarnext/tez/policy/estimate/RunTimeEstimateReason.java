// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import org.yarnext.common.decision.DecisionReason;

/** Reasons for an estimate of a run time, and for the execution type of a task's container. */
public enum RunTimeEstimateReason implements DecisionReason {
  ESTIMATE_BY_SIZE("Tasks of this vertex have ended, and their run times grow with their input."),
  ESTIMATE_VERTEX("Tasks of this vertex have ended."),
  ESTIMATE_HISTORY(
      "Few or no tasks of this vertex have ended: the history of earlier runs is used."),
  ESTIMATE_TYPICAL(
      "Nothing is known about this vertex: the typical run time of this DAG's tasks is used."),
  ESTIMATE_RUNNING("No task of this DAG has ended, and running tasks have exceeded the default."),
  ESTIMATE_DEFAULT("Nothing is known yet: the configured default is used."),
  CONTAINER_SHORT(
      "The task is expected to be shorter than the threshold, so its container is opportunistic.",
      "Stock Tez requests only guaranteed containers."),
  CONTAINER_SHORT_BUT_SHARE(
      "The task is short, but belongs to the share of tasks that stays guaranteed."),
  CONTAINER_LONG(
      "The task is not expected to be shorter than the threshold, so its container is guaranteed."),
  CONTAINER_UNKNOWN("The run time of the task is unknown, so its container is guaranteed."),
  CONTAINER_LATE_STAGE(
      "The DAG is nearly done and waits for such tasks, so their containers are guaranteed."),
  CONTAINER_ROOM("There is room for a guaranteed container, which is granted at once."),
  CONTAINER_OWN_SOONER(
      "A container of the application becomes free before an opportunistic one would start, so a"
          + " guaranteed one is requested."),
  CONTAINER_NONE_STARTS(
      "No opportunistic container has started since one exceeded hybrid.max-wait, so a guaranteed"
          + " one is requested."),
  CONTAINER_EARLY(
      "The task waits for opportunistic tasks and takes no room from them, so its container is"
          + " opportunistic, too.",
      "Stock Tez requests only guaranteed containers."),
  CONTAINER_LOST_BEFORE(
      "An earlier attempt of this task lost its container, so the next one is guaranteed."),
  CONTAINER_WAIT_TIMEOUT(
      "The opportunistic container did not start within hybrid.max-wait and was released.",
      "Stock Tez requests only guaranteed containers."),
  CONTAINER_IDLE_ELSEWHERE(
      "The opportunistic container waited while a container of the application was idle, and was"
          + " released.",
      "Stock Tez requests only guaranteed containers."),
  CONTAINER_NOT_GRANTED(
      "No opportunistic container was granted within hybrid.max-wait, so a guaranteed one is"
          + " requested."),
  CONTAINER_PRODUCTION("The DAG is a production DAG, so its containers are guaranteed."),
  CONTAINER_ALL_GUARANTEED("No task of this application is opportunistic.");

  private final String text;
  private final String stock;

  RunTimeEstimateReason(String text) {
    this(text, "");
  }

  RunTimeEstimateReason(String text, String stock) {
    this.text = text;
    this.stock = stock;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public String stock() {
    return stock;
  }
}
