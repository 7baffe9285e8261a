// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Versioned records in ZooKeeper, and the checks that only the federation's daemons wrote them.
 * Uses {@code policy.share} for the records of shares, and no hook.
 */
package org.yarnext.federation.store;
