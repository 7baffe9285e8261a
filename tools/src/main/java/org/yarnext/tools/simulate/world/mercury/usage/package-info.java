// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates the memory and CPU that tasks use, how a node measures them, and Mercury's
 * over-allocation.
 */
package org.yarnext.tools.simulate.world.mercury.usage;
