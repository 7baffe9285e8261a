// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * MapReduce jobs, Tez DAGs and applications of Spark and Flink for a test cluster, generators of
 * their inputs, and expected results. Inputs are generated from a seed.
 */
package org.yarnext.minicluster.jobs;
