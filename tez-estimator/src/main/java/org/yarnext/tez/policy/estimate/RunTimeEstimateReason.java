// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.tez.policy.estimate;

import org.yarnext.common.decision.DecisionReason;

/** Reasons for an estimate of a run time, and for the execution type of a task's container. */
public enum RunTimeEstimateReason implements DecisionReason {
  ESTIMATE_BY_SIZE("Tasks of this vertex have ended, and run longer the more they read."),
  ESTIMATE_LEARNT("Tasks of this vertex have ended."),
  ESTIMATE_HISTORY("Earlier runs of this DAG tell; few or no tasks of this one have ended."),
  ESTIMATE_TYPICAL("Nothing is known of this vertex but what is typical of this DAG's tasks."),
  ESTIMATE_RUNNING("No task of this DAG has ended; its running ones have outrun the default."),
  ESTIMATE_DEFAULT("Nothing is known yet: the default of the configuration."),
  CONTAINER_SHORT("The task is expected to be shorter than the threshold: opportunistic."),
  CONTAINER_SHORT_BUT_SHARE("The task is short, but of the share that stays guaranteed."),
  CONTAINER_LONG("The task is not expected to be shorter than the threshold: guaranteed."),
  CONTAINER_UNKNOWN("Nothing tells how long the task runs: guaranteed."),
  CONTAINER_LATE_STAGE("The DAG is nearly done and waits for such tasks: guaranteed."),
  CONTAINER_ROOM("There is room for a guaranteed container, which comes at once: guaranteed."),
  CONTAINER_OWN_SOONER(
      "A container of the application is free before an opportunistic one starts: guaranteed."),
  CONTAINER_NONE_STARTS(
      "No opportunistic container has started since one was waited for too long: guaranteed."),
  CONTAINER_EARLY(
      "The task waits for opportunistic ones, and takes no room from them: opportunistic."),
  CONTAINER_LOST_BEFORE("An attempt of this task lost its container: guaranteed."),
  CONTAINER_GIVEN_BACK("The opportunistic container did not start for the patience: given back."),
  CONTAINER_IDLE_ELSEWHERE(
      "The opportunistic container waited while one of the application was idle: given back."),
  CONTAINER_NOT_GRANTED("No opportunistic container came for the patience: guaranteed."),
  CONTAINER_PRODUCTION("The DAG is a production one: guaranteed."),
  CONTAINER_ALL_GUARANTEED("No task of this application is opportunistic.");

  private final String text;

  RunTimeEstimateReason(String text) {
    this.text = text;
  }

  @Override
  public String code() {
    return name();
  }

  @Override
  public String text() {
    return text;
  }
}
