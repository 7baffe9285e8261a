// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on an application's resource requests: which scheduler provides how many
 * containers, quotas, trust in declared run times, and promotion. They use the JDK, common and
 * other policy packages.
 */
package org.yarnext.mercury.policy.requests;
