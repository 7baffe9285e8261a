// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the daemons of a cluster from its configuration and queries them, for the commands doctor,
 * explain, status and top.
 */
package org.yarnext.tools.cluster;
