// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of the federation policies: every key once, with its checked values; and the
 * policy manager that operators store for queues. The manager names the hooks of Router and
 * AMRMProxy, as YARN requires; the rest uses policies only.
 */
package org.yarnext.federation;
