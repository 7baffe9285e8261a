// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Changes to cgroups that can be undone, by a log on disk that survives a crash. What somebody else
 * has set since stays.
 */
package org.yarnext.orchestrator.nm.cgroup.undo;
