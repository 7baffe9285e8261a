// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates of how long the tasks of a vertex run, from earlier runs of the DAG and from attempts
 * of this one. Plain Java: uses common's decisions and commons-math3.
 */
package org.yarnext.tez.policy.estimate;
