// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on over-allocation: how much of a node its containers leave unused, which waiting
 * opportunistic containers start there, and which of them stop when memory runs short. Uses the
 * values in {@code policy} only.
 */
package org.yarnext.mercury.policy.overallocation;
