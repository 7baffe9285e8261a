// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A node whose containers share its cores in virtual time, and the CPU use of its tasks.
 * Independent of who sets the shares.
 */
package org.yarnext.tools.simulate.world.steering.cpu;
