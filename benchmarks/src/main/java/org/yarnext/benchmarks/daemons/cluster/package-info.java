// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Fixtures of the demo on separate daemons: a cluster of stock daemons, its Hadoop home and its
 * configuration, and the distribution of the pack that is installed in it. Uses the test fixtures
 * and the tools.
 */
package org.yarnext.benchmarks.daemons.cluster;
