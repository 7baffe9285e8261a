// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Access to the kernel's cgroups: creates, finds and removes groups, reads and writes their values.
 * Every value is validated first, and every change can be restored.
 */
package org.yarnext.orchestrator.nm.cgroup;
