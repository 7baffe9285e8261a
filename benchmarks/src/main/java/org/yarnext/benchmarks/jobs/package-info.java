// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that several experiments run, and their inputs. Loads are drawn from a seed, so that every
 * system gets the same.
 */
package org.yarnext.benchmarks.jobs;
