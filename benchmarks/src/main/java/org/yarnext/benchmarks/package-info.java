// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Starts {@code bin/yarnext bench}: runs the systems of an experiment round by round, each in a
 * process of its own, and writes table and report. Experiments that compare no systems have a
 * benchmark of their own.
 */
package org.yarnext.benchmarks;
