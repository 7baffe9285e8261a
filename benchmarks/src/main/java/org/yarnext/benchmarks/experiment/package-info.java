// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Experiments, the systems that they compare, and the command line options. This package starts no
 * cluster and contains no load.
 */
package org.yarnext.benchmarks.experiment;
