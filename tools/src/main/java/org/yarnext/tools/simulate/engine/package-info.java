// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Virtual time: events in order, the clock that follows them, and named streams of randomness. */
package org.yarnext.tools.simulate.engine;
