// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Pure estimates of guaranteed demand on a node, and the ceiling on opportunistic containers that
 * follows from them. They use the JDK, common, commons-math3 and other policy packages.
 */
package org.yarnext.mercury.policy.policing;
