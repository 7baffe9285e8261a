// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Processes on this machine: daemons and JVMs that do not outlive the caller, with their ports,
 * class path and files. Nothing here depends on clusters.
 */
package org.yarnext.minicluster.process;
