// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Files of cgroup versions 1 and 2, and the formats of their contents. Independent of containers.
 */
package org.yarnext.orchestrator.nm.cgroup.kernel;
