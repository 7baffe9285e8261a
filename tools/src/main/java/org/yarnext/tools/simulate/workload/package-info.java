// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Simulated jobs, their tasks, and the nodes. All classes are immutable. */
package org.yarnext.tools.simulate.workload;
