// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Virtual time: the event queue, its clock, and named random streams. */
package org.yarnext.tools.simulate.engine;
