// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Stock's schedulers and ours in virtual time, driven by the events that a ResourceManager sends.
 */
package org.yarnext.tools.simulate.world.rm;
