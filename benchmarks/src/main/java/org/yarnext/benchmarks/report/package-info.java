// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a run gave and how it is shown: records, results, pages, and the load of the machine
 * meanwhile. It knows no experiment.
 */
package org.yarnext.benchmarks.report;
