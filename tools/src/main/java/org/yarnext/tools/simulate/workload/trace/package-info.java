// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/** Recorded workloads in the formats that Hadoop's own tools write. */
package org.yarnext.tools.simulate.workload.trace;
