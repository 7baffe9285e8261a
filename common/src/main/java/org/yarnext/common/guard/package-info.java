// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls feature code so that its failures and delays do not reach the daemon that it runs in. Uses
 * the JDK and a logger only.
 */
package org.yarnext.common.guard;
