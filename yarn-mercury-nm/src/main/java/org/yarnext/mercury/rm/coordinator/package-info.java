// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The rounds of the coordinator: reading heartbeats, ranking nodes, and replacing the limits that
 * heartbeats carry back. Uses {@code rm.placement}, {@code rm.scheduler} and policies.
 */
package org.yarnext.mercury.rm.coordinator;
