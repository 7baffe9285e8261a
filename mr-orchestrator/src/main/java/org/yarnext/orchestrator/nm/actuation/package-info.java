// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes planned amounts to the containers' cgroups, and restores those of their tokens. No other
 * code changes a container's amounts.
 */
package org.yarnext.orchestrator.nm.actuation;
