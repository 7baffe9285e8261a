// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What simulated tasks use of the memory and CPU that they were given, how a node measures it, and
 * what Mercury's over-allocation decides by it.
 */
package org.yarnext.tools.simulate.world.mercury.usage;
