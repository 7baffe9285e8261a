// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on which running opportunistic containers become guaranteed, and how long after a
 * refusal. Uses the values in {@code policy} only.
 */
package org.yarnext.mercury.policy.promotion;
