// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures run times of real tasks with little memory and compares them with their models (YARN-ME,
 * section 2). Jobs run one at a time.
 */
package org.yarnext.benchmarks.elasticity;
