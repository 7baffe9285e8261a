// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Placement of opportunistic containers in the ResourceManager, on the nodes as the coordinator
 * ranks them. Uses {@code rm.scheduler}, {@code allocation}, {@code application} and policies.
 */
package org.yarnext.mercury.rm.placement;
