// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that compete for memory, as shell tasks and as Tez DAGs (YARN-ME, section 5). Each task
 * sleeps as long as its model predicts for its memory.
 */
package org.yarnext.benchmarks.gain;
