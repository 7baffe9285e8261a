// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Stock's view of the load of nodes in the ResourceManager, and its settings. Uses no other package
 * of the simulated cluster.
 */
package org.yarnext.tools.simulate.world.mercury.load;
