// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The papers' workloads, generated from a seed, and errors in the schedulers' estimates. */
package org.yarnext.tools.simulate.workload.synthetic;
