// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on where opportunistic containers are placed, and whose demand goes first. Uses
 * {@code policy.placement.ranking}.
 */
package org.yarnext.mercury.policy.placement;
