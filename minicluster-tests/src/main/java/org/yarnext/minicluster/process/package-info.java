// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Processes on this machine: daemons and JVMs that do not outlive the caller, their ports, class
 * path and files. It knows nothing of clusters.
 */
package org.yarnext.minicluster.process;
