// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The queue of waiting opportunistic containers on one node: its order, its limits and its
 * estimated wait. Uses the values in {@code policy} only.
 */
package org.yarnext.mercury.policy.queue;
