// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a node is kept for a waiting task: the contract, what it is asked about, and the policies
 * that a cluster chooses from. Uses {@code policy.timeline}.
 */
package org.yarnext.elastic.policy.reservation;
