// SPDX-FileCopyrightText: 2026 the yarnext authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Calls to the ResourceManagers of sub-clusters: jobs are submitted to their home and looked up
 * there, and rights on queues are asked for. Uses {@code router.submission}.
 */
package org.yarnext.federation.router.subcluster;
