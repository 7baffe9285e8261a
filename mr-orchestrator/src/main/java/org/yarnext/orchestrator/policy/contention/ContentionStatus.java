// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.orchestrator.policy.contention;

/** Contention status of a task for one resource, compared with its peers. */
public enum ContentionStatus {
  /** The task gets less than its peers and falls behind because of it. */
  DEFICIT,
  /** The task takes more than its peers without needing it. */
  HOGGING,
  /** Neither of the two. */
  BALANCED
}
