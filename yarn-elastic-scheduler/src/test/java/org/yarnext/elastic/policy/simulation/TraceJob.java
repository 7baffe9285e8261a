// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
package org.yarnext.elastic.policy.simulation;

import org.yarnext.elastic.policy.timeline.queue.JobId;

/** A job of one parallel phase, as the traces of YARN-ME's section 6.1 have them. Immutable. */
final class TraceJob {
  final JobId id;
  final long arrivalMs;
  final int tasks;
  final long memoryMb;
  final long runMs;

  TraceJob(int number, long arrivalMs, int tasks, long memoryMb, long runMs) {
    this.id = JobId.of(1, number);
    this.arrivalMs = arrivalMs;
    this.tasks = tasks;
    this.memoryMb = memoryMb;
    this.runMs = runMs;
  }
}
