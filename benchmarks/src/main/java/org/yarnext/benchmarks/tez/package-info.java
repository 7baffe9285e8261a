// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * A mix of recurring Tez DAGs of sleeping tasks on several systems (Mercury, section 6.3). Each
 * tenant has a session, and on request a queue, of its own.
 */
package org.yarnext.benchmarks.tez;
