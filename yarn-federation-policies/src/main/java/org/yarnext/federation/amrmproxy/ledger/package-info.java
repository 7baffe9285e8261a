// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger of one application attempt, kept from the requests and responses of YARN and stored
 * across restarts. Uses {@code policy.split} only.
 */
package org.yarnext.federation.amrmproxy.ledger;
