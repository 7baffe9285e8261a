// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs and inputs that several experiments share. Loads are drawn from a seed, so that every system
 * gets the same.
 */
package org.yarnext.benchmarks.jobs;
