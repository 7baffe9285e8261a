// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Readers of the histories of finished MapReduce jobs and Tez DAGs. */
package org.yarnext.tools.history;
