// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.timeline.queue;

/** Order in which the jobs of one queue get the next free room. */
public enum JobOrder {
  /** Task by task, the job that uses the least memory first; between equals the older job. */
  FAIR,
  /** The older job first. */
  FIFO
}
