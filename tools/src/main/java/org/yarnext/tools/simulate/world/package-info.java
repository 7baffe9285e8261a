// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Contracts and classes that all simulated systems share. */
package org.yarnext.tools.simulate.world;
