// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Access to the kernel's cgroups: finds, makes and removes groups, reads and writes their values.
 * Everything is checked first, and can be put back.
 */
package org.yarnext.orchestrator.nm.cgroup;
