// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A mix of recurring Tez DAGs of sleeping tasks on several systems (Mercury, section 6.3). Each
 * tenant has its own session and, if requested, its own queue.
 */
package org.yarnext.benchmarks.tez;
