// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Protection of single jobs in the ResourceManager: reads what its policy needs from the snapshots
 * of the cluster.
 */
package org.yarnext.elastic.rm.protection;
