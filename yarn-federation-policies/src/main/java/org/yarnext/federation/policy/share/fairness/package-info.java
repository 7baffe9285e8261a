// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Weighted max-min fairness down a tree of queues, and over sub-clusters of bounded size. Uses no
 * other package.
 */
package org.yarnext.federation.policy.share.fairness;
