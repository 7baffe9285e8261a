// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Limits the containers of each node by cgroups, as separate machines would limit them. The
 * listeners run in NodeManagers.
 */
package org.yarnext.benchmarks.cgroup;
