// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Simulated federations: YARN is modelled, and the federation's own policy classes decide. */
package org.yarnext.tools.simulate.world.federation;
