// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs of several frameworks beside a CPU hog, on stock, with each feature alone and with all
 * features. Uses the jobs and models of the other comparisons.
 */
package org.yarnext.benchmarks.mixed;
