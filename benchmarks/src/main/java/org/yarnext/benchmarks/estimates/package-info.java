// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates of the run times of Tez tasks, by the pack and by Tez's own estimators, compared with
 * the truth. The DAGs are real, with known results.
 */
package org.yarnext.benchmarks.estimates;
