// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Mercury's nodes and placement, and stock's ways to run the same containers. */
package org.yarnext.tools.simulate.world.mercury;
