// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Allocators of opportunistic containers in the ResourceManager and the NodeManager, between YARN's
 * allocator interface and the placement policy. They use Hadoop and policies.
 */
package org.yarnext.mercury.allocation;
