// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that share processors, as stock shares them and steered (MROrchestrator, section IV). What
 * tasks use is recorded, and estimators are replayed on it.
 */
package org.yarnext.benchmarks.steering;
