// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a node is kept for a waiting task: the contract and the input of such policies, and those
 * that a cluster can choose from. Uses {@code policy.timeline}.
 */
package org.yarnext.elastic.policy.reservation;
