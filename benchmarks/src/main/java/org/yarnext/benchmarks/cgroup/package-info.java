// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Bounds the containers of one machine by cgroups, as nodes of their own would be bounded.
 * Listeners run in NodeManagers.
 */
package org.yarnext.benchmarks.cgroup;
