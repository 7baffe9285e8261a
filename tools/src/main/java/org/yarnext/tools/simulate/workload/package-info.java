// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The simulated jobs, their tasks, and the nodes. Immutable. */
package org.yarnext.tools.simulate.workload;
