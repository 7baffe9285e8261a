// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Writes what is planned to the containers' cgroups, and gives back what their tokens say. The only
 * code that changes what a container has.
 */
package org.yarnext.orchestrator.nm.actuation;
