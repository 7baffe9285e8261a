// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The simulator: workloads run in virtual time through the scheduler classes and policies that run
 * in the daemons, next to stock's. A run is one thread's and, by its seed, always the same.
 */
package org.yarnext.tools.simulate;
