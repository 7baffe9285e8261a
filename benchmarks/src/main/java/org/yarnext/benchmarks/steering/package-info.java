// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that share processors, with stock's sharing and with steering (MROrchestrator, section IV).
 * Records the use of tasks, and replays estimators on the recordings.
 */
package org.yarnext.benchmarks.steering;
