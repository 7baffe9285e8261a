// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * MapReduce jobs and Tez DAGs on a cluster, their inputs, and their results without a cluster.
 * Inputs are drawn from a seed.
 */
package org.yarnext.minicluster.jobs;
