// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Implements {@code bin/yarnext bench}: runs the systems of an experiment round by round, each in
 * its own process, and writes table and report. Experiments that compare no systems have their own
 * benchmarks.
 */
package org.yarnext.benchmarks;
