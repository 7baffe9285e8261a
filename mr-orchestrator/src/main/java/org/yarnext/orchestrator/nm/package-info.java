// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks and threads of the orchestrator in the NodeManager. YARN's threads queue events here and do
 * not wait for the kernel.
 */
package org.yarnext.orchestrator.nm;
