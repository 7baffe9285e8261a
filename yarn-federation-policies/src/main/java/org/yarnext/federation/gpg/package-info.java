// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the Global Policy Generator: they determine the shares of queues and publish them. Uses
 * {@code policy.share}, the configuration and {@code store}.
 */
package org.yarnext.federation.gpg;
