// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Chooses the home sub-cluster of an application. Uses common's decisions. Plain Java: no server
 * class, clock or I/O.
 */
package org.yarnext.federation.policy.home;
