// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which waiting gangs start, by quotas and fair queueing. Uses {@code
 * policy.share.fairness}. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.federation.policy.gang;
