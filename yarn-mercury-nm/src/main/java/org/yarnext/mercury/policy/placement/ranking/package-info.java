// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Nodes ranked by their expected wait, and kept up to date with what is placed on them. Uses the
 * values in {@code policy} only.
 */
package org.yarnext.mercury.policy.placement.ranking;
