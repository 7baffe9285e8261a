// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.benchmarks.experiment;

/** Kinds of requests that simulated masters send, with or without work for the features. */
public enum FeatureUse {
  /** Requests for guaranteed containers of tasks without profiles. */
  IDLE,

  /** Guaranteed containers of tasks with profiles, and opportunistic ones beside them. */
  FULL
}
