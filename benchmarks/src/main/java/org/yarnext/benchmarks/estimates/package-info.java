// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Compares estimates of the run times of Tez tasks, by the pack and by Tez's own estimators, with
 * the true run times. The DAGs do real work, and their results are checked.
 */
package org.yarnext.benchmarks.estimates;
