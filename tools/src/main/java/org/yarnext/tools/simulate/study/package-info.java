// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Studies, which run workloads on systems, and their runner. */
package org.yarnext.tools.simulate.study;
