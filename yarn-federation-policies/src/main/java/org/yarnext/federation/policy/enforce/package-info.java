// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decides how the capacities of queues follow their shares. Uses {@code policy.share.fairness}.
 * Plain Java: no server class, clock or I/O.
 */
package org.yarnext.federation.policy.enforce;
