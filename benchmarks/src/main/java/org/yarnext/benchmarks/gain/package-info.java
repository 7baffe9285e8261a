// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Jobs that compete for memory, as shell tasks and as Tez DAGs (YARN-ME, section 5). Their tasks
 * sleep as long as a model says of the memory that they have.
 */
package org.yarnext.benchmarks.gain;
