// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs a ResourceManager under the load of Hadoop's Scheduler Load Simulator, with and without the
 * pack, and measures its calls, CPU time and heap.
 */
package org.yarnext.benchmarks.sls;
