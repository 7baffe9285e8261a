// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the ResourceManager: they report the demand of queues, and set capacities to the
 * published shares. Uses {@code policy.enforce}, {@code policy.share}, {@code control} and {@code
 * store}.
 */
package org.yarnext.federation.rm;
