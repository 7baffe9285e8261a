// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The files of cgroup versions 1 and 2, and the forms in which the kernel writes them. Knows
 * nothing of containers.
 */
package org.yarnext.orchestrator.nm.cgroup.kernel;
