// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on which running opportunistic containers are stopped for a guaranteed one. Uses
 * the values in {@code policy} only.
 */
package org.yarnext.mercury.policy.reclaim;
