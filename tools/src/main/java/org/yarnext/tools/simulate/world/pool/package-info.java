// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Upper bounds: schedulers without elasticity that know all run times and learn of every event at
 * once.
 */
package org.yarnext.tools.simulate.world.pool;
