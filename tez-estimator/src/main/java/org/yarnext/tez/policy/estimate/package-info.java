// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Estimates the run times of a vertex's tasks from earlier runs of the DAG and from attempts of
 * this one. Plain Java with common's decisions and commons-math3.
 */
package org.yarnext.tez.policy.estimate;
