// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Policies that decide whether a node is kept for a waiting task; {@link ReservationPolicy} is
 * their contract. Uses {@code policy.timeline}.
 */
package org.yarnext.elastic.policy.reservation;
