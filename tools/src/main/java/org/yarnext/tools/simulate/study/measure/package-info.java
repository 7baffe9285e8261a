// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Cells of studies, the results of their runs, and measures of these beside the papers' numbers.
 * Uses {@code outcome} and {@code workload}.
 */
package org.yarnext.tools.simulate.study.measure;
