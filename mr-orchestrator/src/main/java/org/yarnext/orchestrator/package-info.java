// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * MROrchestrator for YARN: moves CPU and memory between running tasks, from a view of the whole
 * cluster. This package holds the configuration that both daemons read.
 */
package org.yarnext.orchestrator;
