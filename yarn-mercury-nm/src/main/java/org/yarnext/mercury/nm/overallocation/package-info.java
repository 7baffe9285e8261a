// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What a node's containers and its host use, as measured by stock's containers monitor and the
 * kernel, and the containers that run beyond the allocation. Uses {@code application} and policies.
 */
package org.yarnext.mercury.nm.overallocation;
