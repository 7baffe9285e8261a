// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * {@code bin/yarnext demo}: runs one mix of jobs on a stock cluster and on one with the pack,
 * checks the results and writes a report. Each cluster has its own process.
 */
package org.yarnext.benchmarks.demo;
