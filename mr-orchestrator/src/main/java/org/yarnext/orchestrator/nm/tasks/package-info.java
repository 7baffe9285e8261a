// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * State of the containers of one node: their tasks, usage and allocations. Not thread-safe, except
 * for the metrics; NodeTaskManager holds the lock.
 */
package org.yarnext.orchestrator.nm.tasks;
