// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Hooks of the NodeManager: they reduce the heap of under-sized containers before the launch, and
 * report how these containers ended. Uses {@code policy.heap}, {@code policy.trust} and the
 * configuration.
 */
package org.yarnext.elastic.nm;
