// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks and epochs in the NodeManager: containers come and end, are measured, reported and steered.
 * YARN's threads hand over events and do not wait for the kernel.
 */
package org.yarnext.orchestrator.nm;
