// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Changes to cgroups that can be undone, with a log on disk that survives a crash. Values that
 * somebody else has set since are kept.
 */
package org.yarnext.orchestrator.nm.cgroup.undo;
