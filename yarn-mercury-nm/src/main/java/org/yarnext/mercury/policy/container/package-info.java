// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The opportunistic containers of one application attempt: which are live, how many a quota
 * permits, and how many its tasks have lost. Uses {@code policy.snapshot}.
 */
package org.yarnext.mercury.policy.container;
