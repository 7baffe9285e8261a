// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** The papers' workloads, made from a seed, and errors in the estimates that schedulers get. */
package org.yarnext.tools.simulate.workload.synthetic;
