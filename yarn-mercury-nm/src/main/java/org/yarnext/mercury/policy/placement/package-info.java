// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure decisions on where opportunistic containers are placed, and the ranking of nodes that they
 * use. They use the JDK, common and other policy packages.
 */
package org.yarnext.mercury.policy.placement;
