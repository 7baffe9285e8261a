// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The division of an application's requests into guaranteed and opportunistic ones, and the ledger
 * of what is outstanding. Uses {@code policy.container}, {@code policy.snapshot} and common's
 * outstanding requests.
 */
package org.yarnext.mercury.policy.requests;
