// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the daemons of a cluster from its configuration and asks them, as doctor, explain, status
 * and top do.
 */
package org.yarnext.tools.cluster;
