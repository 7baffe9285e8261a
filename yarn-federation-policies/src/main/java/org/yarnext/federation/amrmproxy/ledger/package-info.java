// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Ledger of one application attempt: it is fed by YARN's requests and responses, and stored across
 * restarts. Uses {@code policy.split} only.
 */
package org.yarnext.federation.amrmproxy.ledger;
