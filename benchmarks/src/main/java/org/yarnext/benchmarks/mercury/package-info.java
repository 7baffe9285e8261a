// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Short tasks, and opportunistic ones beside guaranteed ones (Mercury, section 7.2). It uses the
 * experiment, jobs and report packages.
 */
package org.yarnext.benchmarks.mercury;
