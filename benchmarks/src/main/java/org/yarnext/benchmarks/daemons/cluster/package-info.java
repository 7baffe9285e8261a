// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A cluster of separate stock daemons, its Hadoop and its configuration, and the distribution of
 * the pack that is put into it. Uses the fixtures and the tools.
 */
package org.yarnext.benchmarks.daemons.cluster;
