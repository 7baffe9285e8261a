// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * State of the containers of one node: which there are, the task that each runs, what it used and
 * what it was granted. Not thread-safe, except for the metrics; NodeTaskManager has the lock.
 */
package org.yarnext.orchestrator.nm.tasks;
