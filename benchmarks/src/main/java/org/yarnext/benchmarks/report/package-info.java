// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Results of runs and their presentation: records, results, pages, and the load of the machine.
 * Nothing here depends on an experiment.
 */
package org.yarnext.benchmarks.report;
