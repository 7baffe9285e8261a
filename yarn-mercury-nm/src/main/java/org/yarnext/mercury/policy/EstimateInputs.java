// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.mercury.policy;

import java.util.Objects;

/**
 * Inputs of a container's run-time estimate, besides the learnt run times. Containers with equal
 * inputs have the same estimate at any moment. Immutable.
 */
public final class EstimateInputs {
  private final String application;
  private final String user;
  private final int priority;
  private final Long declaredMs;
  private final Long signedMs;

  /**
   * Creates inputs.
   *
   * @param application the application's id
   * @param user the application's user
   * @param priority the container's request priority
   * @param declaredMs run time declared by the application, in ms; null if none is accepted
   * @param signedMs the allocating side's estimate, in ms; null if it sent none
   */
  public EstimateInputs(
      String application, String user, int priority, Long declaredMs, Long signedMs) {
    this.application = Objects.requireNonNull(application);
    this.user = Objects.requireNonNull(user);
    this.priority = priority;
    this.declaredMs = declaredMs;
    this.signedMs = signedMs;
  }

  public String application() {
    return application;
  }

  public String user() {
    return user;
  }

  public int priority() {
    return priority;
  }

  /** Returns the declared run time, in ms; null if none is accepted. */
  public Long declaredMs() {
    return declaredMs;
  }

  /** Returns the allocating side's estimate, in ms; null if it sent none. */
  public Long signedMs() {
    return signedMs;
  }

  /** Returns whether the estimate is the allocating side's, whatever is learnt. */
  public boolean isFixed() {
    return declaredMs == null && signedMs != null;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof EstimateInputs)) {
      return false;
    }
    EstimateInputs that = (EstimateInputs) other;
    return priority == that.priority
        && application.equals(that.application)
        && user.equals(that.user)
        && Objects.equals(declaredMs, that.declaredMs)
        && Objects.equals(signedMs, that.signedMs);
  }

  @Override
  public int hashCode() {
    return Objects.hash(application, user, priority, declaredMs, signedMs);
  }
}
