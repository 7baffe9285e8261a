// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Studies, which run workloads on systems, and the results that are kept of each run. */
package org.yarnext.tools.simulate.study;
