// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Usage of a node's containers and of its host, as measured by stock's containers monitor and the
 * kernel, the containers that run beyond the allocation, and their processes. Uses {@code
 * application} and policies.
 */
package org.yarnext.mercury.nm.overallocation;
