// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Policies that divide all sub-clusters among queues, and the view that they decide from. Uses
 * {@code policy.share.fairness}.
 */
package org.yarnext.federation.policy.share;
