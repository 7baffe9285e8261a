// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Divides the requests of an application over sub-clusters, and moves requests that wait. Uses
 * common's outstanding requests. Plain Java: no server class, clock or I/O.
 */
package org.yarnext.federation.policy.split;
