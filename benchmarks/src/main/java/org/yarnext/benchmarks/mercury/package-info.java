// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Short tasks, and opportunistic tasks beside guaranteed ones (Mercury, section 7.2). Uses the
 * experiment, jobs and report packages.
 */
package org.yarnext.benchmarks.mercury;
