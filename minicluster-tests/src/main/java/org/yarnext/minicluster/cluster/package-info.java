// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * YARN clusters as test fixtures: inside this JVM, with nodes in separate processes, and as a
 * federation. Settings are stock's, a sample's, and those that make several daemons fit on one
 * machine.
 */
package org.yarnext.minicluster.cluster;
